import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../../../errors.ts';
import { type FileLock, tryLock } from '../../../files/file-lock.ts';
import type { Files } from '../../../files/files.ts';

/** `publishing`: one new version at a time. `switching`: the live pointer and removals. `changing`: the change log. */
export type DatasetLockName = 'publishing' | 'switching' | 'changing';

const locksFolder = '.locks';
const retryMs = 20;

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
  const deadline = performance.now() + timeoutMs;
  let lock = tryDatasetLock(folder, name);
  while (lock === null) {
    if (performance.now() > deadline) throw lockConflict();
    await sleep(retryMs);
    lock = tryDatasetLock(folder, name);
  }
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
