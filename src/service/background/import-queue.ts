import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import type { DatasetRef } from '../../domain/import-order.ts';
import { createSharedQueue } from '../../imports/leases/shared-queue.ts';
import { createImportQueue, type ImportQueue } from '../../imports/queue.ts';
import { launchInChildProcess } from './launch-import.ts';

/** The imports of this machine, or this node's part of the imports of all nodes. */
export const openImportQueue = (
  { config, store, imports, sharedImports }: Kindred,
  logger: Logger,
): ImportQueue => {
  const launch = launchInChildProcess(config, sharedImports?.holder ?? null, (line) => logger.error(line));
  const onFailed = (err: unknown): void =>
    logger.error({ err }, 'imports pause: their records cannot be read or written');
  if (sharedImports === null) return createImportQueue({ imports, launch, onFailed });
  const find = (tracker: string): DatasetRef | null => {
    for (const website of store.websites.list()) {
      const dataset = store.datasets.list(website.id).find((each) => each.tracker === tracker);
      if (dataset !== undefined) return { website, dataset };
    }
    return null;
  };
  const { importWebsites } = config;
  const mayRun = ({ website }: DatasetRef): boolean =>
    importWebsites.length === 0 || importWebsites.includes(website.name);
  return createSharedQueue({ ...sharedImports, imports, launch, find, mayRun, onFailed });
};
