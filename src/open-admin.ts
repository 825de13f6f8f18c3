import { join } from 'node:path';
import type { Logger } from 'pino';
import type { AnalyticsCounter } from './analytics/analytics.ts';
import { openAnalyticsFile } from './analytics/analytics-file.ts';
import { countCalls } from './analytics/count-calls.ts';
import { readAnalytics } from './analytics/read-analytics.ts';
import type { Kindred } from './compose.ts';
import { declareSample } from './demo/declare-sample.ts';
import type { AdminNeeds } from './http/admin/admin.ts';
import { createImportDesk } from './import-desk.ts';
import { inspectFeed } from './ingest/inspect-feed.ts';
import { createInstallation } from './installation.ts';
import { hasCardNumber, hasEmailAddress, hasPhoneNumber } from './keywords/guards/personal-data.ts';
import type { Usage } from './limits/limiter.ts';

type Given = Pick<AdminNeeds, 'imageSearchAt' | 'relatedKeywords'> & {
  readonly usage: Usage;
  readonly logger: Logger;
  readonly now: () => number;
};

export type OpenedAdmin = {
  readonly needs: AdminNeeds;
  readonly counter: AnalyticsCounter;
  close(): void;
};

/** What the admin API stands on. */
export const openAdmin = (kindred: Kindred, given: Given): OpenedAdmin => {
  const { store, engine, config, publishing, fetch } = kindred;
  const { dataDir } = config;
  const uploadFolder = join(dataDir, 'uploads');
  const file = openAnalyticsFile(join(dataDir, 'analytics.sqlite'));
  const counter = countCalls({
    file,
    now: given.now,
    mayKeep,
    onFlushFailed: (err) => given.logger.error({ err }, 'use could not be written; tried again in a moment'),
  });
  const imports = createImportDesk({
    store,
    publishing,
    folder: uploadFolder,
    now: () => new Date(given.now()),
    inspect: (dataset, feed, signal) => inspectFeed({ fetch, folder: dataDir }, dataset, feed, signal),
    declareSample: declareSample(store, dataDir),
  });
  const analytics = readAnalytics({ file, flush: () => counter.flush() });
  const installation = createInstallation({ store, engine, imports, dataDir });
  return {
    needs: { ...given, store, engine, imports, analytics, installation, uploadFolder },
    counter,
    close: () => {
      counter.close();
      file.close();
    },
  };
};

/** Shoppers type all sorts of things; identifiers are long numbers in many shops. */
function mayKeep(text: string, kind: 'pattern' | 'identifier'): boolean {
  if (hasEmailAddress(text)) return false;
  return kind === 'identifier' || !(hasCardNumber(text) || hasPhoneNumber(text));
}
