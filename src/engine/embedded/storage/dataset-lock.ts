import { join } from 'node:path';
import { Fault } from '../../../errors.ts';
import { type FileLock, tryLock, waitForLock } from '../../../files/file-lock.ts';
import { existsSync } from 'node:fs';

/**
 * `publishing`: one new version at a time. `switching`: the live pointer and removals. `changing`: the change log.
 * `following`: copies of what other machines published.
 */
export type DatasetLockName = 'publishing' | 'switching' | 'changing' | 'following';

export const locksFolder = '.locks';

/** A lock under which nothing may be changed any more once the dataset was moved. */
const checkLock = (folder: string, lock: FileLock): FileLock => {
  try {
    refuseMoved(folder);
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** Null when another process, or another caller in this one, holds the lock. */
export const tryDatasetLock = (folder: string, name: DatasetLockName): FileLock | null => {
  const lock = tryLock(join(folder, locksFolder), name);
  return lock && checkLock(folder, lock);
};

/** Waits for the lock, also of a dataset that was moved. */
export const lockDataset = (folder: string, name: DatasetLockName, timeoutMs: number): Promise<FileLock> =>
  waitForLock(join(folder, locksFolder), name, { timeoutMs, conflict: lockConflict });

/** Runs `work` under the lock. Waits up to the timeout for another process to release it; then throws `conflict`. */
export const withDatasetLock = async <T>(
  folder: string,
  name: DatasetLockName,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  const lock = checkLock(folder, await lockDataset(folder, name, timeoutMs));
  try {
    return await work();
  } finally {
    lock.release();
  }
};

export const lockConflict = (): Fault =>
  new Fault('conflict', 'Another process is publishing this dataset.', {
    nextStep: 'Wait until it has finished and try again.',
  });

/** Its presence in the folder of a dataset means that the versions are being moved, or were moved, to another place. */
export const movedMark = 'moved';

export const isMoved = (folder: string): boolean => existsSync(join(folder, movedMark));

/** The caller holds a lock of the dataset: whoever sets the mark takes all locks after it. */
const refuseMoved = (folder: string): void => {
  if (isMoved(folder)) throw movedFault();
};

export const movedFault = (): Fault =>
  new Fault('unavailable', 'The versions are being moved, or were moved, to another place.', {
    nextStep:
      'Try again in a moment. An operator: run `kindred migrate` again, or start with the new settings.',
    retryAfterSeconds: 5,
  });
