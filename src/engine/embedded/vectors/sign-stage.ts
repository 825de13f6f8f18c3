import { encodePlanes, scaleOfPlanes } from './bit-query.ts';
import {
  allocateMemory,
  chooseEstimates,
  chooseWeighted,
  type CodeKernel,
  openKernelOn,
} from './code-kernel.ts';
import { createBlockCopies } from './bit-blocks.ts';
import {
  type IsNear,
  type ReadVector,
  type RoughStage,
  type ScoreRoughly,
  type StoredArrays,
  type TakeRoom,
} from './rough-stage.ts';
import { createListScorer } from './list-scorer.ts';
import { layOutScratch } from './scratch.ts';
import { createSignPart, type SignPart } from './sign-part.ts';
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
const meanName = 'mean';

/** Pictures that the average is taken of. */
const meanSample = 2048;

/** The planes of the parts of a query: where they are, in bytes, and what a level is worth. */
export type QueryPlanes = { readonly at: readonly number[]; readonly levels: readonly number[] };

/** Lists of a sample that margins are measured with are shorter. */
const fewestCopied = 4097;
/** Bytes that one question copies, which takes about a millisecond. */
const copiedAtOnce = 80 << 10;
/** Bytes of all copies of a thread, and how many there are. */
const [copiedBytes, copies] = [1 << 24, 4];

export type SignStage = RoughStage & {
  /** More exact scores from the same bits: the query has three for each number (bit-query.ts). */
  readonly scoreFinely: ScoreRoughly;
  /** Of finer scores. */
  readonly isNear: IsNear;
  readonly takeRoom: TakeRoom;
  /** Writes the planes of a query (bit-query.ts) to the memory of the bits, where they stay until the next call. */
  readonly encodePlanes: (query: number) => QueryPlanes;
  readonly parts: readonly SignPart[];
  /** The memory of the bits. */
  readonly words: Uint32Array;
};

export const createSignStage = (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  title: SparsePart,
  stored: StoredArrays | null = null,
): SignStage => {
  const start = stored?.arrays.get(bitsName, 'u8').byteOffset ?? 0;
  const looks = createSignPart(0, shape.looks, start);
  const colour = createSignPart(colourOffset(shape), shape.colour, start + looks.stride * count);
  const parts = [looks, colour];
  const cosinesAt = colour.base + colour.stride * count;
  const end = cosinesAt + looks.cosines.byteLength + colour.cosines.byteLength;
  const scratch = layOutScratch(shape, stored?.scratch ?? end);
  const home = stored?.memory ?? allocateMemory(scratch.end);
  const kernel = openKernelOn(home);
  const memory = home.buffer;
  const estimate = chooseEstimates(kernel);
  const addWeighted = chooseWeighted(kernel);
  const scoreLists = createListScorer(memory, scratch, title);
  const floatsOf = new Float32Array(memory, 0, end / 4);
  const tables = [cosinesAt, cosinesAt + looks.cosines.byteLength];
  if (stored === null) parts.forEach((part, index) => floatsOf.set(part.cosines, (tables[index] ?? 0) / 4));
  if (stored?.arrays.has(meanName)) readMeans(parts, stored.arrays.get(meanName, 'f64'));
  else addMeans(parts, count, read);
  const bits = new Uint8Array(memory);
  type Place = Parameters<CodeKernel['floats']>;
  const addPart = (index: number, query: number, weight: number, some: number): void => {
    const part = parts[index];
    if (!part || weight === 0 || part.bytes === 0) return;
    const { base, stride, bytes } = part;
    const at = base + query * stride;
    const own = weight * (floatsOf[(at + bytes) / 4 + 1] ?? 0);
    const place: Place = [at, base, scratch.list, some, stride, bytes, scratch.out];
    estimate(...place, tables[index] ?? 0, weight, own);
  };
  const planes = [scratch.planes.looks, scratch.planes.colour];
  const levels = [0, 0];
  let encoded = -1;
  const encodeQuery = (query: number): QueryPlanes => {
    if (query === encoded) return { at: planes, levels };
    const { floats, start: from } = read(query);
    parts.forEach(({ offset, mean }, index) => {
      levels[index] = encodePlanes(floats, from + offset, mean, bits, planes[index] ?? 0);
    });
    encoded = query;
    return { at: planes, levels };
  };
  const addFinely = (index: number, weight: number, some: number): void => {
    const part = parts[index];
    if (!part || weight === 0 || part.bytes === 0) return;
    const { base, stride, bytes, mean } = part;
    const { ones, each } = scaleOfPlanes(mean.length);
    const factor = weight * (levels[index] ?? 0);
    const place: Place = [planes[index] ?? 0, base, scratch.list, some, stride, bytes, scratch.out];
    addWeighted(...place, weight, factor * ones, factor * each);
  };
  const scoreInPlace = scoreLists((query, weights, some) => {
    addPart(0, query, weights.looks, some);
    addPart(1, query, weights.colour, some);
  });
  const scoreFinelyInPlace = scoreLists((_, weights, some) => {
    addFinely(0, weights.looks, some);
    addFinely(1, weights.colour, some);
  });
  const rowBytes = Math.max(1, looks.stride + colour.stride);
  const mostRows = Math.min(count / 4, copiedBytes / copies / rowBytes);
  const blocks = createBlockCopies(
    { fewestRows: fewestCopied, mostRows, copies, rowsAtOnce: Math.ceil(copiedAtOnce / rowBytes) },
    parts.map((part) => ({ ...part, numbers: part.mean.length })),
    bits,
    read,
  );
  return {
    arrays: {
      [bitsName]: new Uint8Array(memory, start, end - start),
      [meanName]: Float64Array.from(parts.flatMap(({ mean }) => [...mean])),
    },
    parts,
    words: new Uint32Array(memory),
    encode: (picture, floats, from) => {
      for (const part of parts) part.encode(floats, from, picture, bits, floatsOf);
    },
    encodePlanes: encodeQuery,
    isNear: (pictures) => blocks.findWhole(pictures) !== null,
    takeRoom: (pictures) => blocks.findWhole(pictures)?.takeRoom() ?? null,
    score: (query, pictures, from, to, weights, scores) => {
      // Copied for the next question: that one needs no step before finer scores.
      blocks.find(pictures, from, to);
      scoreInPlace(query, pictures, from, to, weights, scores);
    },
    scoreFinely: (query, pictures, from, to, weights, scores) => {
      const near = blocks.findWhole(pictures);
      if (near === null) {
        encodeQuery(query);
        scoreFinelyInPlace(query, pictures, from, to, weights, scores);
        return;
      }
      near.score(query, from, to, weights, scores);
      title.addProducts(query, weights.title ?? 0, pictures.subarray(from, to), scores, from);
    },
  };
};

const readMeans = (parts: readonly SignPart[], stored: Float64Array): void => {
  let at = 0;
  for (const { mean } of parts) {
    mean.set(stored.subarray(at, at + mean.length));
    at += mean.length;
  }
};

const addMeans = (parts: readonly SignPart[], count: number, read: ReadVector): void => {
  const sample = Math.min(count, meanSample);
  for (let index = 0; index < sample; index += 1) {
    const { floats, start } = read(Math.floor((index * count) / sample));
    for (const part of parts) part.addToMean(floats, start);
  }
  for (const part of parts) part.finishMean(sample);
};
