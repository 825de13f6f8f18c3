import type { Weights } from '../../../domain/box.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { createFactors } from '../vectors/quantise.ts';
import { vectorStride } from '../vectors/vector-shape.ts';
import { type CodedRows, createCodeTile, encodeRows, tile } from './code-tile.ts';
import type { CompareData } from './compare-types.ts';

/** Pictures that are alike are in one cluster. */
export type Clusters = {
  /** Has the shape of a vector, and length 1 when weighted. */
  readonly centres: Float32Array;
  readonly codes: CodedRows;
  /** The cluster of each of the pictures. */
  readonly nearest: Uint16Array;
};

/** Pictures for each centre that k-means looks at, and its rounds: more of either improves clusters by little. */
const samplesPerCentre = 40;
const rounds = 6;

/**
 * Clusters by k-means on a sample. Nothing is drawn: the sample and the first centres are evenly spaced, so the same
 * catalogue always has the same clusters.
 */
export const findClusters = async (
  data: CompareData,
  weights: Weights,
  pictures: Uint32Array,
  count: number,
): Promise<Clusters> => {
  const { vectors, shape } = data;
  const stride = vectorStride(shape);
  const sample = spread(pictures, samplesPerCentre * count);
  const first = spread(sample, count);
  const numbers = first.map((_, centre) => centre);
  const centres = new Float32Array(first.length * stride);
  first.forEach((picture, centre) =>
    centres.set(vectors.subarray(picture * stride, (picture + 1) * stride), centre * stride),
  );
  const encode = (): Promise<CodedRows> => encodeRows(centres, shape, weights, numbers);
  for (let round = 0; round < rounds; round += 1) {
    const clusterOf = await assign(data, weights, await encode(), sample);
    moveCentres(data, weights, sample, clusterOf, centres);
  }
  const codes = await encode();
  return { centres, codes, nearest: await assign(data, weights, codes, pictures) };
};

/** Up to `count` of the numbers, evenly spaced. */
export const spread = (numbers: Uint32Array, count: number): Uint32Array =>
  numbers.length <= count
    ? numbers
    : Uint32Array.from(
        { length: count },
        (_, index) => numbers[Math.floor((index * numbers.length) / count)] ?? 0,
      );

/** The nearest centre of each picture. */
const assign = async (
  { vectors, shape }: CompareData,
  weights: Weights,
  centres: CodedRows,
  pictures: Uint32Array,
): Promise<Uint16Array> => {
  const { loadQueries, multiply, scoreAt } = createCodeTile(vectors, shape);
  const nearest = new Uint16Array(pictures.length);
  const count = centres.scales.length;
  const slices = createWorkSlices();
  for (let from = 0; from < pictures.length; from += tile.queries) {
    if (slices.isOver()) await slices.next();
    const some = pictures.subarray(from, from + tile.queries);
    const all = Array.from(some.keys());
    const highest = new Float64Array(some.length).fill(-Infinity);
    loadQueries(some, weights);
    const compare = (q: number, first: number, end: number): void => {
      for (let centre = first; centre < end; centre += 1) {
        const score = scoreAt(q, centre - first);
        if (score <= (highest[q] ?? 0)) continue;
        highest[q] = score;
        nearest[from + q] = centre;
      }
    };
    for (let first = 0; first < count; first += tile.rows) {
      const end = Math.min(count, first + tile.rows);
      multiply(all, centres, first, end);
      for (const q of all) compare(q, first, end);
    }
  }
  return nearest;
};

/** Each centre becomes the mean of its pictures; one without pictures stays where it is. */
const moveCentres = (
  { vectors, shape }: CompareData,
  weights: Weights,
  sample: Uint32Array,
  clusterOf: Uint16Array,
  centres: Float32Array,
): void => {
  const stride = vectorStride(shape);
  const factors = createFactors(shape, weights);
  const sums = new Float64Array(centres.length);
  sample.forEach((picture, index) => {
    const to = (clusterOf[index] ?? 0) * stride;
    const from = picture * stride;
    for (let i = 0; i < stride; i += 1) sums[to + i] = (sums[to + i] ?? 0) + (vectors[from + i] ?? 0);
  });
  for (let start = 0; start < centres.length; start += stride) {
    const sum = sums.subarray(start, start + stride);
    const squares = sum.reduce((total, value, i) => total + (value * (factors[i] ?? 0)) ** 2, 0);
    const length = Math.sqrt(squares);
    if (length > 0) for (let i = 0; i < stride; i += 1) centres[start + i] = (sum[i] ?? 0) / length;
  }
};
