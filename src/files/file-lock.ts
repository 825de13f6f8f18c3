import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '../errors.ts';
import { sqliteCode } from './error-code.ts';
import { privateMode } from './files.ts';

/**
 * A lock across processes: SQLite's lock on a file. The operating system releases it when the process dies, so nobody
 * has to decide by process ids who is alive.
 *
 * Never open the lock file in any other way: closing any descriptor of it releases the lock of the whole process
 * (POSIX locks belong to process and file).
 */
export type FileLock = {
  /** A second call does nothing. */
  release(): void;
};

const sqliteBusy = 5;
const retryAfterMs = 20;

export const lockFileName = 'lock.sqlite';

/** Null when another process or caller holds the lock. Throws when the lock file cannot be opened. */
export const tryLock = (folder: string, name: string): FileLock | null => {
  mkdirSync(join(folder, name), { recursive: true, mode: privateMode.folder });
  const database = new DatabaseSync(join(folder, name, lockFileName), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((sqliteCode(error) ?? 0) % 256 === sqliteBusy) return null;
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
};

type WaitOptions = {
  readonly timeoutMs: number;
  /** Thrown when another process still holds the lock at the end. */
  readonly conflict?: () => Fault;
  readonly signal?: AbortSignal | undefined;
};

/** Waits for another process to release the lock; throws a `conflict` fault when it still holds it at the deadline. */
export const waitForLock = async (
  folder: string,
  name: string,
  { timeoutMs, conflict = () => lockConflict(folder, name), signal }: WaitOptions,
): Promise<FileLock> => {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    const lock = tryLock(folder, name);
    if (lock) return lock;
    if (performance.now() >= deadline) throw conflict();
    await sleep(retryAfterMs, undefined, { signal });
  }
};

export const lockConflict = (folder: string, name: string): Fault =>
  new Fault('conflict', 'Another process is working on this.', {
    nextStep: `Wait until it has finished and try again (lock: ${join(folder, name)}).`,
  });
