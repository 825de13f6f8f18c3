import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../../files/replace-file.ts';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Embedding } from '../../embedder/embedder.ts';
import type { Validators } from '../fetch/fetch.ts';

/** The last known state of the picture at a URL. `hash`: SHA-256 of its bytes, hex. */
export type IndexedPicture = Validators & { readonly hash: string; readonly checkedAtMs: number };

/**
 * Maps picture URLs to hashes, so that only new and changed pictures are downloaded. Shared by all imports of
 * an installation, also across processes. It is a cache: a lost entry costs one download.
 */
export const openPictureIndex = (folder: string) => {
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
    get: (url: string): IndexedPicture | null => (select.get(url) as IndexedPicture | undefined) ?? null,
    set: (url: string, { hash, etag, lastModified, checkedAtMs }: IndexedPicture): void =>
      void insert.run(url, hash, etag, lastModified, checkedAtMs),
    close: (): void => database.close(),
  };
};

export type PictureIndex = ReturnType<typeof openPictureIndex>;
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Downloaded pictures by the hash of their bytes, so that a new model can embed them without downloading them
 * again. A file whose bytes no longer match its hash counts as missing.
 */
export const openPictureStore = (folder: string) => {
  const fileOf = (hash: string): string => join(folder, 'originals', hash.slice(0, 2), hash);
  const get = async (hash: string): Promise<Uint8Array | null> => {
    const bytes = await readFile(fileOf(hash)).catch(() => null);
    return bytes !== null && hashBytes(bytes) === hash ? bytes : null;
  };
  return {
    get,
    async put(bytes: Uint8Array): Promise<string> {
      const hash = hashBytes(bytes);
      if ((await get(hash)) === null) await writeFileAtomically(fileOf(hash), bytes);
      return hash;
    },
  };
};

export type PictureStore = ReturnType<typeof openPictureStore>;

const headerBytes = 12;
/** Layout: looks dimensions, colour dimensions, CRC-32 of the numbers (uint32 each), then the numbers (float32). */
export const encodeVectors = ({ looks, colour }: Embedding): Buffer => {
  const numbers = Buffer.concat(
    [looks, colour].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(looks.length, 0);
  header.writeUInt32LE(colour.length, 4);
  header.writeUInt32LE(crc32(numbers), 8);
  return Buffer.concat([header, numbers]);
};

/** Null where it is damaged. */
export const decodeVectors = (bytes: Buffer): Embedding | null => {
  if (bytes.length < headerBytes) return null;
  const looksLength = bytes.readUInt32LE(0);
  const numbers = bytes.subarray(headerBytes);
  const isWhole = numbers.length === (looksLength + bytes.readUInt32LE(4)) * 4;
  if (!isWhole || crc32(numbers) !== bytes.readUInt32LE(8)) return null;
  // Copied, because a Float32Array must start at a multiple of four bytes.
  const all = new Float32Array(new Uint8Array(numbers).buffer);
  return { looks: all.subarray(0, looksLength), colour: all.subarray(looksLength) };
};

/** Synchronous: with a hundred thousand small files, asynchronous calls cost more than the reads themselves. */
const readIfExists = (file: string): Buffer | null => {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
};

/** The most recent vectors: variants of a product usually follow each other and show the same picture. */
const vectorCacheDefaults = { recent: 256 } as const;

/**
 * Computed vectors by model and picture hash. One small file each, replaced atomically: a stopped import
 * loses nothing, and two imports can share the cache. A damaged file counts as missing.
 */
export const openVectorCache = (folder: string, model: string) => {
  const root = join(folder, hashBytes(Buffer.from(model)).slice(0, 16));
  const fileOf = (hash: string): string => join(root, hash.slice(0, 2), `${hash}.vector`);
  const recent = new LRUCache<string, Embedding>({ max: vectorCacheDefaults.recent });
  return {
    get(hash: string): Embedding | null {
      const before = recent.get(hash);
      if (before !== undefined) return before;
      const bytes = readIfExists(fileOf(hash));
      const embedding = bytes && decodeVectors(bytes);
      if (embedding !== null) recent.set(hash, embedding);
      return embedding;
    },
    put: (hash: string, embedding: Embedding): Promise<void> =>
      writeFileAtomically(fileOf(hash), encodeVectors(embedding)),
  };
};

export type VectorCache = ReturnType<typeof openVectorCache>;
