import { Fault } from '../../../errors.ts';
import type { Picture } from '../../engine.ts';
import type { Files } from '../storage/files.ts';
import { colourOffset, type ReadVectors, vectorStride, type VectorShape } from './vectors.ts';

/** Pictures that are known already, with their vectors on a disk. */
export type KnownPictures = {
  readonly shape: VectorShape;
  readonly hashes: { readonly size: number; at(index: number): string };
  readonly read: ReadVectors;
};

/**
 * Pictures of a version in the making. Their vectors wait on the disk, those of the version before in its own
 * file: a large catalogue has room for its vectors once, when they are compared.
 */
export type PictureCollector = {
  /** Number of the picture; the same for a picture that was added before. */
  add(picture: Picture): number;
  /** When what was added has left memory, but for a little: whoever adds much waits for it. */
  waitForWrites(): Promise<void>;
  hashOf(number: number): string;
  /** Its number among the known pictures; -1 for one that is not among them. */
  knownNumberOf(number: number): number;
  /** How many pictures were added; their numbers go from 0. */
  readonly size: number;
  readonly shape: VectorShape | null;
  /** Vectors of these pictures, in this order, in memory that threads can share. */
  loadVectors(numbers: readonly number[]): Promise<Float32Array>;
  /** Removes what it wrote. */
  remove(): Promise<void>;
};

/** Vectors go to the disk together, and come from it so. */
const bufferBytes = 1 << 22;

export const createPictureCollector = (
  files: Files,
  path: string,
  known: KnownPictures | null,
  /** Called before much memory is taken. */
  makeRoom: () => void,
): PictureCollector => {
  /** Of pictures that are not known; those that are known have theirs beside. */
  const numbers = new Map<string, number>();
  const numberOfKnown = new Int32Array(known?.hashes.size ?? 0).fill(-1);
  const hashes: string[] = [];
  /** Where each picture lies: in the version before from 0 on, in the spool from -1 downwards. */
  const places: number[] = [];
  let shape: VectorShape | null = null;
  let spooled = 0;
  let room = new Float32Array(0);
  let filled = 0;
  const indexOf = createHashLookup(known);
  let writing = Promise.resolve();
  const flush = (): void => {
    const full = new Uint8Array(room.buffer, 0, filled * 4);
    if (filled > 0) writing = writing.then(() => files.append(path, full));
    // A failure is told by `drained`; until somebody asks, it is nobody's.
    writing.catch(() => {});
    room = new Float32Array(0);
    filled = 0;
  };
  const spool = (picture: Picture, of: VectorShape): number => {
    const stride = vectorStride(of);
    if (room.length === 0)
      room = new Float32Array(Math.max(1, Math.floor(bufferBytes / 4 / stride)) * stride);
    room.set(picture.looks, filled);
    room.set(picture.colour, filled + colourOffset(of));
    filled += stride;
    spooled += 1;
    if (filled === room.length) flush();
    return -spooled;
  };
  return {
    get shape() {
      return shape;
    },
    get size() {
      return hashes.length;
    },
    hashOf: (number) => hashes[number] ?? '',
    knownNumberOf: (number) => Math.max(-1, places[number] ?? -1),
    waitForWrites: () => writing,
    add: (picture) => {
      shape ??= { looks: picture.looks.length, colour: picture.colour.length };
      const index = isSameShape(known?.shape, shape) ? (indexOf(picture.hash) ?? -1) : -1;
      const before = index < 0 ? (numbers.get(picture.hash) ?? -1) : (numberOfKnown[index] ?? -1);
      if (before >= 0) return before;
      const number = hashes.push(picture.hash) - 1;
      if (index < 0) numbers.set(picture.hash, number);
      else numberOfKnown[index] = number;
      places[number] = index < 0 ? spool(picture, shape) : index;
      return number;
    },
    loadVectors: async (wanted) => {
      makeRoom();
      const stride = vectorStride(shape ?? { looks: 0, colour: 0 });
      const vectors = new Float32Array(new SharedArrayBuffer(wanted.length * stride * 4));
      flush();
      await writing;
      const lying = wanted.map((number) => places[number] ?? 0);
      if (known)
        await scatter(
          known.read,
          known.hashes.size,
          targetsByPlace(lying, (place) => place),
          vectors,
          stride,
        );
      if (spooled === 0) return vectors;
      const file = await files.open(path);
      if (!file) throw new Fault('corrupted', `${path} is missing`);
      await scatter(
        (into, offset) => file.read(into, offset),
        spooled,
        targetsByPlace(lying, (place) => -1 - place),
        vectors,
        stride,
      );
      await file.close();
      return vectors;
    },
    remove: () => files.remove(path),
  };
};

const isSameShape = (a: VectorShape | undefined, b: VectorShape): boolean =>
  a?.looks === b.looks && a.colour === b.colour;

/** Made at the first question: many versions have no pictures. */
const createHashLookup = (known: KnownPictures | null): ((hash: string) => number | undefined) => {
  let indexes: Map<string, number> | null = null;
  return (hash) => {
    if (!known) return undefined;
    indexes ??= indexHashes(known.hashes);
    return indexes.get(hash);
  };
};

const indexHashes = (hashes: KnownPictures['hashes']): Map<string, number> => {
  const indexes = new Map<string, number>();
  for (let index = 0; index < hashes.size; index += 1) indexes.set(hashes.at(index), index);
  return indexes;
};

/** Where each vector of a file goes; those of other files have negative places and are not in it. */
const targetsByPlace = (
  places: readonly number[],
  placeIn: (place: number) => number,
): Map<number, number> => {
  const targets = new Map<number, number>();
  places.forEach((place, target) => {
    const at = placeIn(place);
    if (at >= 0) targets.set(at, target);
  });
  return targets;
};

/** Reads the file from its start to its end, as disks like it, and puts each vector in its place. */
const scatter = async (
  read: ReadVectors,
  count: number,
  targets: ReadonlyMap<number, number>,
  vectors: Float32Array,
  stride: number,
): Promise<void> => {
  if (targets.size === 0) return;
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
