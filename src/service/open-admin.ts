import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Alerts } from '../alerts/alerts.ts';
import { openAlerts } from '../alerts/open-alerts.ts';
import type { AnalyticsCounter } from '../analytics/analytics.ts';
import { createCallCounter } from '../analytics/call-counter.ts';
import { readAnalytics } from '../analytics/read-analytics.ts';
import { createBackupService } from './backup-service.ts';
import type { Kindred, ServingParts } from '../compose.ts';
import type { AdminNeeds } from '../http/admin/needs.ts';
import { createImportQueue, type ImportQueue } from '../imports/queue.ts';
import { inspectFeed } from '../ingest/inspect-feed.ts';
import { createUploadedPictures } from '../ingest/pictures/uploaded-pictures.ts';
import { createImportService } from './import-service.ts';
import { launchInThisProcess } from './launch-import.ts';
import { openLargeDeclarations } from './large-declarations.ts';
import { openThumbnails } from './thumbnails.ts';
import { createCampaignReview } from '../operations/campaigns/review-campaign.ts';
import { findProductCampaigns } from '../operations/campaigns/product-campaigns.ts';
import { createFindAppearances } from '../operations/find-appearances.ts';
import { createInstallation } from './installation.ts';
import { readLooksDecision } from './looks-decision.ts';
import { readWithheld } from '../keywords/withheld.ts';
import { diskFiles } from '../files/files.ts';
import { hasCardNumber, hasEmailAddress, hasPhoneNumber } from '../keywords/guards/personal-data.ts';
import type { DemoShop } from './demo-shop.ts';

type Given = Pick<AdminNeeds, 'imageSearchAt' | 'relatedKeywords'> & {
  readonly demo: Pick<DemoShop, 'declareSample'>;
  readonly parts: Pick<ServingParts, 'usage' | 'analyticsFile' | 'openDecoder' | 'backup'>;
  readonly logger: Logger;
  readonly now: () => number;
  /** The queue of imports; by default imports run in this process. */
  readonly queue?: ImportQueue;
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
  const uploadFolder = join(dataDir, 'uploads');
  const { analyticsFile: file, openDecoder, backup, usage } = parts;
  const counter = createCallCounter({
    file,
    now: given.now,
    mayKeep,
    onFlushFailed: (err) => given.logger.error({ err }, 'use could not be written; tried again in a moment'),
  });
  const report = (line: string): void => given.logger.error(line);
  const queue =
    given.queue ??
    createImportQueue({ imports: kindred.imports, launch: launchInThisProcess(kindred.imports, report) });
  const imports = createImportService({
    store,
    imports: kindred.imports,
    queue,
    inspect: (dataset, feed, signal) => inspectFeed({ fetch, folder: dataDir }, dataset, feed, signal),
    declareSample: (website, actor) => demo.declareSample(store, dataDir, website, actor),
  });
  const analytics = readAnalytics({ file, flush: () => counter.flush() });
  const backups = createBackupService({
    dataDir,
    engine: backup,
    now: () => new Date(given.now()),
    onFailed: (err, name) => given.logger.error({ err, backup: name }, 'a backup failed'),
  });
  const thumbnails = openThumbnails({ dataDir, fetch, openDecoder, now: () => new Date(given.now()) });
  const alerts = openAlerts({ dataDir, files: diskFiles, fetch, now: given.now });
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
      largeDeclarations,
      engine,
      imports,
      analytics,
      alerts,
      installation,
      thumbnail: thumbnails.thumbnail,
      pictures: createUploadedPictures(dataDir),
      uploadFolder,
      withheldKeywords: (dataset) => readWithheld(diskFiles, dataDir, dataset),
      looksOf: (dataset, version) => readLooksDecision(join(dataDir, 'pictures'), dataset, version),
    },
    counter,
    alerts,
    close: async () => {
      // A queue that was given belongs to whoever gave it.
      if (given.queue === undefined) await queue.close();
      await alerts.close();
      await largeDeclarations.close();
      await backups.close();
      await thumbnails.close();
      counter.close();
    },
  };
};

/**
 * No personal data in analytics. Identifiers are exempt from the number checks, because long numbers are
 * normal in many shops.
 */
const mayKeep = (text: string, kind: 'pattern' | 'identifier'): boolean => {
  if (hasEmailAddress(text)) return false;
  return kind === 'identifier' || !(hasCardNumber(text) || hasPhoneNumber(text));
};
