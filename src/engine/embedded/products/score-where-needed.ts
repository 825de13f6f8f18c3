/*
 * An answer shows the scores of one page, and counts the rest of its set. So most of the best looks need no vector: their
 * codes say where they are, but for a small error e that is known.
 *
 * Families by their best look, as codes score it, best first; the set has k families, the page is the first p of them:
 *
 *   score   .95  .93  .90 | .88  .87  .80  .70  .62  .61 | .60  .55
 *                         p                              k
 *
 * A family is certain to be among the first n when it scores above the next one, that of place n + 1, by more than both may be wrong
 * together, which is 1.41e: at most n score as well or better. It is certain not to be among them when it scores below that of
 * place n by more than that. Only what is on the page, or may be, and what is not certain at the end of the set is compared in full.
 * Where families have several looks, the best of one may be another that codes score lower by as much: so twice that below.
 *
 * What is compared in full also shows how wrong codes are: where that is more than expected, the caller compares everything.
 *
 * The order of what is mixed in this way is right at each end: what is certain to be above an end scores higher by codes
 * than all below it score in full, and the other way round.
 */

import type { Weights } from '../../../domain/box.ts';
import { otherColourShare, scoreUnits, sumWeights, toUnits } from '../../semantics/search/score.ts';
import { unitsFromKey } from '../ranking/candidate-key.ts';
import type { Rows } from '../rows/rows.ts';
import type { RoughIndex } from '../vectors/rough-index.ts';
import type { Vectors } from '../vectors/vectors.ts';
import { createFamilyKeys, mostAdded } from './family-keys.ts';
import type { PassingLooks } from './passing-looks.ts';
import type { SelectedLooks } from './select-roughly.ts';

/** The places of a set, from the best on, whose scores and order are shown. */
export type ShownPlaces = { readonly from: number; readonly to: number };

/** A range of scores, in millionths. */
type Range = { readonly low: number; readonly high: number };

/** Fewer looks are quickly compared in full; codes of more would take long at a stretch. */
const [fewLooks, mostLooks] = [64, mostAdded];

/** Scores in full that are known before, in millionths, by picture. */
export type ListedScores = ReadonlyMap<number, number>;

type Request = {
  readonly count: number;
  readonly minimumUnits: number;
  readonly shown: ShownPlaces;
  readonly listed?: ListedScores | null;
};

/** The scores of pictures in full, in millionths. */
type ScoreInFull = (pictures: Uint32Array) => Promise<Uint32Array>;

/**
 * Scores in millionths of looks that codes have been compared of, in full where that is needed for the `count` best families
 * that reach `minimumUnits`, and for those in the places that are shown. Null where codes cannot tell.
 */
export const scoreWhereNeeded = async (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  { count, minimumUnits, shown, listed = null }: Request,
  looks: SelectedLooks,
  scoreInFull: ScoreInFull,
): Promise<Uint32Array | null> => {
  const index = vectors.rough();
  const sourcePicture = rows.pictureOf[rows.lookOf[source] ?? -1] ?? 0;
  if (!index || looks.count < fewLooks || looks.count > mostLooks) return null;
  if (rows.orderedLooks < rows.pictureOf.length || vectors.count > index.count) return null;
  const close = scoreByCodes(index, sourcePicture, weights, looks);
  if (close === null) return null;
  const { units, error } = close;
  const families = listFamilies(rows, looks, units, rows.familyOf[source] ?? -1, minimumUnits - 2 * error);
  const apart = error * bothWrong;
  const below = hasSeveral(looks) ? 2 * apart : apart;
  const ranges = [
    findRange(families, shown.from, shown.to, apart, below),
    ...(families.length > count ? [findRange(families, count, count, apart, below)] : []),
    { low: minimumUnits - 2 * error, high: minimumUnits + 2 * error },
  ];
  const largestError = await compareInFull(looks, units, ranges, listed, scoreInFull);
  return largestError > error * mostUsual ? null : units;
};

/** Two scores that err independently are wrong together by less than both errors: by the root of their squares. */
const bothWrong = Math.SQRT2;

/** Errors of codes are rarely as large as they may be. Where some of them are, numbers are not what codes are made for. */
const mostUsual = 2 / 3;

/** Room for scores: nobody waits while it is used. */
const products = new Float32Array(mostLooks);

const scoreByCodes = (
  { scoreClosely }: RoughIndex,
  sourcePicture: number,
  weights: Weights,
  { pictures, count, codeScores, within }: SelectedLooks,
): { units: Uint32Array; error: number } | null => {
  const sum = sumWeights(weights);
  if (scoreClosely === null || sum <= 0) return null;
  if (codeScores) products.set(codeScores);
  const near = codeScores && within ? within : null;
  const error = scoreClosely(sourcePicture, pictures.subarray(0, count), weights, products, near);
  const units = new Uint32Array(count);
  const share = otherColourShare(weights);
  for (let at = 0; at < count; at += 1) units[at] = toUnits((products[at] ?? 0) / sum + share);
  // Two for rounding.
  return { units, error: Math.ceil((error / sum) * scoreUnits) + 2 };
};

/** Keys of families that reach `least`, best first; without the source's own. */
const listFamilies = (
  rows: Rows,
  looks: PassingLooks,
  units: Uint32Array,
  own: number,
  least: number,
): Float64Array => {
  const families = createFamilyKeys(rows, looks, looks.count, own);
  families.add(units, least, 0, looks.count);
  return families.take();
};

/** Whether a family has several of the looks. */
const hasSeveral = ({ families, count }: PassingLooks): boolean => {
  for (let at = 1; at < count; at += 1) if (families[at] === families[at - 1]) return true;
  return false;
};

/** The scores of looks that may be in places `from` to `to`, or on the wrong side of an end. */
const findRange = (families: Float64Array, from: number, to: number, above: number, below: number): Range => {
  const unitsAt = (place: number, other: number): number =>
    place >= 0 && place < families.length ? unitsFromKey(families[place] ?? 0) : other;
  return {
    low: to > families.length ? -Infinity : unitsAt(to - 1, Infinity) - below,
    high: from === 0 ? Infinity : unitsAt(from, -Infinity) + above,
  };
};

/** Replaces the scores of looks in these ranges; returns by how much the worst was wrong. */
const compareInFull = async (
  { pictures, count }: PassingLooks,
  units: Uint32Array,
  ranges: readonly Range[],
  listed: ListedScores | null,
  scoreInFull: ScoreInFull,
): Promise<number> => {
  const places = new Uint32Array(count);
  const compared = new Uint32Array(count);
  let [some, largestError] = [0, 0];
  const replace = (at: number, score: number): void => {
    largestError = Math.max(largestError, Math.abs((units[at] ?? 0) - score));
    units[at] = score;
  };
  for (let at = 0; at < count; at += 1) {
    if (!isInAny(ranges, units[at] ?? 0)) continue;
    const picture = pictures[at] ?? 0;
    const score = listed?.get(picture);
    if (score === undefined) {
      places[some] = at;
      compared[some++] = picture;
    } else replace(at, score);
  }
  const exact = await scoreInFull(compared.subarray(0, some));
  for (let place = 0; place < some; place += 1) replace(places[place] ?? 0, exact[place] ?? 0);
  return largestError;
};

const isInAny = (ranges: readonly Range[], score: number): boolean => {
  for (const { low, high } of ranges) if (score >= low && score <= high) return true;
  return false;
};
