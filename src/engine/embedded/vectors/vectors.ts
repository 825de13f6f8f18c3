import { memoizeAsync } from '../../../domain/memoize.ts';
import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import type { VectorCodes } from './vector-codes.ts';
import { hasCodes, makeVectorCodes, quantisedFrom, readVectorCodes } from './vector-codes.ts';
import type { DerivedFile } from '../storage/load-version.ts';
import type { MemoryBlock, ReadVector, VectorBlock, VectorFile } from './vector-blocks.ts';
import { blockBatch, createFileBlock, createMemoryBlock } from './vector-blocks.ts';
import { type VectorShape, vectorStride } from './vector-shape.ts';
import type { Indexes, PictureIndex } from '../rows/rows.ts';

export type Vectors = {
  /** Must be called before the methods below: reads the vectors of a small catalogue, those of a large one stay in the file. */
  load(): Promise<void>;
  /** Following scores compare with this vector. */
  setQuery(vector: ReturnType<ReadVector>): void;
  /** Writes the scores of pictures against the query picture to `scores`, in millionths. */
  score(pictures: Indexes<PictureIndex>, count: number, weights: Weights, scores: Uint32Array): void;
  /** `title` is null where titles are not compared. */
  partScores(picture: PictureIndex): { looks: number; colour: number; title: number | null };
  readonly read: ReadVector;
  /**
   * Codes of the published vectors, which are read or made once; null: a small catalogue, or one whose codes the kernel cannot address. It is
   * compared in full.
   */
  codes(): Promise<VectorCodes | null>;
  readonly shape: VectorShape;
  readonly count: number;
  /** The same vectors with more pictures after them. Shared memory: those of an earlier call after the same ones are replaced. */
  extend(content: Float32Array): Vectors;
};

export const vectorsInMemory = (content: Float32Array, shape: VectorShape): Vectors => {
  const stride = vectorStride(shape);
  const block = createMemoryBlock(shape, 0, stride === 0 ? 0 : content.length / stride);
  block.floats.set(content);
  const load = async () => [block];
  return createVectors(load, block.count, shape, openCodes(load, block.count, shape, quantisedFrom));
};

/**
 * Vectors in a file. Fewer than `from` are read on first use, directly into WebAssembly memory: each of them is compared for a question
 * without a list. Of more, only those are read that are left after a comparison of codes.
 */
export const vectorsOnDisk = (
  count: number,
  shape: VectorShape,
  file: VectorFile,
  from: number = quantisedFrom,
  codes: DerivedFile | null = null,
): Vectors => {
  const load = memoizeAsync(async () => {
    if (count >= from) return [createFileBlock(shape, count, file)];
    const block = createMemoryBlock(shape, 0, count);
    await file.read(new Uint8Array(block.floats.buffer, 0, count * vectorStride(shape) * 4), 0);
    return [block];
  });
  return createVectors(load, count, shape, openCodes(load, count, shape, from, codes));
};

type LoadBlocks = () => Promise<readonly VectorBlock[]>;

const openCodes = (
  load: LoadBlocks,
  count: number,
  shape: VectorShape,
  from: number,
  file: DerivedFile | null = null,
): Vectors['codes'] =>
  memoizeAsync(async () => {
    if (!hasCodes(shape, count, from)) return null;
    const blocks = await load();
    const read: ReadVector = (picture) => findBlock(blocks, picture).view(picture);
    return (await readVectorCodes(file, shape, count)) ?? makeVectorCodes(shape, count, read);
  });

const findBlock = (blocks: readonly VectorBlock[], picture: PictureIndex): VectorBlock => {
  for (const block of blocks) if (picture < block.first + block.count) return block;
  throw new RangeError(`no picture ${picture}`);
};

/** Pictures that a block of live changes has room for. */
const liveBlock = 256;

const createVectors = (
  load: LoadBlocks,
  count: number,
  shape: VectorShape,
  codes: Vectors['codes'],
  live: readonly MemoryBlock[] = [],
): Vectors => {
  let blocks: readonly VectorBlock[] = [];
  const stride = vectorStride(shape);
  const read: ReadVector = (picture) => findBlock(blocks, picture).view(picture);
  return {
    shape,
    count,
    codes,
    read,
    load: async () => {
      if (blocks.length === 0) blocks = [...(await load()), ...live];
    },
    extend: (content) => {
      const [more, extended] = [content.length / stride, [...live]];
      for (let at = 0; at < more; at += 1) {
        const last = extended.at(-1);
        const isFull = !last || count + at >= last.first + last.count;
        const block = isFull ? createMemoryBlock(shape, count + at, liveBlock) : last;
        if (isFull) extended.push(block);
        // Behind what is there: vectors that were given out before never read it.
        const place = (count + at - block.first) * stride;
        block.floats.set(content.subarray(at * stride, (at + 1) * stride), place);
      }
      return createVectors(load, count + more, shape, codes, extended);
    },
    setQuery: ({ floats, start }) => {
      const vector = floats.subarray(start, start + stride);
      for (const block of blocks) block.setQuery(vector);
    },
    score: (pictures, wanted, weights, scores) => {
      for (let at = 0; at < wanted; ) {
        const block = findBlock(blocks, pictures[at] ?? 0);
        const some = countInBlock(block, pictures, at, Math.min(blockBatch, wanted - at));
        const { looks, colour, title } = block.score(pictures, at, some);
        for (let i = 0; i < some; i += 1)
          scores[at + i] = combine(weights, looks[i] ?? 0, colour[i] ?? 0, title[i] ?? 0);
        at += some;
      }
    },
    partScores: (picture) => {
      const { looks, colour, title } = findBlock(blocks, picture).score([picture], 0, 1);
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
