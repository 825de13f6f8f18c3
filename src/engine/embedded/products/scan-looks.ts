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
import { type Arena, withArena } from './arena.ts';
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

/** Looks that a question wants, so that they have as many families as it wants, and the source's own. */
const countWanted = ({ pictureOf, familyOf, familyStarts }: Rows, source: number, count: number): number => {
  const own = familyOf[source] ?? -1;
  const ownRows = (familyStarts[own + 1] ?? 0) - (familyStarts[own] ?? 0);
  const families = familyStarts.length - 1;
  return ownRows + Math.ceil(count * Math.max(1, pictureOf.length / Math.max(1, families)));
};

const everyPlace: ShownPlaces = { from: 0, to: Infinity };

/**
 * Keys of the best families of these looks (in order), best first. The family of the source is never among them. Where
 * only some places are shown, scores elsewhere may be a little wrong, and so may their order.
 */
export const scanLooks = (...question: Question): Promise<Float64Array> =>
  withArena((arena) => scanInArena(arena, ...question));

type Question = [
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  request: Omit<CandidateRequest, 'passes'>,
  all: PassingLooks,
  slices: WorkSlices,
];

const scanInArena = async (
  arena: Arena,
  ...[rows, vectors, source, weights, request, all, slices]: Question
): Promise<Float64Array> => {
  const { count, minimumUnits, shown = null, listed = null } = request;
  const sourcePicture = rows.pictureOf[rows.lookOf[source] ?? -1] ?? 0;
  const wanted = countWanted(rows, source, count);
  const passing = await selectRoughly(all, vectors, sourcePicture, weights, wanted, slices, arena);
  if (slices.isOver()) await slices.next();
  const score = (pictures: Uint32Array, some = pictures.length): Promise<Uint32Array> =>
    scorePassing(pictures, some, vectors, sourcePicture, weights, slices);
  // Codes decide which families are in the set also where all of them are shown: it is the same set.
  const places = shown ?? (passing.byCodes ? everyPlace : null);
  if (places) {
    const wantedPlaces = { count, minimumUnits, shown: places, listed };
    const best = await scoreWhereNeeded(rows, vectors, source, weights, wantedPlaces, passing, score, arena);
    if (best) return best;
  }
  const units = await score(passing.pictures, passing.count);
  return findBest(rows, passing, units, count, minimumUnits, rows.familyOf[source] ?? -1, slices);
};

const findBest = async (
  rows: Rows,
  looks: PassingLooks,
  units: Uint32Array,
  count: number,
  minimumUnits: number,
  own: number,
  slices: WorkSlices,
): Promise<Float64Array> => {
  const families = createFamilyKeys(rows, looks, count, own);
  for (let from = 0; from < looks.count; from += looksPerSlice) {
    if (slices.isOver()) await slices.next();
    families.add(units, minimumUnits, from, Math.min(looks.count, from + looksPerSlice));
  }
  return families.take();
};
