/*
 * The exact scan: compares the source with every look that passes and keeps the best families. It is the reference
 * for every faster way.
 *
 * The looks of a family are adjacent, so one pass over the looks sees each family in one run: its best key is known
 * when the next family starts. Live changes append looks at the end; the families of these are scattered, and their
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
import { createTopK } from '../ranking/top-k.ts';
import { candidateKey, worstKey } from '../ranking/candidate-key.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { PassingLooks } from './passing-looks.ts';
import { selectRoughly } from './select-roughly.ts';
import type { Rows } from '../rows/rows.ts';
import type { WorkSlices } from '../../work-slices.ts';

export type CandidateRequest = {
  readonly passes: Predicate;
  readonly count: number;
  readonly minimumUnits: number;
};

/** Looks between two looks at the clock. */
const looksPerSlice = 512;

/** The query vector is shared: it is set again in each slice, because other searches run in between. */
const scorePassing = async (
  { pictures, count }: PassingLooks,
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

/** Families with looks after the ordered ones. */
const findScatteredFamilies = ({
  orderedLooks,
  pictureOf,
  lookRows,
  lookStarts,
  familyOf,
}: Rows): Set<number> => {
  const families = new Set<number>();
  for (let look = orderedLooks; look < pictureOf.length; look += 1) {
    families.add(familyOf[lookRows[lookStarts[look] ?? 0] ?? 0] ?? 0);
  }
  return families;
};

/** Keys of the best families of these looks (in order), best first. The family of the source is never among them. */
export const scanLooks = async (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  { count, minimumUnits }: Pick<CandidateRequest, 'count' | 'minimumUnits'>,
  all: PassingLooks,
  slices: WorkSlices,
): Promise<Float64Array> => {
  const ownFamily = rows.familyOf[source] ?? -1;
  const sourcePicture = rows.pictureOf[rows.lookOf[source] ?? -1] ?? 0;
  const families = rows.familyStarts.length - 1;
  const ownRows = (rows.familyStarts[ownFamily + 1] ?? 0) - (rows.familyStarts[ownFamily] ?? 0);
  const wanted = ownRows + Math.ceil(count * Math.max(1, rows.pictureOf.length / Math.max(1, families)));
  const passing = await selectRoughly(all, vectors, sourcePicture, weights, wanted, slices);
  const scores = await scorePassing(passing, vectors, sourcePicture, weights, slices);
  const best = createTopK(count);
  let family = -1;
  let familyKey = worstKey;
  const scattered = findScatteredFamilies(rows);
  const scatteredKeys = new Map<number, number>();
  const finishFamily = () => {
    const key = family === ownFamily ? worstKey : familyKey;
    familyKey = worstKey;
    if (key === worstKey) return;
    if (scattered.has(family))
      scatteredKeys.set(family, Math.min(key, scatteredKeys.get(family) ?? worstKey));
    else best.offer(key);
  };
  // The looks of a family are adjacent: when the family changes, the one before is finished.
  for (let at = 0; at < passing.count; at += 1) {
    if (at % looksPerSlice === 0 && slices.isOver()) await slices.next();
    const row = passing.members[at] ?? 0;
    const units = scores[at] ?? 0;
    if (rows.familyOf[row] !== family) finishFamily();
    family = rows.familyOf[row] ?? -1;
    if (units >= minimumUnits) familyKey = Math.min(familyKey, candidateKey(units, row));
  }
  finishFamily();
  for (const key of scatteredKeys.values()) best.offer(key);
  return best.take();
};
