import type { Weights } from '../../../domain/box.ts';
import type { WorkSlices } from '../../work-slices.ts';
import { signBatch } from '../vectors/sign-index.ts';
import type { Vectors } from '../vectors/vectors.ts';

/** Pictures of looks that pass, and the first member of each look that does; in the order of the looks. */
export type PassingLooks = {
  readonly pictures: Uint32Array;
  readonly members: Uint32Array;
  readonly count: number;
};

/** The number of best pictures that `SignIndex.keep` was measured for. */
const measuredFor = 200;

/**
 * Those of the looks that may be among the `wanted` best, in the same order. All of them where comparing in full is as
 * fast, or where bits say too little.
 */
export const selectBySigns = async (
  all: PassingLooks,
  vectors: Vectors,
  sourcePicture: number,
  weights: Weights,
  wanted: number,
  slices: WorkSlices,
): Promise<PassingLooks> => {
  const signs = vectors.signs();
  if (signs === null || signs.keep === null || sourcePicture >= signs.count) return all;
  const keep = Math.ceil(signs.keep * Math.max(1, wanted / measuredFor));
  if (all.count < 2 * keep) return all;
  const known = vectors.count === signs.count ? all : await dropUnknown(all, signs.count, slices);
  const scores = new Float32Array(known.count);
  for (let from = 0; from < known.count; from += signBatch) {
    if (slices.isOver()) await slices.next();
    signs.score(
      sourcePicture,
      known.pictures,
      from,
      Math.min(known.count, from + signBatch),
      weights,
      scores,
    );
  }
  const floor = findFloor(scores, keep);
  return filterLooks(all, slices, createTest(scores, floor, signs.count));
};

/** Pictures of live changes have no bits. */
const dropUnknown = (all: PassingLooks, count: number, slices: WorkSlices): Promise<PassingLooks> =>
  filterLooks(all, slices, (picture) => picture < count);

/** Looks with a score of at least `floor`, and those without bits. Called once for each look in order. */
const createTest = (scores: Float32Array, floor: number, count: number) => {
  let at = 0;
  return (picture: number): boolean => picture >= count || (scores[at++] ?? 0) >= floor;
};

const looksPerSlice = 8192;

const filterLooks = async (
  { pictures, members, count }: PassingLooks,
  slices: WorkSlices,
  passes: (picture: number) => boolean,
): Promise<PassingLooks> => {
  const kept = { pictures: new Uint32Array(count), members: new Uint32Array(count) };
  let end = 0;
  for (let at = 0; at < count; at += 1) {
    if (at % looksPerSlice === 0 && slices.isOver()) await slices.next();
    if (!passes(pictures[at] ?? 0)) continue;
    kept.pictures[end] = pictures[at] ?? 0;
    kept.members[end] = members[at] ?? 0;
    end += 1;
  }
  return { ...kept, count: end };
};

const bins = 8192;

/** The highest of some evenly spaced values that at least `keep` scores reach. */
const findFloor = (scores: Float32Array, keep: number): number => {
  let low = Infinity;
  let high = -Infinity;
  for (const score of scores) {
    if (score < low) low = score;
    if (score > high) high = score;
  }
  if (!(high > low)) return low;
  const counts = new Uint32Array(bins);
  const perUnit = (bins - 1) / (high - low);
  for (const score of scores) {
    const bin = Math.floor((score - low) * perUnit);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let reached = 0;
  let bin = bins;
  while (bin > 0 && reached < keep) reached += counts[--bin] ?? 0;
  return low + bin / perUnit;
};
