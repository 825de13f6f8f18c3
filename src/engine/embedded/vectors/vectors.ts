import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import { openKernel } from './kernel.ts';
import { createRoughIndex, type RoughIndex } from './rough-index.ts';
import { colourOffset, lane, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';

/** Well below the 4 GiB that one WebAssembly memory can address. */
const chunkBytes = 1 << 30;

/** Dot products of four pictures with the query, for each part. */
type PartScores = {
  readonly looks: Float32Array;
  readonly colour: Float32Array;
  readonly title: Float32Array;
};

type Chunk = {
  readonly first: number;
  readonly count: number;
  readonly floats: Float32Array;
  /** Scores `count` pictures, up to four, from `at` on in the list. */
  score(pictures: ArrayLike<number>, at: number, count: number, into: PartScores): void;
};

export type Vectors = {
  /** Reads the vectors into memory if they are not there yet. Must be called before the methods below. */
  load(): Promise<void>;
  /** Following scores compare with this picture. */
  setQuery(picture: number): void;
  /** Writes the scores of pictures against the query picture to `scores`, in millionths. */
  score(pictures: Uint32Array, count: number, weights: Weights, scores: Uint32Array): void;
  /** `title` is null where titles are not compared. */
  partScores(picture: number): { looks: number; colour: number; title: number | null };
  /**
   * Makes smaller forms of the published vectors, in slices, and measures how far they can be trusted with these
   * weights; not for a small catalogue, which is quickly compared in full. Searches do not wait for it: until then they
   * compare in full.
   */
  loadRough(weights: readonly Weights[]): Promise<void>;
  /** Null until it is made. */
  rough(): RoughIndex | null;
  readonly shape: VectorShape;
  readonly count: number;
  /** The same vectors with more pictures after them; existing vectors are shared, not copied. */
  extend(content: Float32Array): Vectors;
};

export const vectorsInMemory = (content: Float32Array, shape: VectorShape): Vectors => {
  const chunks = fillChunks(content, shape, 0);
  const load = async () => chunks;
  return createVectors(load, countPictures(chunks), shape, createSharedRough(load, shape));
};

/** Fills `into` with the bytes of the file from `offset` on. */
export type ReadVectors = (into: Uint8Array, offset: number) => Promise<void>;

/** Vectors that are read on first use, directly into WebAssembly memory. */
export const vectorsOnDisk = (count: number, shape: VectorShape, read: ReadVectors): Vectors => {
  const load = memoizeAsync(async () => {
    const chunks = emptyChunks(count, shape, 0);
    for (const { floats, first, count: pictureCount } of chunks) {
      const bytes = vectorStride(shape) * 4;
      await read(new Uint8Array(floats.buffer, 0, pictureCount * bytes), first * bytes);
    }
    return chunks;
  });
  return createVectors(load, count, shape, createSharedRough(load, shape));
};

/** The smaller forms of published vectors; vectors that live changes extend share them. */
type SharedRough = {
  index: RoughIndex | null;
  readonly load: (weights: readonly Weights[]) => Promise<void>;
};

/** From this many pictures on, a scan first compares roughly. */
const roughFrom = 16_384;

const createSharedRough = (load: () => Promise<readonly Chunk[]>, shape: VectorShape): SharedRough => {
  const stride = vectorStride(shape);
  const build = memoizeAsync(async () => {
    const chunks = await load();
    const count = countPictures(chunks);
    if (count < roughFrom) return null;
    return createRoughIndex(shape, count, (picture) => {
      const { floats, first } = findChunkIn(chunks, picture);
      return { floats, start: (picture - first) * stride };
    });
  });
  const rough: SharedRough = {
    index: null,
    load: async (weights) => {
      rough.index = await build();
      for (const each of weights) await rough.index?.prepare(each);
    },
  };
  return rough;
};

const findChunkIn = (chunks: readonly Chunk[], picture: number): Chunk => {
  for (const chunk of chunks) if (picture < chunk.first + chunk.count) return chunk;
  throw new RangeError(`no picture ${picture}`);
};

/** Runs once and keeps the result; after a failure the next call tries again. */
const memoizeAsync = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let result: Promise<T> | null = null;
  return () => {
    result ??= work().catch((error: unknown) => {
      result = null;
      throw error;
    });
    return result;
  };
};

