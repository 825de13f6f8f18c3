import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { RoughStep } from '../vectors/rough-index.ts';
import { roughBatch } from '../vectors/rough-stage.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { PassingLooks } from './passing-looks.ts';

/** Margins are measured for so many of the best: for fewer they would be too small. */
const fewestWanted = 200;

/** Comparing so many more looks than are wanted takes less time than leaving some of them out. */
const spare = 64;

/**
 * Those of the looks that may be among the `wanted` best, in the same order: by bits, and then by codes. All of them
 * where that says too little, or where there are not many.
 */
export const selectRoughly = async (
  all: PassingLooks,
  vectors: Vectors,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
): Promise<PassingLooks> => {
  const index = vectors.rough();
  if (index === null || sourcePicture >= index.count) return all;
  const hasMore = vectors.count > index.count;
  let left = hasMore ? filterLooks(all, (_, picture) => picture < index.count) : all;
  const steps = index.steps(weights);
  const most = Math.max(fewestWanted, wanted);
  for (const [at, step] of steps.entries()) {
    // Every step but the last is worth its time only for many looks.
    const enough = at === steps.length - 1 ? most + spare : stepsFrom * most;
    if (left.count > enough) left = await takeStep(step, left, sourcePicture, weights, most, slices);
  }
  return hasMore ? withNewLooks(all, left, index.count) : left;
};

/** Rough scores are a little beyond what exact ones can be; without any weight all are 0. */
const widest = 1.25;

/** From so many times as many looks as are wanted on, bits are compared before codes. */
const stepsFrom = 12;

/** Those of `all` that were kept, and those that live changes added: their pictures, from `first` on, are not indexed. */
const withNewLooks = (all: PassingLooks, kept: PassingLooks, first: number): PassingLooks => {
  let next = 0;
  return filterLooks(all, (at, picture) => {
    if (picture >= first) return true;
    const isKept = next < kept.count && kept.members[next] === all.members[at];
    if (isKept) next += 1;
    return isKept;
  });
};

const takeStep = async (
  { score, margin }: RoughStep,
  looks: PassingLooks,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
): Promise<PassingLooks> => {
  const { pictures, count } = looks;
  const scores = new Float32Array(count);
  for (let from = 0; from < count; from += roughBatch) {
    if (from > 0 && slices.isOver()) await slices.next();
    score(sourcePicture, pictures, from, Math.min(count, from + roughBatch), weights, scores);
  }
  return takeReaching(looks, scores, findFloor(scores, wanted, sumWeights(weights) * widest) - margin);
};

/** The looks with a score of at least `floor`. */
const takeReaching = (looks: PassingLooks, scores: Float32Array, floor: number): PassingLooks => {
  const places = new Uint32Array(looks.count);
  let end = 0;
  for (let at = 0; at < looks.count; at += 1) {
    places[end] = at;
    if ((scores[at] ?? 0) >= floor) end += 1;
  }
  return takeLooks(looks, places.subarray(0, end));
};

const takeLooks = ({ pictures, members }: PassingLooks, places: Uint32Array): PassingLooks => ({
  pictures: places.map((at) => pictures[at] ?? 0),
  members: places.map((at) => members[at] ?? 0),
  count: places.length,
});

const filterLooks = (looks: PassingLooks, passes: (at: number, picture: number) => boolean): PassingLooks => {
  const { pictures, count } = looks;
  const places = new Uint32Array(count);
  let end = 0;
  for (let at = 0; at < count; at += 1) if (passes(at, pictures[at] ?? 0)) places[end++] = at;
  return takeLooks(looks, places.subarray(0, end));
};

const bins = 8192;

/** Of more scores than this, one in so many says where the floor is. */
const [sampledFrom, sampledStep] = [32_768, 4];

/**
 * The highest of some evenly spaced values that about `wanted` scores reach, or more. Scores are -`most` to `most`; those
 * beyond count as if they were at the end.
 */
const findFloor = (scores: Float32Array, wanted: number, most: number): number => {
  const counts = new Uint32Array(bins);
  const perUnit = bins / (2 * most);
  const last = bins - 1;
  const step = scores.length > sampledFrom ? sampledStep : 1;
  for (let at = 0; at < scores.length; at += step) {
    const bin = Math.max(0, Math.min(last, (((scores[at] ?? 0) + most) * perUnit) | 0));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let reached = 0;
  let bin = bins;
  while (bin > 0 && reached * step < wanted) reached += counts[--bin] ?? 0;
  return bin === 0 ? -Infinity : bin / perUnit - most;
};
