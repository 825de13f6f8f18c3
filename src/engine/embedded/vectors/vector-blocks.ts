import { allocateMemory, fillLast, openKernel } from '../kernel/kernel.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';
import type { PictureIndex } from '../rows/rows.ts';

/*
 * Vectors of pictures with consecutive numbers, in memory or in the file of a version. Those in a file are read into memory of the kernel when
 * they are compared.
 */

/** Pictures that are compared in one call at most. */
export const blockBatch = 64;

/** Dot products of pictures with the query, for each part. */
export type PartScores = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title: Float32Array;
};

/** The vector of a picture: `stride` floats from `start` on, until the next one is read. */
export type ReadVector = (picture: PictureIndex) => { readonly floats: Float32Array; readonly start: number };

export type VectorBlock = {
  readonly first: number;
  readonly count: number;
  readonly view: ReadVector;
  /** Following scores compare with this vector. */
  setQuery(vector: Float32Array): void;
  /** Scores `count` pictures, up to `blockBatch`, from `at` on in the list. They hold until the next call. */
  score(pictures: ArrayLike<number>, at: number, count: number): PartScores;
};

/** The vectors of a version in its file. */
export type VectorFile = {
  /** Fills `into` with the bytes from `offset` on. */
  readonly read: (into: Uint8Array, offset: number) => Promise<void>;
  /** The same, at once. */
  readonly readNow: (into: Uint8Array, offset: number) => void;
};

/** `floats` has room for the vectors of the block. */
export type MemoryBlock = VectorBlock & { readonly floats: Float32Array };

export const createMemoryBlock = (shape: VectorShape, first: number, count: number): MemoryBlock => {
  const { floats, setQuery, scoreRows } = createScorer(shape, count);
  const view: ReadVector = (picture) => ({ floats, start: (picture - first) * vectorStride(shape) });
  return {
    first,
    count,
    floats,
    view,
    setQuery,
    score: (pictures, at, some) => scoreRows(some, (index) => (pictures[at + index] ?? 0) - first),
  };
};

/** All vectors of a file. */
export const createFileBlock = (
  shape: VectorShape,
  count: number,
  file: Pick<VectorFile, 'readNow'>,
): VectorBlock => {
  const rowBytes = vectorStride(shape) * 4;
  const { floats, setQuery, scoreRows } = createScorer(shape, blockBatch);
  const bytes = new Uint8Array(floats.buffer);
  const readRow = (picture: number, row: number): void =>
    file.readNow(bytes.subarray(row * rowBytes, (row + 1) * rowBytes), picture * rowBytes);
  return {
    first: 0,
    count,
    view: createWindow(file, vectorStride(shape), count),
    setQuery,
    score: (pictures, at, some) => {
      for (let index = 0; index < some; index += 1) readRow(pictures[at + index] ?? 0, index);
      return scoreRows(some, (index) => index);
    },
  };
};

/** Reads ahead when pictures are asked for one after the other. */
export const createWindow = (
  file: Pick<VectorFile, 'readNow'>,
  stride: number,
  count: number,
): ReadVector => {
  const floats = new Float32Array(blockBatch * stride);
  const bytes = new Uint8Array(floats.buffer);
  let [first, end] = [0, 0];
  return (picture) => {
    if (picture < first || picture >= end) {
      const some = picture === end ? Math.min(blockBatch, count - picture) : 1;
      file.readNow(bytes.subarray(0, some * stride * 4), picture * stride * 4);
      [first, end] = [picture, picture + some];
    }
    return { floats, start: (picture - first) * stride };
  };
};

/** Memory layout: `rows` vectors, the query, a list of up to `batch` rows, and a product of each part for each of them. */
export const createScorer = (shape: VectorShape, rows: number, batch = blockBatch) => {
  const rowBytes = vectorStride(shape) * 4;
  const queryAt = rows * rowBytes;
  const listAt = queryAt + rowBytes;
  const memory = allocateMemory(listAt + 4 * batch * 4);
  const kernel = openKernel(memory);
  const floats = new Float32Array(memory.buffer);
  const list = new Uint32Array(memory.buffer, listAt, batch);
  const [colour, title] = [colourOffset(shape) * 4, titleOffset(shape) * 4];
  const openPart = (index: number, from: number, to: number) => {
    const out = listAt + (1 + index) * batch * 4;
    const score = (count: number) =>
      kernel.scoreFloats(queryAt + from, from, listAt, count, rowBytes, to - from, out);
    return { score, products: new Float32Array(memory.buffer, out, batch) };
  };
  const parts = [openPart(0, 0, colour), openPart(1, colour, title), openPart(2, title, rowBytes)] as const;
  const scores: PartScores = {
    looks: parts[0].products,
    colour: parts[1].products,
    title: parts[2].products,
  };
  return {
    floats,
    setQuery: (vector: Float32Array): void => floats.set(vector, queryAt / 4),
    scoreRows: (count: number, rowAt: (index: number) => number): PartScores => {
      for (let index = 0; index < count; index += 1) list[index] = rowAt(index);
      const padded = fillLast(list, count);
      for (const part of parts) part.score(padded);
      return scores;
    },
  };
};
