import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { RoughStep } from '../vectors/rough-index.ts';
import type { ListPlaces } from '../vectors/rough-stage.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { PassingLooks } from './passing-looks.ts';
import { giveBack, type StepRoom, takeRoom } from './step-room.ts';

/** Margins are measured for so many of the best: for fewer they would be too small. */
const fewestWanted = 200;

/** Comparing so many more looks than are wanted takes less time than leaving some of them out. */
const spare = 64;

/** The margin of a step, as a share of that of the step before. */
const worthwhile = 0.9;

export type SelectedLooks = PassingLooks & {
  /** Where the pictures are among those that they were selected from. */
  readonly within?: ListPlaces;
  /** Scores by codes, where these were compared last. */
  readonly codeScores?: Float32Array;
};

/**
 * Those of the looks that may be among the `wanted` best, in the same order: by bits, and then by codes; where the codes of
 * these very looks lie side by side, by codes at once. All of them where that says too little, or where there are not many.
 */
export const selectRoughly = async (
  all: PassingLooks,
  vectors: Vectors,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
): Promise<SelectedLooks> => {
  const index = vectors.rough();
  if (index === null || sourcePicture >= index.count) return all;
  const hasMore = vectors.count > index.count;
  let left: SelectedLooks = hasMore ? filterLooks(all, (_, picture) => picture < index.count) : all;
  const most = Math.max(fewestWanted, wanted);
  const steps = left.count > most + spare ? chooseSteps(index.steps(weights), left.pictures) : [];
  let margin = Infinity;
  for (const step of steps) {
    const enough = Math.max(most + spare, step.from * most);
    // After one that is as exact, a step leaves out little more.
    if (left.count <= enough || step.margin > margin * worthwhile) continue;
    left = await takeStep(step, left, sourcePicture, weights, most, slices);
    margin = step.margin;
  }
  return hasMore ? withNewLooks(all, left, index.count) : left;
};

/** Without those before one whose rows lie side by side. */
const chooseSteps = (steps: readonly RoughStep[], pictures: Uint32Array): readonly RoughStep[] => {
  const near = steps.findLastIndex(({ isNear }) => isNear?.(pictures));
  return near < 0 ? steps : steps.slice(near);
};

/** Rough scores are a little beyond what exact ones can be; without any weight all are 0. */
const widest = 1.25;

/** Looks between two looks at the clock: half a millisecond where codes of 1,000 numbers lie anywhere in memory. */
const looksPerSlice = 2048;

/** Finding the highest of more scores than this takes a good part of a slice. */
const mostAtOnce = 200_000;

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
  { score, margin, isByCodes }: RoughStep,
  looks: SelectedLooks,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
): Promise<SelectedLooks> => {
  const { pictures, count, within } = looks;
  const room = takeRoom(count);
  try {
    const { scores } = room;
    for (let from = 0; from < count; from += looksPerSlice) {
      if (slices.isOver()) await slices.next();
      score(sourcePicture, pictures, from, Math.min(count, from + looksPerSlice), weights, scores, within);
    }
    const isLong = count > mostAtOnce;
    if (isLong || slices.isOver()) await slices.next();
    const floor = room.findFloor(count, wanted, sumWeights(weights) * widest) - margin;
    if (isLong || slices.isOver()) await slices.next();
    const left = selectLooks(looks, room.places, room.findReaching(count, floor));
    return isByCodes ? { ...left, codeScores: takeScores(room, left.count) } : left;
  } finally {
    giveBack(room);
  }
};

const takeScores = ({ scores: all, places }: StepRoom, count: number): Float32Array => {
  const scores = new Float32Array(count);
  for (let index = 0; index < count; index += 1) scores[index] = all[places[index] ?? 0] ?? 0;
  return scores;
};

/** The looks at the first `count` of some places, which are noted. */
const selectLooks = (looks: SelectedLooks, places: Uint32Array, count: number): SelectedLooks => {
  const before = looks.within;
  const noted = places.slice(0, count);
  if (before)
    for (let index = 0; index < count; index += 1) noted[index] = before.places[noted[index] ?? 0] ?? 0;
  return {
    ...takeLooks(looks, places, count),
    within: { list: before?.list ?? looks.pictures, places: noted },
  };
};

/** The looks at the first `count` of some places. */
const takeLooks = (looks: PassingLooks, places: Uint32Array, count: number): PassingLooks => {
  const pictures = new Uint32Array(count);
  const members = new Uint32Array(count);
  const families = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) {
    const at = places[index] ?? 0;
    pictures[index] = looks.pictures[at] ?? 0;
    members[index] = looks.members[at] ?? 0;
    families[index] = looks.families[at] ?? 0;
  }
  return { pictures, members, families, count };
};

const filterLooks = (looks: PassingLooks, passes: (at: number, picture: number) => boolean): PassingLooks => {
  const { pictures, count } = looks;
  const places = new Uint32Array(count);
  let end = 0;
  for (let at = 0; at < count; at += 1) if (passes(at, pictures[at] ?? 0)) places[end++] = at;
  return takeLooks(looks, places, end);
};
