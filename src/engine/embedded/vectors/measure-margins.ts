import type { Weights } from '../../../domain/box.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { ReadVector, RoughStage } from './rough-stage.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';

/*
 * How far can rough scores be trusted? The pictures of a sample are compared with some of them in full and roughly. The
 * margin of a stage says by how much a picture that is truly among the best may score below the last of those that are
 * best roughly.
 */

/** Queries and pictures of the sample. */
const sample = { queries: 48, pictures: 4096 };
/** Best pictures of a whole catalogue that the margin is measured for, scaled to the sample. */
const wanted = 200;
/** Share of the best pictures that a stage must keep: those that it loses are nearly all at the end of the list. */
const trusted = 0.975;
/** A stage that keeps more than this share of all pictures is not worth its time. */
const mostKept = 1 / 3;

/** For each stage its margin; null: it says too little. */
export type StageMargins = readonly (number | null)[];

export const measureMargins = async (
  shape: VectorShape,
  count: number,
  read: ReadVector,
  stages: readonly Pick<RoughStage, 'score'>[],
  weights: Weights,
  slices: WorkSlices,
): Promise<StageMargins> => {
  const size = Math.min(count, sample.pictures);
  const pictures = Uint32Array.from({ length: size }, (_, at) => Math.floor((at * count) / size));
  const best = Math.min(size - 2, Math.max(8, Math.ceil((wanted * size) / count)));
  const exact = new Float32Array(size);
  const vectors = await copySample(pictures, shape, read, slices);
  const measured = stages.map(() => ({ gaps: [] as number[], sorted: [] as Float32Array[] }));
  for (let query = 0; query < Math.min(sample.queries, size); query += 1) {
    const place = Math.floor((query * size) / sample.queries);
    const source = pictures[place] ?? 0;
    for (let at = 0; at < size; at += 1) {
      if (at % 16 === 0 && slices.isOver()) await slices.next();
      exact[at] = multiply(shape, vectors, weights, place, at);
    }
    const truth = findBest(exact, best + 1);
    for (const [index, stage] of stages.entries()) {
      await slices.next();
      const rough = new Float32Array(size);
      stage.score(source, pictures, 0, size, weights, rough);
      const sorted = rough.toSorted();
      const last = sorted[size - 1 - best] ?? 0;
      measured[index]?.gaps.push(...truth.map((at) => last - (rough[at] ?? 0)));
      measured[index]?.sorted.push(sorted);
    }
  }
  return measured.map(({ gaps, sorted }) => chooseMargin(gaps, sorted, best));
};

const chooseMargin = (gaps: number[], sorted: readonly Float32Array[], best: number): number | null => {
  gaps.sort((a, b) => a - b);
  const margin = Math.max(0, gaps[Math.floor(gaps.length * trusted)] ?? 0);
  const shares = sorted.map((scores) => {
    const floor = (scores[scores.length - 1 - best] ?? 0) - margin;
    return (scores.length - scores.findIndex((score) => score >= floor)) / scores.length;
  });
  const kept = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  return kept > mostKept ? null : margin;
};

/** Positions of the `count` highest. */
const findBest = (scores: Float32Array, count: number): number[] =>
  Array.from(scores.keys())
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, count);

/** Each of them is used for every query, and they may be in a file. */
const copySample = async (
  pictures: Uint32Array,
  shape: VectorShape,
  read: ReadVector,
  slices: WorkSlices,
): Promise<Float32Array> => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(pictures.length * stride);
  for (const [at, picture] of pictures.entries()) {
    if (at % 16 === 0 && slices.isOver()) await slices.next();
    const { floats, start } = read(picture);
    vectors.set(floats.subarray(start, start + stride), at * stride);
  }
  return vectors;
};

const multiply = (
  shape: VectorShape,
  vectors: Float32Array,
  weights: Weights,
  one: number,
  other: number,
): number => {
  const [a, b] = [one * vectorStride(shape), other * vectorStride(shape)];
  const multiplyPart = (from: number, to: number, weight: number): number => {
    if (weight === 0) return 0;
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += (vectors[a + i] ?? 0) * (vectors[b + i] ?? 0);
    return sum * weight;
  };
  const [colour, title] = [colourOffset(shape), titleOffset(shape)];
  return (
    multiplyPart(0, colour, weights.looks) +
    multiplyPart(colour, title, weights.colour) +
    multiplyPart(title, vectorStride(shape), weights.title ?? 0)
  );
};
