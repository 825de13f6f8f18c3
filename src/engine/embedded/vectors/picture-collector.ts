import { createTextNumbers } from '../../../domain/text-numbers.ts';
import type { Picture } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { createSpool } from '../storage/spool.ts';
import type { VectorFile } from './vector-blocks.ts';
import { isSameShape, shapeOf, vectorStride, type VectorShape, writeVector } from './vector-shape.ts';

/** Pictures of the previous version, with their vectors on disk. */
export type KnownPictures = {
  readonly shape: VectorShape;
  readonly hashes: { readonly size: number; at(index: number): string };
  readonly readNow: VectorFile['readNow'];
};

export type PictureCollector = ReturnType<typeof createPictureCollector>;

/**
 * Numbers the pictures of a version that is being built, each picture once. New vectors go to a temporary file, known
 * ones stay in the file of the previous version.
 */
export const createPictureCollector = (
  files: Files,
  path: string,
  known: KnownPictures | null,
  /** Called before a large allocation. */
  freeMemory: () => void,
) => {
  const hashes = createTextNumbers();
  /** Where each vector is: n ≥ 0 is vector n of the previous version, n < 0 is vector -1 - n of the temporary file. */
  const locations: number[] = [];
  let shape: VectorShape | null = null;
  let writtenCount = 0;
  const spool = createSpool(files, path);
  let findKnown: ReturnType<typeof indexHashes> | null = null;
  const appendVector = (picture: Picture, of: VectorShape): number => {
    const vector = new Float32Array(vectorStride(of));
    writeVector(picture, of, vector, 0);
    spool.append(new Uint8Array(vector.buffer));
    writtenCount += 1;
    return -writtenCount;
  };
  return {
    get shape(): VectorShape | null {
      return shape;
    },
    /** How many pictures were added; their numbers go from 0. */
    get size() {
      return hashes.size;
    },
    hashOf: hashes.at,
    /** Its number among the known pictures; -1 for a new one. */
    knownNumberOf: (number: number): number => Math.max(-1, locations[number] ?? -1),
    waitForWrites: spool.waitForWrites,
    /** Number of the picture; the same for a picture that was added before. */
    add: (picture: Picture): number => {
      shape ??= shapeOf(picture);
      const number = hashes.add(picture.hash);
      if (number < locations.length) return number;
      // Indexed on first use: many versions have no pictures.
      findKnown ??= indexHashes(isSameShape(known?.shape, shape) ? known : null);
      const index = findKnown(picture.hash);
      locations.push(index < 0 ? appendVector(picture, shape) : index);
      return number;
    },
    /** The vectors of these pictures as if they were a file: in this order, each read where it is. */
    openVectors: async (wanted: readonly number[]) => {
      freeMemory();
      const file = await spool.open();
      const own = Int32Array.from(wanted, (number) => locations[number] ?? 0);
      const bytes = vectorStride(shape ?? { looks: 0, colour: 0 }) * 4;
      return {
        bytes: own.length * bytes,
        readNow: (into: Uint8Array, offset: number): void => {
          for (let at = 0; at < into.length; at += bytes) {
            const location = own[(offset + at) / bytes] ?? 0;
            const some = into.subarray(at, at + bytes);
            if (location < 0) file.readNow(some, (-1 - location) * bytes);
            else known?.readNow(some, location * bytes);
          }
        },
      };
    },
    /** Removes the temporary file. */
    remove: spool.remove,
  };
};

export type OpenVectors = Awaited<ReturnType<PictureCollector['openVectors']>>;

/** All of them, in memory that threads can share. */
export const loadVectors = async ({ bytes, readNow }: OpenVectors, stride: number): Promise<Float32Array> => {
  const vectors = new SharedArrayBuffer(bytes);
  const slices = createWorkSlices();
  for (let at = 0; at < bytes; at += stride * 4) {
    if (slices.isOver()) await slices.next();
    readNow(new Uint8Array(vectors, at, stride * 4), at);
  }
  return new Float32Array(vectors);
};

const indexHashes = (known: KnownPictures | null): ((hash: string) => number) => {
  const hashes = createTextNumbers();
  const indexes: number[] = [];
  for (let index = 0; index < (known?.hashes.size ?? 0); index += 1)
    indexes[hashes.add(known?.hashes.at(index) ?? '')] = index;
  return (hash) => indexes[hashes.find(hash)] ?? -1;
};
