import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices, type WorkSlices } from '../../work-slices.ts';
import { openCodeKernel } from './code-kernel.ts';
import { createSignPart } from './sign-part.ts';
import { createSparsePart } from './sparse-part.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';

/*
 * One bit for each number of a vector: is it above the average of all pictures? Two vectors with many equal bits are
 * alike. Comparing bits reads a thirtieth of the memory, so a scan of everything first finds the pictures that may be
 * among the best, and compares only these in full. Titles have few numbers that are not 0: these are compared exactly.
 */

/** The vector of a picture: `stride` floats from `start` on. */
export type ReadVector = (picture: number) => { readonly floats: Float32Array; readonly start: number };

export type SignIndex = {
  /** Pictures with bits; later ones were added by live changes. */
  readonly count: number;
  /**
   * Pictures to keep so that the best 200 are among them, measured on a sample; null where bits say too little about
   * how alike pictures are.
   */
  readonly keep: number | null;
  /** Writes a rough score for each of `pictures[from … to]`, which have bits, to `scores` at the same positions. */
  score(
    query: number,
    pictures: Uint32Array,
    from: number,
    to: number,
    weights: Weights,
    scores: Float32Array,
  ): void;
};

/** The kernel counts differing bits in bytes: that is enough for so many dimensions. */
export const mostSigns = 3968;

/** Pictures in one call of the kernel. */
export const signBatch = 4096;

export const createSignIndex = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
): Promise<SignIndex> => {
  const slices = createWorkSlices();
  const looks = createSignPart(0, shape.looks, count);
  const colour = createSignPart(colourOffset(shape), shape.colour, count);
  const parts = [looks, colour];
  const title = createSparsePart(titleOffset(shape), shape.title ?? 0, count);
  const bitsAt = [0, looks.bytes * (count + 1)] as const;
  const listAt = bitsAt[1] + colour.bytes * (count + 1);
  const outAt = listAt + signBatch * 4;
  const { kernel, memory } = openCodeKernel(outAt + signBatch * 4);
  const bits = new Uint8Array(memory);
  const numbers = new Uint32Array(memory, listAt, signBatch);
  const distances = new Int32Array(memory, outAt, signBatch);
  await eachPicture(Math.min(count, meanSample), slices, (index) => {
    const { floats, start } = read(Math.floor((index * count) / Math.min(count, meanSample)));
    for (const part of parts) part.addToMean(floats, start);
  });
  for (const part of parts) part.finishMean();
  await eachPicture(count, slices, (picture) => {
    const { floats, start } = read(picture);
    parts.forEach((part, index) => part.encode(floats, start, picture, bits, bitsAt[index] ?? 0));
    title.add(floats, start);
  });
  const score: SignIndex['score'] = (query, pictures, from, to, weights, scores) => {
    for (let first = from; first < to; first += signBatch) {
      const some = Math.min(signBatch, to - first);
      for (let at = 0; at < some; at += 1) numbers[at] = pictures[first + at] ?? 0;
      scores.fill(0, first, first + some);
      parts.forEach((part, index) => {
        const [base = 0, weight] = [bitsAt[index], index === 0 ? weights.looks : weights.colour];
        if (weight === 0 || part.bytes === 0) return;
        kernel.distances(base + query * part.bytes, base, listAt, some, part.bytes, part.bytes, outAt);
        part.addEstimates(query, weight, { pictures: numbers, distances, count: some }, scores, first);
      });
      title.addProducts(query, weights.title ?? 0, numbers.subarray(0, some), scores, first);
    }
  };
  return { count, score, keep: await measureKeep(shape, count, read, score, slices) };
};

const meanSample = 2048;

const eachPicture = async (count: number, slices: WorkSlices, visit: (picture: number) => void) => {
  for (let picture = 0; picture < count; picture += 1) {
    if (picture % 32 === 0 && slices.isOver()) await slices.next();
    visit(picture);
  }
};

/** Queries and pictures of the sample that says how far the bits can be trusted. */
const sample = { queries: 24, pictures: 4096 };
/** Best pictures that must be kept. */
const wanted = 200;
/** The sample is small: keep some more than it says. */
const safety = 1.4;

/** Where the truly best pictures of a sample are when it is sorted by bits: the worst place of 99 in 100 counts. */
const measureKeep = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  score: SignIndex['score'],
  slices: WorkSlices,
): Promise<number | null> => {
  const size = Math.min(count, sample.pictures);
  const pictures = Uint32Array.from({ length: size }, (_, at) => Math.floor((at * count) / size));
  const best = Math.max(8, Math.ceil((wanted * size) / count));
  const weights = { looks: 1, colour: 0 };
  const places: number[] = [];
  for (let query = 0; query < Math.min(sample.queries, size); query += 1) {
    const source = pictures[Math.floor((query * size) / sample.queries)] ?? 0;
    const rough = new Float32Array(size);
    score(source, pictures, 0, size, weights, rough);
    const exact = new Float64Array(size);
    await eachPicture(
      size,
      slices,
      (at) => (exact[at] = multiplyLooks(shape, read, source, pictures[at] ?? 0)),
    );
    const placeOf = rankDescending(rough);
    for (const at of sortDescending(exact).slice(1, best + 1)) places.push(placeOf[at] ?? 0);
  }
  places.sort((a, b) => a - b);
  const place = (places[Math.floor(places.length * 0.99)] ?? 0) + 1;
  const keep = Math.ceil((safety * place * count) / size);
  return keep > count / 3 ? null : Math.max(keep, 4 * wanted);
};

const multiplyLooks = (shape: VectorShape, read: ReadVector, one: number, other: number): number => {
  const [a, b] = [read(one), read(other)];
  let sum = 0;
  for (let i = 0; i < Math.min(shape.looks, vectorStride(shape)); i += 1)
    sum += (a.floats[a.start + i] ?? 0) * (b.floats[b.start + i] ?? 0);
  return sum;
};

const sortDescending = (values: Float32Array | Float64Array): number[] =>
  Array.from(values.keys()).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));

const rankDescending = (values: Float32Array): Uint32Array => {
  const ranks = new Uint32Array(values.length);
  sortDescending(values).forEach((at, rank) => (ranks[at] = rank));
  return ranks;
};
