import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * A lock across processes: SQLite's lock on a file. The operating system releases it when the process dies,
 * so nobody has to decide by process ids who is alive.
 */
export type FileLock = { release(): void };

/** Null when another process or caller holds the lock. */
export const tryLock = (folder: string, name: string): FileLock | null => {
  mkdirSync(join(folder, name), { recursive: true });
  const database = new DatabaseSync(join(folder, name, 'lock.sqlite'), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
    return { release: () => database.close() };
  } catch {
    database.close();
    return null;
  }
};
