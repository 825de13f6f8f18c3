import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Embedding } from '../../embedder/embedder.ts';
import { writeFileAtomically } from '../../files/replace-file.ts';

/**
 * Computed vectors by model and picture hash. One small file each, replaced atomically: a stopped import
 * loses nothing, and two imports can share the cache. A damaged file counts as missing.
 */
export type VectorCache = {
  get(hash: string): Embedding | null;
  put(hash: string, embedding: Embedding): Promise<void>;
};

const headerBytes = 12;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Layout: looks dimensions, colour dimensions, CRC-32 of the numbers (uint32 each), then the numbers (float32). */
const encode = ({ looks, colour }: Embedding): Buffer => {
  const numbers = Buffer.concat(
    [looks, colour].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(looks.length, 0);
  header.writeUInt32LE(colour.length, 4);
  header.writeUInt32LE(crc32(numbers), 8);
  return Buffer.concat([header, numbers]);
};

const decode = (bytes: Buffer): Embedding | null => {
  if (bytes.length < headerBytes) return null;
  const looksLength = bytes.readUInt32LE(0);
  const numbers = bytes.subarray(headerBytes);
  if (
    numbers.length !== (looksLength + bytes.readUInt32LE(4)) * 4 ||
    crc32(numbers) !== bytes.readUInt32LE(8)
  )
    return null;
  // Copied, because a Float32Array must start at a multiple of four bytes.
  const all = new Float32Array(new Uint8Array(numbers).buffer);
  return {
    looks: all.subarray(0, looksLength),
    colour: all.subarray(looksLength),
  };
};

/**
 * Synchronous: with a hundred thousand small files, asynchronous calls cost more than the reads themselves.
 */
const readIfExists = (file: string): Buffer | null => {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
};

/** The most recent vectors: variants of a product usually follow each other and show the same picture. */
const vectorCacheDefaults = { recent: 256 } as const;

export const openVectorCache = (folder: string, model: string): VectorCache => {
  const root = join(folder, sha256(model).slice(0, 16));
  const fileOf = (hash: string): string => join(root, hash.slice(0, 2), `${hash}.vector`);
  const recent = new LRUCache<string, Embedding>({ max: vectorCacheDefaults.recent });
  return {
    get(hash) {
      const before = recent.get(hash);
      if (before !== undefined) return before;
      const bytes = readIfExists(fileOf(hash));
      const embedding = bytes && decode(bytes);
      if (embedding !== null) recent.set(hash, embedding);
      return embedding;
    },
    put: (hash, embedding) => writeFileAtomically(fileOf(hash), encode(embedding)),
  };
};
