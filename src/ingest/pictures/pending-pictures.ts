import { join } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { openSideDatabase } from '../../files/side-database.ts';

/** Pictures of a live product change that have not been processed yet. */
export type PendingPicture = {
  readonly dataset: string;
  readonly identifier: string;
  readonly images: readonly string[];
  /** Time of the change, in milliseconds since 1970. */
  readonly at: number;
};

const imagesSchema = Type.Array(Type.String());

/** None where the row does not hold a list of names. */
const readImages = (text: unknown): readonly string[] => {
  const images: unknown = JSON.parse(String(text));
  return Value.Check(imagesSchema, images) ? images : [];
};

/**
 * Queue on disk, written before a change is acknowledged, so that the next process continues after a kill. What is lost
 * after a power failure, with a damaged file or on a full disk gets its picture with the next import.
 */
export const openPendingPictures = (folder: string) => {
  const database = openSideDatabase(join(folder, 'pending.sqlite'), 5_000, (opened) =>
    opened.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS pending (
      dataset TEXT NOT NULL, identifier TEXT NOT NULL, images TEXT NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (dataset, identifier)
    ) STRICT`),
  );
  const insert = database.prepare('INSERT OR REPLACE INTO pending VALUES (?, ?, ?, ?)');
  const remove = database.prepare('DELETE FROM pending WHERE dataset = ? AND identifier = ? AND at = ?');
  const select = database.prepare('SELECT dataset, identifier, images, at FROM pending ORDER BY rowid');
  return {
    /** A later change of the same product replaces the earlier one. */
    add: ({ dataset, identifier, images, at }: PendingPicture): void =>
      void insert.run(dataset, identifier, JSON.stringify(images), at),
    /** Does nothing if a later change has replaced the entry. */
    remove: ({ dataset, identifier, at }: PendingPicture): void => void remove.run(dataset, identifier, at),
    /** Oldest first. */
    list: (): PendingPicture[] =>
      select.all().map(({ dataset, identifier, images, at }) => ({
        dataset: String(dataset),
        identifier: String(identifier),
        images: readImages(images),
        at: Number(at),
      })),
    close: (): void => database.close(),
  };
};

export type PendingPictures = ReturnType<typeof openPendingPictures>;
