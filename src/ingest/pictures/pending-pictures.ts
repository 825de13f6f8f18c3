import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDiskFull, sqliteCode } from '../../files/error-code.ts';

/** Pictures of a live product change that have not been processed yet. */
export type PendingPicture = {
  /** Tracker of the dataset. */
  readonly dataset: string;
  readonly identifier: string;
  readonly images: readonly string[];
  /** Time of the change, in milliseconds since 1970. */
  readonly at: number;
};

/**
 * Queue on disk, written before a change is acknowledged, so that the next process continues after a kill.
 * After a power failure the last entries may be missing; those products get their picture with the next
 * import.
 */
export type PendingPictures = {
  /** A later change of the same product replaces the earlier one. */
  add(picture: PendingPicture): void;
  /** Does nothing if a later change has replaced the entry. */
  remove(picture: PendingPicture): void;
  /** Oldest first. */
  list(): PendingPicture[];
  close(): void;
};

type Row = {
  readonly dataset: string;
  readonly identifier: string;
  readonly images: string;
  readonly at: number;
};

const openDatabase = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes = [11, 26];

/**
 * The queue is a convenience: a damaged file is set aside, and on a full disk the queue is kept in memory. What is lost
 * gets its picture with the next import.
 */
const openOrReplace = (file: string): DatabaseSync => {
  try {
    return openDatabase(file);
  } catch (error) {
    if (isDiskFull(error)) return openDatabase(':memory:');
    if (!damagedCodes.includes((sqliteCode(error) ?? 0) % 256)) throw error;
    renameSync(file, `${file}.damaged`);
    for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
    return openDatabase(file);
  }
};

const schema = `
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS pending (
      dataset TEXT NOT NULL, identifier TEXT NOT NULL, images TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (dataset, identifier)
    ) STRICT`;

export const openPendingPictures = (folder: string): PendingPictures => {
  mkdirSync(folder, { recursive: true });
  const database = openOrReplace(join(folder, 'pending.sqlite'));
  const insert = database.prepare('INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM pending WHERE dataset = ? AND identifier = ? AND at = ?');
  const select = database.prepare('SELECT dataset, identifier, images, at FROM pending ORDER BY rowid');
  return {
    add: ({ dataset, identifier, images, at }) =>
      void insert.run(dataset, identifier, JSON.stringify(images), at),
    remove: ({ dataset, identifier, at }) => void remove.run(dataset, identifier, at),
    list: () =>
      (select.all() as Row[]).map(({ images, ...row }) => ({
        ...row,
        images: JSON.parse(images) as string[],
      })),
    close: () => database.close(),
  };
};
