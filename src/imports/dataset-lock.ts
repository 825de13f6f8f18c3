import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from '../errors.ts';
import { type FileLock, tryLock } from '../files/file-lock.ts';

/** `isDatasetLocked` holds the lock for a moment; an import waits at least that long before it gives up. */
const waitAtMostMs = 1_000;
const retryAfterMs = 20;

/** At most one import of a dataset at a time, across all processes of a machine. */
export const lockDataset = async (
  folder: string,
  dataset: string,
  conflict: () => Fault,
): Promise<FileLock> => {
  for (let waitedMs = 0; waitedMs <= waitAtMostMs; waitedMs += retryAfterMs) {
    const lock = tryLock(folder, dataset);
    if (lock !== null) return lock;
    await sleep(retryAfterMs);
  }
  throw conflict();
};

export const isDatasetLocked = (folder: string, dataset: string): boolean => {
  const lock = tryLock(folder, dataset);
  lock?.release();
  return lock === null;
};
