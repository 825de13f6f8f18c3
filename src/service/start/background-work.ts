import type { Logger } from 'pino';
import type { Kindred } from '../../compose.ts';
import { dataFiles } from '../../data-files.ts';
import type { ImportQueue } from '../../imports/queue.ts';
import { createLearningProcess, startLearningSchedule } from '../../learning/shop/schedule.ts';
import { startImportSchedule } from '../../imports/schedule.ts';
import { createShopLearning } from '../../learning/shop/shop-learning.ts';
import { startEmbeddingForOthers } from '../background/embed-for-others.ts';
import { startShopWatch } from '../background/watch-shops.ts';
import { listDatasets } from '../list-datasets.ts';
import type { OpenedAdmin } from './open-admin.ts';
import { type FileLock, tryLock } from '../../files/file-lock.ts';

/** Resumes unfinished imports and starts scheduled work, if this process is the leader. */
export const startBackgroundWork = (
  kindred: Kindred,
  queue: ImportQueue,
  logger: Logger,
  { needs: { analytics }, alerts }: Pick<OpenedAdmin, 'needs' | 'alerts'>,
  runsSchedule: () => boolean,
): (() => Promise<void>) => {
  const { config, store, imports, shared, objects, sharedImports } = kindred;
  const datasets = () => listDatasets(store);
  // Imports of this data folder are resumed here; what is scheduled runs on one node of all.
  const folderLock = acquireLeaderLock(config.dataDir, () => queue.resume(datasets()));
  // Scheduled work writes to what nodes share: it waits while that is away.
  const isThere = (): boolean => !shared?.problem() && !objects?.problem();
  const mayWork = (): boolean => runsSchedule() && isThere();
  const isLeader = (): boolean => folderLock.isLeader() && mayWork();
  const schedule = startImportSchedule({
    datasets,
    revision: () => store.directory().revision,
    mayStart: async ({ dataset }, due) =>
      folderLock.isLeader() &&
      isThere() &&
      (sharedImports?.jobs.claimDue(dataset.tracker, due) ?? runsSchedule()),
    start: (ref) => queue.add(ref, imports.open(ref, { actor: 'schedule' }).id),
    onFailed: (ref, err) =>
      logger.warn(
        { err, website: ref?.website.name, dataset: ref?.dataset.name },
        'a scheduled import does not start',
      ),
  });
  const learning = startLearning(kindred, isLeader, logger);
  const stopEmbedding = startEmbeddingForOthers(kindred, folderLock.isLeader, logger);
  const stopWatching = startShopWatch({
    store,
    imports,
    analytics,
    alerts,
    isLeader,
    now: () => Date.now(),
    onFailed: (website, err) => logger.error({ err, website: website?.name }, 'alerts could not be sent'),
  });
  return async () => {
    schedule.close();
    await stopWatching();
    await learning.stop();
    await stopEmbedding();
    folderLock.close();
  };
};

/** Learns from shoppers' events in a child process, when it is due. */
const startLearning = (kindred: Kindred, isLeader: () => boolean, logger: Logger) => {
  const { store, config } = kindred;
  const learningProcess = createLearningProcess(config.dataDir);
  const schedule = startLearningSchedule({
    store,
    learning: createShopLearning({ ...kindred, dataDir: dataFiles(config).content }),
    isLeader,
    learn: learningProcess.learn,
    now: () => Date.now(),
    onFailed: (website, err) =>
      logger.error({ err, website: website?.name }, 'nothing was learnt from new events'),
  });
  return {
    stop: async (): Promise<void> => {
      learningProcess.stop();
      await schedule.stop();
    },
  };
};

export const leaderLockDefaults = { checkEveryMs: 5_000 } as const;

/**
 * Several processes may serve one data folder. One of them, the leader, runs scheduled work, so that it does
 * not run twice. `onAcquired` is called once, when this process becomes the leader: at the start, or after the previous
 * leader is gone.
 */
export const acquireLeaderLock = (dataDir: string, onAcquired: () => void) => {
  let lock: FileLock | null = null;
  let isClosed = false;
  /** Also acquires the lock if it is free. */
  const isLeader = (): boolean => {
    if (lock !== null || isClosed) return lock !== null;
    lock = tryLeaderLock(dataDir);
    if (lock !== null) onAcquired();
    return lock !== null;
  };
  const timer = setInterval(isLeader, leaderLockDefaults.checkEveryMs).unref();
  isLeader();
  return {
    isLeader,
    close(): void {
      isClosed = true;
      clearInterval(timer);
      lock?.release();
      lock = null;
    },
  };
};

/**
 * Null also when the lock file cannot be opened, for example on a full disk: another attempt follows. Older releases lock
 * the same name, and may still run on the folder during an upgrade.
 */
const tryLeaderLock = (dataDir: string): FileLock | null => {
  try {
    return tryLock(dataDir, 'duty');
  } catch {
    return null;
  }
};
