import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { RoughStep } from '../vectors/rough-index.ts';
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

/** Looks between two looks at the clock: half a millisecond where codes of 1,000 numbers lie anywhere in memory. */
const looksPerSlice = 2048;

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
  const room = takeRoom(count);
  try {
    const { scores } = room;
    for (let from = 0; from < count; from += looksPerSlice) {
      if (slices.isOver()) await slices.next();
      score(sourcePicture, pictures, from, Math.min(count, from + looksPerSlice), weights, scores);
    }
    const floor = findFloor(room, count, wanted, sumWeights(weights) * widest) - margin;
    return takeReaching(looks, room, floor);
  } finally {
    giveBack(room);
  }
};

/** What a step writes down for each look, and how many looks have about the same score. */
type StepRoom = {
  readonly scores: Float32Array;
  readonly places: Uint32Array;
  readonly counts: Uint32Array;
};

/** Room for a whole catalogue is not asked of the system for each question. Questions that run side by side have their own. */
let freeRoom: StepRoom | null = null;

const takeRoom = (count: number): StepRoom => {
  const room = freeRoom;
  freeRoom = null;
  if (room !== null && room.scores.length >= count) return room;
  return {
    scores: new Float32Array(count),
    places: new Uint32Array(count),
    counts: new Uint32Array(bins),
  };
};

const giveBack = (room: StepRoom): void => {
  if (room.scores.length >= (freeRoom?.scores.length ?? 0)) freeRoom = room;
};

/** The looks with a score of at least `floor`. */
const takeReaching = (looks: PassingLooks, { scores, places }: StepRoom, floor: number): PassingLooks => {
  let end = 0;
  for (let at = 0; at < looks.count; at += 1) {
    places[end] = at;
    if ((scores[at] ?? 0) >= floor) end += 1;
  }
  return takeLooks(looks, places, end);
};

/** The looks at the first `count` of some places. */
const takeLooks = (looks: PassingLooks, places: Uint32Array, count: number): PassingLooks => {
  const pictures = new Uint32Array(count);
  const members = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = places[index] ?? 0;
    pictures[index] = looks.pictures[at] ?? 0;
    members[index] = looks.members[at] ?? 0;
  }
  return { pictures, members, count };
};

const filterLooks = (looks: PassingLooks, passes: (at: number, picture: number) => boolean): PassingLooks => {
  const { pictures, count } = looks;
  const places = new Uint32Array(count);
  let end = 0;
  for (let at = 0; at < count; at += 1) if (passes(at, pictures[at] ?? 0)) places[end++] = at;
  return takeLooks(looks, places, end);
};

const bins = 8192;

/** Of more scores than this, one in so many says where the floor is. */
const [sampledFrom, sampledStep] = [32_768, 4];

/**
 * The highest of some evenly spaced values that about `wanted` of the first `count` scores reach, or more. Scores are
 * -`most` to `most`; those beyond count as if they were at the end.
 */
const findFloor = ({ scores, counts }: StepRoom, count: number, wanted: number, most: number): number => {
  counts.fill(0);
  const perUnit = bins / (2 * most);
  const last = bins - 1;
  const step = count > sampledFrom ? sampledStep : 1;
  for (let at = 0; at < count; at += step) {
    const bin = Math.max(0, Math.min(last, (((scores[at] ?? 0) + most) * perUnit) | 0));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let reached = 0;
  let bin = bins;
  while (bin > 0 && reached * step < wanted) reached += counts[--bin] ?? 0;
  return bin === 0 ? -Infinity : bin / perUnit - most;
};
