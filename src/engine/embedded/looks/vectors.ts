import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../score.ts';
import { openKernel } from './kernel.ts';

/**
 * Vectors of pictures, looks first, then colour, each part filled up with zeros to whole lanes. Kept as
 * float32, on disk as in memory: they are used where they lie, and the same bits give the same scores. Half
 * the size in float16 would cost a conversion for each use, as no instruction multiplies float16 here.
 */
export type VectorShape = { readonly looks: number; readonly colour: number };

const lane = 4;
const padded = (dimensions: number) => Math.ceil(dimensions / lane) * lane;

/** Floats from one picture to the next. */
export const strideOf = (shape: VectorShape): number => padded(shape.looks) + padded(shape.colour);
/** Where the colour part starts, in floats. */
export const colourAt = (shape: VectorShape): number => padded(shape.looks);

/** One memory stays well below what WebAssembly can address. */
const chunkBytes = 1 << 30;

type Chunk = {
  readonly first: number;
  readonly count: number;
  readonly floats: Float32Array;
  score(pictures: readonly number[], looks: Float32Array, colour: Float32Array): void;
};

export type Vectors = {
  /** All following scores are against this picture. */
  aim(picture: number): void;
  /** Scores of pictures against the one aimed at, in millionths, into `scores`. */
  score(pictures: Uint32Array, count: number, weights: Weights, scores: Uint32Array): void;
  parts(picture: number): { looks: number; colour: number };
  readonly shape: VectorShape;
  readonly count: number;
  /** The same with more pictures behind: what is there is shared, not copied. */
  extend(content: Float32Array): Vectors;
};

export const openVectors = (content: Float32Array, shape: VectorShape): Vectors =>
  vectorsOf(openChunks(content, shape, 0), shape);

const openChunks = (content: Float32Array, shape: VectorShape, firstPicture: number): Chunk[] => {
  const stride = strideOf(shape);
  const perChunk = Math.max(1, Math.floor(chunkBytes / 4 / Math.max(1, stride)) - 2);
  const total = stride === 0 ? 0 : content.length / stride;
  const chunks: Chunk[] = [];
  for (let at = 0; at < total; at += perChunk) {
    const count = Math.min(perChunk, total - at);
    const part = content.subarray(at * stride, (at + count) * stride);
    chunks.push(openChunk(part, shape, firstPicture + at, count));
  }
  return chunks;
};

const vectorsOf = (chunks: readonly Chunk[], shape: VectorShape): Vectors => {
  const stride = strideOf(shape);
  const chunkOf = (picture: number): Chunk => {
    for (const chunk of chunks) if (picture < chunk.first + chunk.count) return chunk;
    throw new RangeError(`no picture ${picture}`);
  };
  const looks = new Float32Array(lane);
  const colour = new Float32Array(lane);
  const scoreUpToFour = (batch: number[], weights: Weights, scores: Uint32Array, at: number) => {
    if (batch.length === 0) return;
    chunkOf(batch[0] ?? 0).score(batch, looks, colour);
    for (let i = 0; i < batch.length; i += 1)
      scores[at + i] = combine(weights, looks[i] ?? 0, colour[i] ?? 0);
  };
  const last = chunks.at(-1);
  const count = last ? last.first + last.count : 0;
  return {
    shape,
    count,
    extend: (content) => vectorsOf([...chunks, ...openChunks(content, shape, count)], shape),
    aim: (picture) => {
      const source = chunkOf(picture);
      const start = (picture - source.first) * stride;
      const vector = source.floats.subarray(start, start + stride);
      for (const chunk of chunks) chunk.floats.set(vector, chunk.count * stride);
    },
    score: (pictures, wanted, weights, scores) => {
      let batch: number[] = [];
      for (let at = 0; at < wanted; at += 1) {
        const picture = pictures[at] ?? 0;
        const full = batch.length === lane || chunkOf(batch[0] ?? picture) !== chunkOf(picture);
        if (full) {
          scoreUpToFour(batch, weights, scores, at - batch.length);
          batch = [];
        }
        batch.push(picture);
      }
      scoreUpToFour(batch, weights, scores, wanted - batch.length);
    },
    parts: (picture) => {
      chunkOf(picture).score([picture], looks, colour);
      return { looks: looks[0] ?? 0, colour: colour[0] ?? 0 };
    },
  };
};

/** Pictures of a chunk, then the one aimed at, then room for four sums. */
function openChunk(content: Float32Array, shape: VectorShape, first: number, count: number): Chunk {
  const stride = strideOf(shape);
  const { kernel, memory } = openKernel((count + 1) * stride * 4 + 16);
  const floats = new Float32Array(memory);
  floats.set(content);
  const query = count * stride;
  const out = query + stride;
  const part = (at: readonly number[], from: number, length: number, into: Float32Array) => {
    const [a = query, b = query, c = query, d = query] = at;
    kernel.four(
      (query + from) * 4,
      (a + from) * 4,
      (b + from) * 4,
      (c + from) * 4,
      (d + from) * 4,
      length * 4,
      out * 4,
    );
    for (let i = 0; i < lane; i += 1) into[i] = floats[out + i] ?? 0;
  };
  return {
    first,
    count,
    floats,
    score: (pictures, looks, colour) => {
      const at = pictures.map((picture) => (picture - first) * stride);
      part(at, 0, colourAt(shape), looks);
      part(at, colourAt(shape), stride - colourAt(shape), colour);
    },
  };
}
