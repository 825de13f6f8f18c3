import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import type { DerivedFile } from '../storage/derived-file.ts';
import { createRoughIndex, roughFrom, type RoughIndex } from './rough-index.ts';
import { readStoredIndex } from './stored-index.ts';
import {
  blockBatch,
  createFileBlock,
  createMemoryBlock,
  type PartScores,
  type VectorBlock,
  type VectorFile,
} from './vector-blocks.ts';
import { type VectorShape, vectorStride } from './vector-shape.ts';

/** Well below the 4 GiB that one WebAssembly memory can address. */
const blockBytes = 1 << 30;

export type Vectors = {
  /** Must be called before the methods below: reads the vectors of a small catalogue, those of a large one stay in the file. */
  load(): Promise<void>;
  /** Following scores compare with this picture. */
  setQuery(picture: number): void;
  /** Writes the scores of pictures against the query picture to `scores`, in millionths. */
  score(pictures: Uint32Array, count: number, weights: Weights, scores: Uint32Array): void;
  /** `title` is null where titles are not compared. */
  partScores(picture: number): { looks: number; colour: number; title: number | null };
  /**
   * Reads smaller forms of the published vectors, or makes them, in slices, and measures how far they can be trusted with
   * these weights; not for a small catalogue, which is quickly compared in full. Searches do not wait for it: until then they
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
  const blocks = fillBlocks(content, shape, 0);
  const load = async () => blocks;
  return createVectors(load, countPictures(blocks), shape, createSharedRough(load, shape));
};

/**
 * Vectors in a file. Fewer than `inFileFrom` are read on first use, directly into WebAssembly memory: each of them is
 * compared for a question without a list. Of more, only those are read that are left after rough scores.
 */
export const vectorsOnDisk = (
  count: number,
  shape: VectorShape,
  file: VectorFile,
  inFileFrom: number = roughFrom,
  codes: DerivedFile | null = null,
): Vectors => {
  const load = memoizeAsync(async () => {
    if (count >= inFileFrom) return [createFileBlock(shape, count, file)];
    const blocks = emptyBlocks(count, shape, 0);
    for (const { floats, first, count: pictureCount } of blocks) {
      const bytes = vectorStride(shape) * 4;
      await file.read(new Uint8Array(floats.buffer, 0, pictureCount * bytes), first * bytes);
    }
    return blocks;
  });
  return createVectors(load, count, shape, createSharedRough(load, shape, codes));
};

/** The smaller forms of published vectors; vectors that live changes extend share them. */
type SharedRough = {
  index: RoughIndex | null;
  readonly load: (weights: readonly Weights[]) => Promise<void>;
};

const createSharedRough = (
  load: () => Promise<readonly VectorBlock[]>,
  shape: VectorShape,
  codes: DerivedFile | null = null,
): SharedRough => {
  const build = memoizeAsync(async () => {
    const blocks = await load();
    const count = countPictures(blocks);
    if (count < roughFrom) return null;
    const read = (picture: number) => findBlockIn(blocks, picture).view(picture);
    return (await readStoredIndex(codes, shape, count, read)) ?? createRoughIndex(shape, count, read);
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

const findBlockIn = (blocks: readonly VectorBlock[], picture: number): VectorBlock => {
  for (const block of blocks) if (picture < block.first + block.count) return block;
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

type MemoryBlock = ReturnType<typeof createMemoryBlock>;

const emptyBlocks = (total: number, shape: VectorShape, firstPicture: number): MemoryBlock[] => {
  const perBlock = Math.max(1, Math.floor(blockBytes / 4 / Math.max(1, vectorStride(shape))) - 2);
  const blocks: MemoryBlock[] = [];
  for (let at = 0; at < total; at += perBlock)
    blocks.push(createMemoryBlock(shape, firstPicture + at, Math.min(perBlock, total - at)));
  return blocks;
};

const fillBlocks = (content: Float32Array, shape: VectorShape, firstPicture: number): MemoryBlock[] => {
  const stride = vectorStride(shape);
  const blocks = emptyBlocks(stride === 0 ? 0 : content.length / stride, shape, firstPicture);
  for (const { floats, first, count } of blocks) {
    const at = (first - firstPicture) * stride;
    floats.set(content.subarray(at, at + count * stride));
  }
  return blocks;
};

const countPictures = (blocks: readonly VectorBlock[]): number =>
  blocks.reduce((sum, block) => sum + block.count, 0);

const createVectors = (
  load: () => Promise<readonly VectorBlock[]>,
  count: number,
  shape: VectorShape,
  rough: SharedRough,
): Vectors => {
  let blocks: readonly VectorBlock[] = [];
  const stride = vectorStride(shape);
  const findBlock = (picture: number): VectorBlock => findBlockIn(blocks, picture);
  const parts: PartScores = {
    looks: new Float32Array(blockBatch),
    colour: new Float32Array(blockBatch),
    title: new Float32Array(blockBatch),
  };
  const { looks, colour, title } = parts;
  return {
    shape,
    count,
    loadRough: rough.load,
    rough: () => rough.index,
    load: async () => {
      if (blocks.length === 0) blocks = await load();
    },
    extend: (content) => {
      const more = fillBlocks(content, shape, count);
      const loadMore = async () => [...(await load()), ...more];
      return createVectors(loadMore, count + countPictures(more), shape, rough);
    },
    setQuery: (picture) => {
      const { floats, start } = findBlock(picture).view(picture);
      const vector = floats.subarray(start, start + stride);
      for (const block of blocks) block.setQuery(vector);
    },
    score: (pictures, wanted, weights, scores) => {
      for (let at = 0; at < wanted; ) {
        const block = findBlock(pictures[at] ?? 0);
        const some = countInBlock(block, pictures, at, Math.min(blockBatch, wanted - at));
        block.score(pictures, at, some, parts);
        for (let i = 0; i < some; i += 1)
          scores[at + i] = combine(weights, looks[i] ?? 0, colour[i] ?? 0, title[i] ?? 0);
        at += some;
      }
    },
    partScores: (picture) => {
      findBlock(picture).score([picture], 0, 1, parts);
      return {
        looks: looks[0] ?? 0,
        colour: colour[0] ?? 0,
        title: shape.title === undefined ? null : (title[0] ?? 0),
      };
    },
  };
};

/** How many of up to `most` pictures from `at` on are in the block of the first. */
const countInBlock = (
  { first, count }: VectorBlock,
  pictures: Uint32Array,
  at: number,
  most: number,
): number => {
  let some = 1;
  while (some < most) {
    const picture = pictures[at + some] ?? 0;
    if (picture < first || picture >= first + count) break;
    some += 1;
  }
  return some;
};
