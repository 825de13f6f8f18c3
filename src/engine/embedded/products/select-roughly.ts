import type { Weights } from '../../../domain/box.ts';
import { sumWeights } from '../../semantics/search/score.ts';
import type { WorkSlices } from '../../work-slices.ts';
import type { RoughStep } from '../vectors/rough-index.ts';
import { type StepRoom, takeRoom } from '../vectors/step-room.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { Arena } from './arena.ts';
import type { PassingLooks } from './passing-looks.ts';

/** Margins are measured for so many of the best: for fewer they would be too small. */
const fewestWanted = 200;

/** Comparing so many more looks than are wanted takes less time than leaving some of them out. */
const spare = 64;

/** The margin of a step, as a share of that of the step before. */
const worthwhile = 0.9;

/** Scores of looks, and by how much one may be wrong, all but certainly. */
export type CloseScores = { readonly scores: Float32Array; readonly error: number };

export type SelectedLooks = PassingLooks & {
  /** Where codes were compared last. */
  readonly byCodes?: CloseScores | undefined;
};

/** Looks that are left after some steps. */
type LeftLooks = {
  /** Pictures of all looks of the first step. */
  readonly list: Uint32Array;
  readonly pictures: Uint32Array;
  readonly count: number;
  /** Where they are among those of the first step; null: all of them are left. */
  readonly places: Uint32Array | null;
  readonly byCodes?: CloseScores | undefined;
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
  arena: Arena,
): Promise<SelectedLooks> => {
  const index = vectors.rough();
  if (index === null || sourcePicture >= index.count) return all;
  const hasMore = vectors.count > index.count;
  const indexed = hasMore ? filterLooks(all, (_, picture) => picture < index.count) : all;
  const most = Math.max(fewestWanted, wanted);
  const steps = indexed.count > most + spare ? chooseSteps(index.steps(weights), indexed.pictures) : [];
  const list = indexed.pictures;
  let left: LeftLooks = { list, pictures: list, count: indexed.count, places: null };
  let margin = Infinity;
  for (const step of steps) {
    // After one that is as exact, a step leaves out little more.
    if (!isWorthwhile(step, left, most) || step.margin > margin * worthwhile) continue;
    left = await takeStep(step, left, sourcePicture, weights, most, slices, arena);
    margin = step.margin;
  }
  if (left.places === null) return all;
  const kept = takeLooks(indexed, left.places, left.count, arena);
  return hasMore ? withNewLooks(all, kept, index.count) : { ...kept, byCodes: left.byCodes };
};

/** Codes of what bits have left are compared in any case: they decide which looks are the best. */
const isWorthwhile = ({ from, findError }: RoughStep, { count, places }: LeftLooks, most: number): boolean =>
  findError && places !== null ? count > most : count > Math.max(most + spare, from * most);

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
  { score, margin, takeRoom: takeNearRoom, findError }: RoughStep,
  looks: LeftLooks,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
  arena: Arena,
): Promise<LeftLooks> => {
  const { list, pictures, count, places } = looks;
  const origin = places && { list, places };
  const room = takeNearRoom?.(pictures) ?? takeRoom(count);
  try {
    const { scores } = room;
    for (let from = 0; from < count; from += looksPerSlice) {
      if (slices.isOver()) await slices.next();
      score(sourcePicture, pictures, from, Math.min(count, from + looksPerSlice), weights, scores, origin);
    }
    const isLong = count > mostAtOnce;
    if (isLong || slices.isOver()) await slices.next();
    const floor = room.findFloor(count, wanted, sumWeights(weights) * widest, margin);
    if (isLong || slices.isOver()) await slices.next();
    const left = takeLeft(looks, room.places, room.findReaching(count, floor), arena);
    if (!findError) return left;
    const error = findError(sourcePicture, left.pictures, weights);
    return { ...left, byCodes: { scores: takeScores(room, left.count, arena), error } };
  } finally {
    room.giveBack();
  }
};

const takeScores = ({ scores: all, places }: StepRoom, count: number, arena: Arena): Float32Array => {
  const scores = arena.float32(count);
  for (let index = 0; index < count; index += 1) scores[index] = all[places[index] ?? 0] ?? 0;
  return scores;
};

/** What is at the first `count` of some places. */
const takeLeft = (
  { list, pictures: all, places: before }: LeftLooks,
  at: Uint32Array,
  count: number,
  arena: Arena,
): LeftLooks => {
  const pictures = arena.uint32(count);
  const places = arena.uint32(count);
  for (let index = 0; index < count; index += 1) {
    const place = at[index] ?? 0;
    pictures[index] = all[place] ?? 0;
    places[index] = before === null ? place : (before[place] ?? 0);
  }
  return { list, pictures, places, count };
};

/** The looks at the first `count` of some places. */
const takeLooks = (
  looks: PassingLooks,
  places: Uint32Array,
  count: number,
  { uint32 }: Pick<Arena, 'uint32'>,
): PassingLooks => {
  const pictures = uint32(count);
  const members = uint32(count);
  const families = uint32(count);
  for (let index = 0; index < count; index += 1) {
    const at = places[index] ?? 0;
    pictures[index] = looks.pictures[at] ?? 0;
    members[index] = looks.members[at] ?? 0;
    families[index] = looks.families[at] ?? 0;
  }
  return { pictures, members, families, count };
};

/** Of lists of any length. */
const allocated = { uint32: (length: number) => new Uint32Array(length) };

const filterLooks = (looks: PassingLooks, passes: (at: number, picture: number) => boolean): PassingLooks => {
  const { pictures, count } = looks;
  const places = new Uint32Array(count);
  let end = 0;
  for (let at = 0; at < count; at += 1) if (passes(at, pictures[at] ?? 0)) places[end++] = at;
  return takeLooks(looks, places, end, allocated);
};
