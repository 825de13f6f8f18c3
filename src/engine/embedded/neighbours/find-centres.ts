import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import { colourOffset, titleOffset, vectorStride, type VectorShape } from '../vectors/vector-shape.ts';
import type { AssignTask } from './assign-clusters.ts';
import type { CompareData } from './compare-types.ts';

/** Assigns pictures to their nearest centres, in threads. */
export type AssignPictures = (task: AssignTask) => Promise<Uint16Array>;

/** Pictures for each centre that k-means looks at, and its rounds: more of either improves clusters by little. */
const samplesPerCentre = 40;
const rounds = 6;

/**
 * Centres of clusters by k-means on a sample. Nothing is drawn: the sample and the first centres are evenly spaced, so
 * the same catalogue always has the same clusters.
 */
export const findCentres = async (
  data: CompareData,
  weights: Weights,
  pictures: Uint32Array,
  count: number,
  assign: AssignPictures,
): Promise<Float32Array> => {
  const stride = vectorStride(data.shape);
  const sample = spread(pictures, samplesPerCentre * count);
  const centres = new Float32Array(new SharedArrayBuffer(count * stride * 4));
  spread(sample, count).forEach((picture, centre) =>
    centres.set(data.vectors.subarray(picture * stride, (picture + 1) * stride), centre * stride),
  );
  for (let round = 0; round < rounds; round += 1) {
    const clusterOf = await assign({ weights, centres, pictures: sample });
    moveCentres(data, weights, sample, clusterOf, centres);
  }
  return centres;
};

/** Up to `count` of the numbers, evenly spaced. */
export const spread = (numbers: Uint32Array, count: number): Uint32Array =>
  numbers.length <= count
    ? numbers
    : Uint32Array.from(
        { length: count },
        (_, index) => numbers[Math.floor((index * numbers.length) / count)] ?? 0,
      );

/** Each centre becomes the mean of its pictures, of weighted length 1; one without pictures stays where it is. */
const moveCentres = (
  { vectors, shape }: CompareData,
  weights: Weights,
  sample: Uint32Array,
  clusterOf: Uint16Array,
  centres: Float32Array,
): void => {
  const stride = vectorStride(shape);
  const sums = new Float64Array(centres.length);
  sample.forEach((picture, index) => {
    const to = (clusterOf[index] ?? 0) * stride;
    const from = picture * stride;
    for (let i = 0; i < stride; i += 1) sums[to + i] = (sums[to + i] ?? 0) + (vectors[from + i] ?? 0);
  });
  for (let start = 0; start < centres.length; start += stride) {
    const sum = sums.subarray(start, start + stride);
    const length = Math.sqrt(weightedProduct(shape, weights, sum, 0, sum, 0));
    if (length > 0) for (let i = 0; i < stride; i += 1) centres[start + i] = (sum[i] ?? 0) / length;
  }
};

/** The weighted score of two vectors. */
const weightedProduct = (
  shape: VectorShape,
  weights: Weights,
  a: Float32Array | Float64Array,
  aStart: number,
  b: Float32Array | Float64Array,
  bStart: number,
): number => {
  const [colourStart, titleStart] = [colourOffset(shape), titleOffset(shape)];
  const multiply = (from: number, to: number): number => {
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += (a[aStart + i] ?? 0) * (b[bStart + i] ?? 0);
    return sum;
  };
  const looks = weights.looks * multiply(0, colourStart);
  const colour = weights.colour * multiply(colourStart, titleStart);
  const title = (weights.title ?? 0) * multiply(titleStart, vectorStride(shape));
  return (looks + colour + title) / sumWeights(weights);
};
