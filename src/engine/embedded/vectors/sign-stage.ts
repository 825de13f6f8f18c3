import { allocateMemory, chooseEstimates, type CodeKernel, fillLast, openKernelOn } from './code-kernel.ts';
import {
  batchBytes,
  type ReadVector,
  roughBatch,
  type RoughStage,
  type StoredArrays,
} from './rough-stage.ts';
import { createSignPart } from './sign-part.ts';
import type { SparsePart } from './sparse-part.ts';
import { colourOffset, type VectorShape } from './vector-shape.ts';

/*
 * One bit for each number of a vector: is it above the average of all pictures? Two vectors with many equal bits are
 * alike. Comparing bits reads a thirtieth of the memory. Titles have few numbers that are not 0: these are compared
 * exactly.
 */

/** The kernel counts differing bits in bytes: that is enough for so many dimensions. */
export const mostSigns = 3968;

/** Bits of all looks, then of all colours, each with two floats; then the cosines of both. */
const bitsName = 'bits';

/** Pictures that the average is taken of. */
const meanSample = 2048;

export const createSignStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null = null,
): RoughStage => {
  const start = stored?.arrays.get(bitsName, 'u8').byteOffset ?? 0;
  const looks = createSignPart(0, shape.looks, start);
  const colour = createSignPart(colourOffset(shape), shape.colour, start + looks.stride * count);
  const parts = [looks, colour];
  const cosinesAt = colour.base + colour.stride * count;
  const end = cosinesAt + looks.cosines.byteLength + colour.cosines.byteLength;
  const listAt = stored?.scratch ?? end;
  const outAt = listAt + roughBatch * 4;
  const home = stored?.memory ?? allocateMemory(listAt + batchBytes);
  const kernel = openKernelOn(home);
  const memory = home.buffer;
  const estimate = chooseEstimates(kernel);
  const numbers = new Uint32Array(memory, listAt, roughBatch);
  const estimates = new Float32Array(memory, outAt, roughBatch);
  const floatsOf = new Float32Array(memory, 0, end / 4);
  const tables = [cosinesAt, cosinesAt + looks.cosines.byteLength];
  if (stored === null) {
    parts.forEach((part, index) => floatsOf.set(part.cosines, (tables[index] ?? 0) / 4));
    addMeans(parts, count, read);
  }
  const bits = new Uint8Array(memory);
  const addPart = (index: number, query: number, weight: number, some: number): void => {
    const part = parts[index];
    if (!part || weight === 0 || part.bytes === 0) return;
    const { base, stride, bytes } = part;
    const at = base + query * stride;
    const own = weight * (floatsOf[(at + bytes) / 4 + 1] ?? 0);
    const place: Parameters<CodeKernel['dots']> = [at, base, listAt, some, stride, bytes, outAt];
    estimate(...place, tables[index] ?? 0, weight, own);
  };
  return {
    arrays: { [bitsName]: new Uint8Array(memory, start, end - start) },
    encode: (picture, floats, from) => {
      for (const part of parts) part.encode(floats, from, picture, bits, floatsOf);
    },
    score: (query, pictures, from, to, weights, scores) => {
      for (let first = from; first < to; first += roughBatch) {
        const some = Math.min(roughBatch, to - first);
        numbers.set(pictures.subarray(first, first + some));
        const padded = fillLast(numbers, some);
        estimates.fill(0, 0, some);
        addPart(0, query, weights.looks, padded);
        addPart(1, query, weights.colour, padded);
        scores.set(estimates.subarray(0, some), first);
        title.addProducts(query, weights.title ?? 0, pictures.subarray(first, first + some), scores, first);
      }
    },
  };
};

const addMeans = (
  parts: readonly ReturnType<typeof createSignPart>[],
  count: number,
  read: ReadVector,
): void => {
  const sample = Math.min(count, meanSample);
  for (let index = 0; index < sample; index += 1) {
    const { floats, start } = read(Math.floor((index * count) / sample));
    for (const part of parts) part.addToMean(floats, start);
  }
  for (const part of parts) part.finishMean(sample);
};
