import { openKernel } from './kernel.ts';
import { createRecentVectors } from './recent-vectors.ts';
import { colourOffset, lane, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';

/*
 * Vectors of pictures with consecutive numbers, in memory or in the file of a version. Those in a file are copied into a
 * memory of the kernel when they are compared, and the last of them stay there.
 */

/** Pictures that are compared in one call at most. */
export const blockBatch = 64;

/** Dot products of pictures with the query, for each part. */
export type PartScores = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title: Float32Array;
};

export type VectorBlock = {
  readonly first: number;
  readonly count: number;
  /** The vector of a picture, from `start` on; it may change at the next call. */
  view(picture: number): { readonly floats: Float32Array; readonly start: number };
  /** Following scores compare with this vector. */
  setQuery(vector: Float32Array): void;
  /** Scores `count` pictures, up to `blockBatch`, from `at` on in the list. */
  score(pictures: ArrayLike<number>, at: number, count: number, into: PartScores): void;
};

/** The vectors of a version in its file. */
export type VectorFile = {
  /** Fills `into` with the bytes from `offset` on. */
  readonly read: (into: Uint8Array, offset: number) => Promise<void>;
  /** The same, at once. */
  readonly readNow: (into: Uint8Array, offset: number) => void;
};

/** `floats` has room for the vectors of the block. */
export const createMemoryBlock = (
  shape: VectorShape,
  first: number,
  count: number,
): VectorBlock & { readonly floats: Float32Array } => {
  const stride = vectorStride(shape);
  const { floats, query, setQuery, scoreFour } = openScorer(shape, count);
  const places = new Uint32Array(lane);
  return {
    first,
    count,
    floats,
    view: (picture) => ({ floats, start: (picture - first) * stride }),
    setQuery,
    score: (pictures, at, some, into) => {
      for (let from = 0; from < some; from += lane) {
        for (let i = 0; i < lane; i += 1)
          places[i] = from + i < some ? ((pictures[at + from + i] ?? 0) - first) * stride : query;
        scoreFour(places, into, from);
      }
    },
  };
};

/** Vectors of a file that were compared last stay in memory: so many bytes of them. */
const recentBytes = 32 << 20;

/** All vectors of a file. */
export const createFileBlock = (
  shape: VectorShape,
  count: number,
  file: VectorFile,
  keptBytes: number = recentBytes,
): VectorBlock => {
  const stride = vectorStride(shape);
  const rowBytes = stride * 4;
  const slots = Math.max(2 * blockBatch, Math.min(count, Math.floor(keptBytes / Math.max(1, rowBytes))));
  const { floats, query, setQuery, scoreFour } = openScorer(shape, slots);
  const bytes = new Uint8Array(floats.buffer);
  const recent = createRecentVectors(count, slots, blockBatch, (picture, slot, length) =>
    file.readNow(bytes.subarray(slot * rowBytes, (slot + length) * rowBytes), picture * rowBytes),
  );
  const places = new Uint32Array(lane);
  return {
    first: 0,
    count,
    view: createWindow(file, stride, count),
    setQuery,
    score: (pictures, at, some, into) => {
      recent.find(pictures, at, some);
      for (let from = 0; from < some; from += lane) {
        for (let i = 0; i < lane; i += 1)
          places[i] = from + i < some ? (recent.places[from + i] ?? 0) * stride : query;
        scoreFour(places, into, from);
      }
    },
  };
};

/** Reads ahead when pictures are asked for one after the other. */
const createWindow = (file: VectorFile, stride: number, count: number): VectorBlock['view'] => {
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

/** Memory layout: `rows` vectors, then the query, then four sums. */
const openScorer = (shape: VectorShape, rows: number) => {
  const stride = vectorStride(shape);
  const { kernel, memory } = openKernel((rows + 1) * stride * 4 + 16);
  const floats = new Float32Array(memory);
  const query = rows * stride;
  const out = query + stride;
  const scorePart = (
    places: Uint32Array,
    from: number,
    length: number,
    into: Float32Array,
    at: number,
  ): void => {
    const bytesAt = (place: number): number => ((places[place] ?? query) + from) * 4;
    kernel.four((query + from) * 4, bytesAt(0), bytesAt(1), bytesAt(2), bytesAt(3), length * 4, out * 4);
    for (let i = 0; i < lane; i += 1) into[at + i] = floats[out + i] ?? 0;
  };
  const [colourStart, titleStart] = [colourOffset(shape), titleOffset(shape)];
  return {
    floats,
    query,
    setQuery: (vector: Float32Array): void => floats.set(vector, query),
    /** Scores the vectors that start at four places; results go to `into` from `at` on. */
    scoreFour: (places: Uint32Array, { looks, colour, title }: PartScores, at: number): void => {
      scorePart(places, 0, colourStart, looks, at);
      scorePart(places, colourStart, titleStart - colourStart, colour, at);
      if (stride > titleStart) scorePart(places, titleStart, stride - titleStart, title, at);
    },
  };
};
