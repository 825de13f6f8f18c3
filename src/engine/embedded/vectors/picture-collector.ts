import { Fault } from '../../../errors.ts';
import type { Picture } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';
import type { VectorFile } from './vector-blocks.ts';
import { isSameShape, shapeOf, vectorStride, type VectorShape, writeVector } from './vector-shape.ts';

/** Pictures of the previous version, with their vectors on disk. */
export type KnownPictures = {
  readonly shape: VectorShape;
  readonly hashes: { readonly size: number; at(index: number): string };
  readonly read: VectorFile['read'];
};

/** Vectors are written and read in blocks of this size. */
const bufferBytes = 1 << 22;

export type PictureCollector = ReturnType<typeof createPictureCollector>;

/**
 * Numbers the pictures of a version that is being built, each picture once. New vectors go to a temporary file, known
 * ones stay in the file of the previous version: memory holds the vectors of a large catalogue only once, while they
 * are compared.
 */
export const createPictureCollector = (
  files: Files,
  path: string,
  known: KnownPictures | null,
  /** Called before a large allocation. */
  freeMemory: () => void,
) => {
  /** Numbers of new pictures by hash; those of known ones are in `numberOfKnown`. */
  const numbers = new Map<string, number>();
  const numberOfKnown = new Int32Array(known?.hashes.size ?? 0).fill(-1);
  const hashes: string[] = [];
  /** Where each vector is: n ≥ 0 is vector n of the previous version, n < 0 is vector -1 - n of the temporary file. */
  const locations: number[] = [];
  let shape: VectorShape | null = null;
  let writtenCount = 0;
  let buffer = new Float32Array(0);
  let filled = 0;
  let indexes: Map<string, number> | null = null;
  /** Indexes on first use: many versions have no pictures. */
  const findKnown = (hash: string): number => (indexes ??= indexHashes(known)).get(hash) ?? -1;
  let writing = Promise.resolve();
  const flush = (): void => {
    const full = new Uint8Array(buffer.buffer, 0, filled * 4);
    if (filled > 0) writing = writing.then(() => files.append(path, full));
    // `waitForWrites` reports a failure; until it is called, the rejection must not count as unhandled.
    writing.catch(() => {});
    buffer = new Float32Array(0);
    filled = 0;
  };
  const appendVector = (picture: Picture, of: VectorShape): number => {
    const stride = vectorStride(of);
    if (buffer.length === 0)
      buffer = new Float32Array(Math.max(1, Math.floor(bufferBytes / 4 / stride)) * stride);
    writeVector(picture, of, buffer, filled);
    filled += stride;
    writtenCount += 1;
    if (filled === buffer.length) flush();
    return -writtenCount;
  };
  return {
    get shape(): VectorShape | null {
      return shape;
    },
    /** How many pictures were added; their numbers go from 0. */
    get size() {
      return hashes.length;
    },
    hashOf: (number: number): string => hashes[number] ?? '',
    /** Its number among the known pictures; -1 for a new one. */
    knownNumberOf: (number: number): number => Math.max(-1, locations[number] ?? -1),
    /** Resolves when all but one buffer is written. Callers that add many pictures wait for it, to bound memory. */
    waitForWrites: (): Promise<void> => writing,
    /** Number of the picture; the same for a picture that was added before. */
    add: (picture: Picture): number => {
      shape ??= shapeOf(picture);
      const index = isSameShape(known?.shape, shape) ? findKnown(picture.hash) : -1;
      const existing = index < 0 ? (numbers.get(picture.hash) ?? -1) : (numberOfKnown[index] ?? -1);
      if (existing >= 0) return existing;
      const number = hashes.push(picture.hash) - 1;
      if (index < 0) numbers.set(picture.hash, number);
      else numberOfKnown[index] = number;
      locations[number] = index < 0 ? appendVector(picture, shape) : index;
      return number;
    },
    /** Vectors of these pictures, in this order, in memory that threads can share. */
    loadVectors: async (wanted: readonly number[]): Promise<Float32Array> => {
      freeMemory();
      const stride = vectorStride(shape ?? { looks: 0, colour: 0 });
      const vectors = new Float32Array(new SharedArrayBuffer(wanted.length * stride * 4));
      flush();
      await writing;
      const own = wanted.map((number) => locations[number] ?? 0);
      if (known) await scatter(known.read, own, vectors, stride);
      if (writtenCount === 0) return vectors;
      const file = await files.open(path);
      if (!file) throw new Fault('corrupted', `${path} is missing`);
      const written = own.map((location) => -1 - location);
      await scatter((into, offset) => file.read(into, offset), written, vectors, stride);
      await file.close();
      return vectors;
    },
    /** Removes the temporary file. */
    remove: () => files.remove(path),
  };
};

const indexHashes = (known: KnownPictures | null): Map<string, number> => {
  const indexes = new Map<string, number>();
  if (known)
    for (let index = 0; index < known.hashes.size; index += 1) indexes.set(known.hashes.at(index), index);
  return indexes;
};

/**
 * Reads the file sequentially, which is fastest, and copies each vector to its position. `places`: of each vector in the
 * file; those of the other file are negative.
 */
const scatter = async (
  read: VectorFile['read'],
  places: readonly number[],
  vectors: Float32Array,
  stride: number,
): Promise<void> => {
  const targets = new Map(places.map((place, target) => [place, target]));
  const count = 1 + places.reduce((most, place) => Math.max(most, place), -1);
  const perRead = Math.max(1, Math.floor(bufferBytes / 4 / stride));
  const part = new Float32Array(perRead * stride);
  for (let first = 0; first < count; first += perRead) {
    const some = Math.min(perRead, count - first);
    await read(new Uint8Array(part.buffer, 0, some * stride * 4), first * stride * 4);
    for (let at = 0; at < some; at += 1) {
      const target = targets.get(first + at);
      if (target === undefined) continue;
      vectors.set(part.subarray(at * stride, (at + 1) * stride), target * stride);
    }
  }
};
