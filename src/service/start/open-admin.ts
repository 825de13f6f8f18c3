import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Alerts } from '../../alerts/open-alerts.ts';
import { openAlerts } from '../../alerts/open-alerts.ts';
import type { AnalyticsCounter } from '../../analytics/analytics.ts';
import { readAnalytics } from '../../analytics/read-analytics.ts';
import { createBackupService, createInstallation } from '../background/installation.ts';
import { checkContent, type Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import type { ServingParts } from '../../compose-serving.ts';
import type { AdminNeeds } from '../../http/admin/handlers.ts';
import { type ImportQueue } from '../../imports/queue.ts';
import { inspectFeed } from '../../ingest/inspect-feed.ts';
import { createUploadedPictures } from '../../ingest/pictures/uploaded-pictures.ts';
import { createImportService } from '../background/import-service.ts';
import { openLargeDeclarations } from '../background/large-declarations.ts';
import { openThumbnails } from '../background/thumbnails.ts';
import { createCampaignReview } from '../../operations/campaigns/review-campaign.ts';
import { findProductCampaigns } from '../../operations/campaigns/product-campaigns.ts';
import { createFindAppearances } from '../../operations/find-appearances.ts';
import { readLooksDecision } from '../background/photo-vectors.ts';
import { readWithheld } from '../../learning/keywords/withheld.ts';
import { diskFiles } from '../../files/files.ts';
import { openCallCounter } from '../serving-needs.ts';
import { isReachable, type DemoShop } from './demo-shop.ts';

type Given = Pick<AdminNeeds, 'imageSearchAt' | 'readPhoto' | 'relatedKeywords'> & {
  readonly demo: Pick<DemoShop, 'declareSample'>;
  readonly parts: Pick<ServingParts, 'usage' | 'analyticsFile' | 'openDecoder' | 'backup'>;
  readonly logger: Logger;
  readonly now: () => number;
  readonly queue: ImportQueue;
};

export type OpenedAdmin = {
  readonly needs: AdminNeeds;
  readonly counter: AnalyticsCounter;
  readonly alerts: Alerts;
  close(): Promise<void>;
};

/** The dependencies of the admin API. */
export const openAdmin = (kindred: Kindred, { parts, demo, ...given }: Given): OpenedAdmin => {
  const { store, engine, config, fetch } = kindred;
  const { dataDir } = config;
  const { content, localPictures } = dataFiles(config);
  const uploadFolder = join(content, 'uploads');
  const check = (): Promise<void> => checkContent(kindred);
  const { analyticsFile: file, openDecoder, backup, usage } = parts;
  const counter = openCallCounter(file, given.now, given.logger);
  const imports = createImportService({
    store,
    imports: kindred.imports,
    queue: given.queue,
    check: async () => kindred.objects?.check(),
    inspect: (dataset, feed, signal) => inspectFeed({ fetch, folder: content }, dataset, feed, signal),
    declareSample: (website, actor) => demo.declareSample(store, content, website, actor),
  });
  const analytics = readAnalytics({ file, flush: () => counter.flush() });
  const backups = createBackupService({
    dataDir,
    engine: backup,
    now: () => new Date(given.now()),
    onFailed: (err, name) => given.logger.error({ err, backup: name }, 'a backup failed'),
  });
  const thumbnails = openThumbnails({
    dataDir: content,
    indexFolder: localPictures,
    fetch,
    openDecoder,
    now: () => new Date(given.now()),
  });
  const alerts = openAlerts({
    dataDir: content,
    files: diskFiles,
    fetch,
    mailServer: config.smtpUrl === null ? null : { url: config.smtpUrl, from: config.smtpFrom },
    now: given.now,
    check,
  });
  const largeDeclarations = openLargeDeclarations(config);
  const installation = createInstallation({ store, engine, imports, backups, dataDir });
  return {
    needs: {
      ...given,
      usage,
      reviewCampaign: createCampaignReview((dataset) => engine.products(dataset)),
      findProductCampaigns,
      findAppearances: createFindAppearances(given.imageSearchAt(given.now)),
      store,
      isReachable: isReachable(config),
      largeDeclarations,
      engine,
      imports,
      analytics,
      alerts,
      installation,
      thumbnail: thumbnails.thumbnail,
      pictures: createUploadedPictures(
        content,
        { pictures: config.maxPictures, gigabytes: config.maxPicturesGb },
        check,
      ),
      uploadFolder,
      checkUploads: check,
      withheldKeywords: (dataset) => readWithheld(diskFiles, content, dataset),
      looksOf: (dataset, version) => readLooksDecision(join(content, 'pictures'), dataset, version),
    },
    counter,
    alerts,
    close: async () => {
      await alerts.close();
      await largeDeclarations.close();
      await backups.close();
      await thumbnails.close();
      counter.close();
    },
  };
};
