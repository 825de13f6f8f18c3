/*
 * The exact scan: compares the source with every look that passes and keeps the best families. It is the reference
 * for every faster way.
 *
 * The looks of a family are adjacent, so one pass over the looks sees each family in one run: its best key is known
 * when the next family starts (family-keys.ts). Live changes append looks at the end; the families of these are scattered, and their
 * keys wait in a map until everything has been seen.
 *
 *   look      0    1    2    3    4  |  5    6       5 and 6 were added by live changes (orderedLooks = 5)
 *   family    A    A    B    C    C  |  A    D
 *   passes    yes  no   yes  yes  yes|  yes  yes
 *   score     .7        .9   .4   .6 |  .8   .5
 *
 *   at look 2   A ends with .7; A is scattered: the map holds A .7
 *   at look 3   B ends: offered with .9
 *   at look 5   C ends with its better look: offered with .6
 *   at look 6   A ends with .8: the map holds A .8
 *   at the end  the map holds A .8 and D .5: both are offered
 *
 * The best two are B .9 and A .8.
 *
 * In a large catalogue smaller forms of the vectors are compared first (rough-index.ts), and only the looks that may be
 * among the best are compared in full: those keep their order, so the pass above is the same.
 *
 * The work is done in slices: other requests are answered in between.
 */

import type { Weights } from '../../../domain/box.ts';
import type { Predicate } from '../columns/predicate.ts';
import type { Vectors } from '../vectors/vectors.ts';
import { createFamilyKeys } from './family-keys.ts';
import type { PassingLooks } from './passing-looks.ts';
import { type ListedScores, scoreWhereNeeded, type ShownPlaces } from './score-where-needed.ts';
import { selectRoughly } from './select-roughly.ts';
import type { Rows } from '../rows/rows.ts';
import type { WorkSlices } from '../../work-slices.ts';

export type CandidateRequest = {
  readonly passes: Predicate;
  readonly count: number;
  readonly minimumUnits: number;
  /** Null: the scores and the order of all families matter. */
  readonly shown?: ShownPlaces | null;
  /** Null: none is known. */
  readonly listed?: ListedScores | null;
};

/** Looks between two looks at the clock. */
const looksPerSlice = 512;

/** The query vector is shared: it is set again in each slice, because other searches run in between. */
const scorePassing = async (
  pictures: Uint32Array,
  count: number,
  vectors: Vectors,
  sourcePicture: number,
  weights: Weights,
  slices: WorkSlices,
): Promise<Uint32Array> => {
  const scores = new Uint32Array(count);
  for (let at = 0; at < count; at += looksPerSlice) {
    if (slices.isOver()) await slices.next();
    const end = Math.min(count, at + looksPerSlice);
    vectors.setQuery(sourcePicture);
    vectors.score(pictures.subarray(at, end), end - at, weights, scores.subarray(at, end));
  }
  return scores;
};

/** Those of the looks that may be among the best, in the same order, and their scores. */
const scoreBest = async (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  { count, minimumUnits, shown = null, listed = null }: Omit<CandidateRequest, 'passes'>,
  all: PassingLooks,
  slices: WorkSlices,
): Promise<{ passing: PassingLooks; scores: Uint32Array }> => {
  const ownFamily = rows.familyOf[source] ?? -1;
  const sourcePicture = rows.pictureOf[rows.lookOf[source] ?? -1] ?? 0;
  const families = rows.familyStarts.length - 1;
  const ownRows = (rows.familyStarts[ownFamily + 1] ?? 0) - (rows.familyStarts[ownFamily] ?? 0);
  const wanted = ownRows + Math.ceil(count * Math.max(1, rows.pictureOf.length / Math.max(1, families)));
  const passing = await selectRoughly(all, vectors, sourcePicture, weights, wanted, slices);
  if (slices.isOver()) await slices.next();
  const score = (pictures: Uint32Array, some = pictures.length): Promise<Uint32Array> =>
    scorePassing(pictures, some, vectors, sourcePicture, weights, slices);
  const request = shown && { count, minimumUnits, shown, listed };
  const needed = request && (await scoreWhereNeeded(rows, vectors, source, weights, request, passing, score));
  return { passing, scores: needed ?? (await score(passing.pictures, passing.count)) };
};

/**
 * Keys of the best families of these looks (in order), best first. The family of the source is never among them. Where
 * only some places are shown, scores elsewhere may be a little wrong, and so may their order.
 */
export const scanLooks = async (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  request: Omit<CandidateRequest, 'passes'>,
  all: PassingLooks,
  slices: WorkSlices,
): Promise<Float64Array> => {
  const { passing, scores } = await scoreBest(rows, vectors, source, weights, request, all, slices);
  const { count, minimumUnits } = request;
  const families = createFamilyKeys(rows, passing, count, rows.familyOf[source] ?? -1);
  for (let from = 0; from < passing.count; from += looksPerSlice) {
    if (slices.isOver()) await slices.next();
    families.add(scores, minimumUnits, from, Math.min(passing.count, from + looksPerSlice));
  }
  return families.take();
};
