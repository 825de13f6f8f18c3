import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The last known state of the picture at a URL. */
export type IndexedPicture = {
  /** SHA-256 of its bytes, hex. */
  readonly hash: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly checkedAtMs: number;
};

/**
 * Maps picture URLs to hashes, so that only new and changed pictures are downloaded. Shared by all imports of
 * an installation, also across processes. It is a cache: a lost entry costs one download.
 */
export type PictureIndex = {
  get(url: string): IndexedPicture | null;
  set(url: string, picture: IndexedPicture): void;
  close(): void;
};

export const openPictureIndex = (folder: string): PictureIndex => {
  mkdirSync(folder, { recursive: true });
  const database = new DatabaseSync(join(folder, 'addresses.sqlite'), { timeout: 5_000 });
  // A cache: an older state after a power failure does no harm.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS address (
      url TEXT PRIMARY KEY, hash TEXT NOT NULL, etag TEXT, last_modified TEXT, checked_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
  const select = database.prepare(
    'SELECT hash, etag, last_modified AS lastModified, checked_at AS checkedAtMs FROM address WHERE url = ?',
  );
  const insert = database.prepare('INSERT OR REPLACE INTO address VALUES (?, ?, ?, ?, ?)');
  return {
    get: (url) => (select.get(url) as IndexedPicture | undefined) ?? null,
    set: (url, { hash, etag, lastModified, checkedAtMs }) =>
      void insert.run(url, hash, etag, lastModified, checkedAtMs),
    close: () => database.close(),
  };
};
