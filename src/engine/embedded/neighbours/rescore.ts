import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import { candidateKey, rowFromKey } from '../ranking/candidate-key.ts';
import { allocateMemory, openKernelOn } from '../vectors/code-kernel.ts';
import { placeBytes, type VectorPlace } from '../vectors/shared-vectors.ts';
import { colourOffset, titleOffset, vectorStride } from '../vectors/vector-shape.ts';
import type { CompareData } from './compare-types.ts';

/** Exact keys of some candidates of one query, best first: the same bits as a comparison of everything gives. */
export type Rescore = (query: number, keys: Float64Array, weights: Weights) => Float64Array;

/** Candidates at a time. The place of a thread has three such lists of results after the list of numbers. */
const batch = placeBytes / 16;

type Multiply = (query: number, pictures: Uint32Array, count: number, weights: Weights) => void;

export const createRescorer = (data: CompareData, place: VectorPlace | null): Rescore => {
  const pictures = new Uint32Array(batch);
  const { multiply, looks, colour, title } = place ? multiplyInPlace(data, place) : multiplyCopies(data);
  return (query, keys, weights) => {
    const exact = new Float64Array(keys.length);
    for (let first = 0; first < keys.length; first += batch) {
      const count = Math.min(batch, keys.length - first);
      for (let at = 0; at < count; at += 1)
        pictures[at] = data.pictureOfRow[rowFromKey(keys[first + at] ?? 0)] ?? 0;
      multiply(data.pictureOfRow[query] ?? 0, pictures, count, weights);
      for (let at = 0; at < count; at += 1) {
        // A part without weight was not multiplied: the comparison of everything leaves it out too.
        const l = weights.looks === 0 ? 0 : (looks[at] ?? 0);
        const c = weights.colour === 0 ? 0 : (colour[at] ?? 0);
        const t = (weights.title ?? 0) === 0 ? 0 : (title[at] ?? 0);
        exact[first + at] = candidateKey(combine(weights, l, c, t), rowFromKey(keys[first + at] ?? 0));
      }
    }
    return exact.sort();
  };
};

/** Multiplies the vectors where they are. */
const multiplyInPlace = ({ shape }: CompareData, { memory, at }: VectorPlace) => {
  const kernel = openKernelOn(memory);
  const bytes = vectorStride(shape) * 4;
  const [colourStart, titleStart] = [colourOffset(shape) * 4, titleOffset(shape) * 4];
  const [list, looksAt, colourAt, titleAt] = [at, at + batch * 4, at + batch * 8, at + batch * 12];
  const numbers = new Uint32Array(memory.buffer, list, batch);
  const looks = new Float32Array(memory.buffer, looksAt, batch);
  const colour = new Float32Array(memory.buffer, colourAt, batch);
  const title = new Float32Array(memory.buffer, titleAt, batch);
  const multiply: Multiply = (query, pictures, count, weights) => {
    for (let index = 0; index < count; index += 1) numbers[index] = pictures[index] ?? 0;
    const multiplyPart = (weight: number, from: number, to: number, outAt: number, out: Float32Array) => {
      if (weight > 0 && to > from)
        kernel.floats(query * bytes + from, from, list, count, bytes, to - from, outAt);
      else out.fill(0, 0, count);
    };
    multiplyPart(weights.looks, 0, colourStart, looksAt, looks);
    multiplyPart(weights.colour, colourStart, titleStart, colourAt, colour);
    multiplyPart(weights.title ?? 0, titleStart, bytes, titleAt, title);
  };
  return { multiply, looks, colour, title };
};

/** For vectors that one WebAssembly memory cannot hold: copies those that are needed into a small one. */
const multiplyCopies = (data: CompareData) => {
  const { vectors, shape } = data;
  const stride = vectorStride(shape);
  const end = (batch + 1) * stride * 4;
  const memory = allocateMemory(end + placeBytes);
  const copies = new Float32Array(memory.buffer);
  const copied = multiplyInPlace(data, { memory, at: end });
  const copy = (picture: number, to: number) =>
    copies.set(vectors.subarray(picture * stride, (picture + 1) * stride), to * stride);
  const order = Uint32Array.from({ length: batch }, (_, at) => at);
  const multiply: Multiply = (query, pictures, count, weights) => {
    copy(query, batch);
    for (let at = 0; at < count; at += 1) copy(pictures[at] ?? 0, at);
    copied.multiply(batch, order, count, weights);
  };
  return { ...copied, multiply };
};