const emptyChunks = (total: number, shape: VectorShape, firstPicture: number): Chunk[] => {
  const perChunk = Math.max(1, Math.floor(chunkBytes / 4 / Math.max(1, vectorStride(shape))) - 2);
  const chunks: Chunk[] = [];
  for (let at = 0; at < total; at += perChunk)
    chunks.push(createChunk(shape, firstPicture + at, Math.min(perChunk, total - at)));
  return chunks;
};

const fillChunks = (content: Float32Array, shape: VectorShape, firstPicture: number): Chunk[] => {
  const stride = vectorStride(shape);
  const chunks = emptyChunks(stride === 0 ? 0 : content.length / stride, shape, firstPicture);
  for (const { floats, first, count } of chunks) {
    const at = (first - firstPicture) * stride;
    floats.set(content.subarray(at, at + count * stride));
  }
  return chunks;
};

const countPictures = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.count, 0);

const createVectors = (
  load: () => Promise<readonly Chunk[]>,
  count: number,
  shape: VectorShape,
  rough: SharedRough,
): Vectors => {
  let chunks: readonly Chunk[] = [];
  const stride = vectorStride(shape);
  const findChunk = (picture: number): Chunk => findChunkIn(chunks, picture);
  const parts: PartScores = {
    looks: new Float32Array(lane),
    colour: new Float32Array(lane),
    title: new Float32Array(lane),
  };
  const { looks, colour, title } = parts;
  return {
    shape,
    count,
    loadRough: rough.load,
    rough: () => rough.index,
    load: async () => {
      if (chunks.length === 0) chunks = await load();
    },
    extend: (content) => {
      const more = fillChunks(content, shape, count);
      const loadMore = async () => [...(await load()), ...more];
      return createVectors(loadMore, count + countPictures(more), shape, rough);
    },
    setQuery: (picture) => {
      const source = findChunk(picture);
      const start = (picture - source.first) * stride;
      const vector = source.floats.subarray(start, start + stride);
      for (const chunk of chunks) chunk.floats.set(vector, chunk.count * stride);
    },
    score: (pictures, wanted, weights, scores) => {
      for (let at = 0; at < wanted; ) {
        const chunk = findChunk(pictures[at] ?? 0);
        const some = countInChunk(chunk, pictures, at, Math.min(lane, wanted - at));
        chunk.score(pictures, at, some, parts);
        for (let i = 0; i < some; i += 1)
          scores[at + i] = combine(weights, looks[i] ?? 0, colour[i] ?? 0, title[i] ?? 0);
        at += some;
      }
    },
    partScores: (picture) => {
      findChunk(picture).score([picture], 0, 1, parts);
      return {
        looks: looks[0] ?? 0,
        colour: colour[0] ?? 0,
        title: shape.title === undefined ? null : (title[0] ?? 0),
      };
    },
  };
};

/** How many of up to `most` pictures from `at` on are in the chunk of the first. */
const countInChunk = ({ first, count }: Chunk, pictures: Uint32Array, at: number, most: number): number => {
  let some = 1;
  while (some < most) {
    const picture = pictures[at + some] ?? 0;
    if (picture < first || picture >= first + count) break;
    some += 1;
  }
  return some;
};

/** Memory layout: pictures of the chunk, then the query picture, then four sums. */
const createChunk = (shape: VectorShape, first: number, count: number): Chunk => {
  const stride = vectorStride(shape);
  const { kernel, memory } = openKernel((count + 1) * stride * 4 + 16);
  const floats = new Float32Array(memory);
  const query = count * stride;
  const out = query + stride;
  const places = new Uint32Array(lane);
  const part = (from: number, length: number, into: Float32Array) => {
    const bytesAt = (place: number): number => ((places[place] ?? query) + from) * 4;
    kernel.four((query + from) * 4, bytesAt(0), bytesAt(1), bytesAt(2), bytesAt(3), length * 4, out * 4);
    for (let i = 0; i < lane; i += 1) into[i] = floats[out + i] ?? 0;
  };
  return {
    first,
    count,
    floats,
    score: (pictures, at, some, { looks, colour, title }) => {
      for (let i = 0; i < lane; i += 1)
        places[i] = i < some ? ((pictures[at + i] ?? 0) - first) * stride : query;
      const [colourStart, titleStart] = [colourOffset(shape), titleOffset(shape)];
      part(0, colourStart, looks);
      part(colourStart, titleStart - colourStart, colour);
      if (stride > titleStart) part(titleStart, stride - titleStart, title);
    },
  };
};
