import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A picture that was named by a live change and has not been looked at yet. */
export type PendingPicture = {
  /** Tracker of the dataset. */
  readonly dataset: string;
  readonly identifier: string;
  readonly images: readonly string[];
  /** Instant of the change that named them, in milliseconds since 1970. */
  readonly at: number;
};

/**
 * What is still to be looked at, written down before a change is acknowledged: a process that is killed leaves it
 * to the next one. After a loss of power the last of them may be missing; such a product gets its picture with
 * the next import.
 */
export type PendingPictures = {
  /** A later change of the same product takes the place of the earlier one. */
  add(picture: PendingPicture): void;
  /** Unless a later change has named others since. */
  remove(picture: PendingPicture): void;
  /** In the order in which they were named. */
  list(): PendingPicture[];
  close(): void;
};

type Row = {
  readonly dataset: string;
  readonly identifier: string;
  readonly images: string;
  readonly at: number;
};

export const openPendingPictures = (folder: string): PendingPictures => {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'pending.sqlite'), { timeout: 5_000 });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS pending (
      dataset TEXT NOT NULL, identifier TEXT NOT NULL, images TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (dataset, identifier)
    ) STRICT`);
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
