import { join } from 'node:path';
import { Fault } from '../../../errors.ts';
import { type FileLock, tryLock, waitForLock } from '../../../files/file-lock.ts';
import type { Files } from '../../../files/files.ts';

/** `publishing`: one new version at a time. `switching`: the live pointer and removals. `changing`: the change log. */
export type DatasetLockName = 'publishing' | 'switching' | 'changing';

const locksFolder = '.locks';

/** Null when another process, or another caller in this one, holds the lock. */
export const tryDatasetLock = (folder: string, name: DatasetLockName): FileLock | null =>
  tryLock(join(folder, locksFolder), name);

/** Runs `work` under the lock. Waits up to the timeout for another process to release it; then throws `conflict`. */
export const withDatasetLock = async <T>(
  folder: string,
  name: DatasetLockName,
  timeoutMs: number,
  work: () => Promise<T>,
): Promise<T> => {
  const lock = await waitForLock(join(folder, locksFolder), name, { timeoutMs, conflict: lockConflict });
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

/** Earlier releases locked by files with a process id, and crashes left them behind. Nothing reads them any more. */
const oldLockFile = /^\.(publishing|switching|changing)\.lock(\.[0-9a-f-]+)?$/;

export const removeOldLockFiles = async (files: Files, folder: string): Promise<void> => {
  for (const name of await files.list(folder))
    if (oldLockFile.test(name)) await files.remove(join(folder, name));
};
