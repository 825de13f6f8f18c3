import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Held by one at a time, over all processes. The lock is the database's on a file: the system takes it from a
 * process that dies, however it dies, so nobody has to judge by process numbers who is alive.
 */
export type FileLock = { release(): void };

/** Null when another holds it. */
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
