import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../errors.ts';

/** Somebody who only looks whether it is free holds it for a moment; whoever wants it waits as long as that. */
const patienceMs = 1_000;
const againAfterMs = 20;

/**
 * One import of a dataset at a time, over all processes. The lock is the database's on a file: the system
 * takes it from a process that dies, however it dies, so nobody has to judge by process numbers who is alive.
 */
export type DatasetLock = { release(): void };

/** Null when another holds it. */
export const tryLock = (folder: string, dataset: string): DatasetLock | null => {
  mkdirSync(join(folder, dataset), { recursive: true });
  const database = new DatabaseSync(join(folder, dataset, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch {
    database.close();
    return null;
  }
};

export const takeLock = async (folder: string, dataset: string): Promise<DatasetLock> => {
  for (let waitedMs = 0; waitedMs <= patienceMs; waitedMs += againAfterMs) {
    const lock = tryLock(folder, dataset);
    if (lock !== null) return lock;
    await sleep(againAfterMs);
  }
  throw new Fault('conflict', 'An import of this dataset is running.', {
    nextStep: 'Wait for it, or cancel it: `kindred imports` shows how far it is.',
    told: { reason: 'import-running' },
  });
};

export const isLocked = (folder: string, dataset: string): boolean => {
  const lock = tryLock(folder, dataset);
  lock?.release();
  return lock === null;
};
