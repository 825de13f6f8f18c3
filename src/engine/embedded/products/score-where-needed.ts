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
 * place n by more than that. Only what is on the page, or may be, is compared in full. Where families have several looks, the best of
 * one may be another that codes score lower by as much: so twice that below.
 *
 * What is not certain at the end of the set is compared in full only where no look was left out before. Otherwise codes have left out
 * looks that score as those at the end do, so codes decide about the end: the set is the same one for every page and order.
 *
 * What is compared in full also shows how wrong codes are: where that is more than expected, the caller compares everything.
 *
 * What is compared stays in its span of the ranking: what is certain to be above an end scores higher by codes than all below it
 * score in full, and the other way round.
 */

import type { Weights } from '../../../domain/box.ts';
import { otherColourShare, scoreUnits, sumWeights, toUnits } from '../../semantics/search/score.ts';
import { candidateKey, worstKey } from '../ranking/candidate-key.ts';
import type { Rows } from '../rows/rows.ts';
import type { RoughIndex } from '../vectors/rough-index.ts';
import type { Vectors } from '../vectors/vectors.ts';
import type { Arena } from './arena.ts';
import { mostAdded } from './family-keys.ts';
import type { PassingLooks } from './passing-looks.ts';
import { placeFromKey, rankFamilies, sortKeys, visitFamily } from './rank-families.ts';
import { findSpan, findUncertain, joinSpans, type Span } from './ranking-spans.ts';
import type { CloseScores, SelectedLooks } from './select-roughly.ts';

/** The places of a set, from the best on, whose scores and order are shown. */
export type ShownPlaces = { readonly from: number; readonly to: number };

/** Fewer looks are quickly compared in full; codes of more would take long at a stretch. */
const [fewLooks, mostLooks] = [64, mostAdded];

/** Scores in full that are known before, in millionths. */
export type ListedScores = {
  readonly byPicture: ReadonlyMap<number, number>;
  /** No other picture scores higher. */
  readonly others: number;
};

type Request = {
  readonly count: number;
  readonly minimumUnits: number;
  readonly shown: ShownPlaces;
  readonly listed?: ListedScores | null;
};

/** The scores of pictures in full, in millionths. */
type ScoreInFull = (pictures: Uint32Array) => Promise<Uint32Array>;

/**
 * Keys of the `count` best families that reach `minimumUnits`, best first. Scores are in full where that is needed for the set and
 * for the places that are shown. Null where codes cannot tell.
 */
export const scoreWhereNeeded = async (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  { count, minimumUnits, shown, listed = null }: Request,
  looks: SelectedLooks,
  scoreInFull: ScoreInFull,
  arena: Arena,
): Promise<Float64Array | null> => {
  const close = scoreByCodes(rows, vectors, source, weights, looks, arena);
  if (close === null) return null;
  const { units, error } = close;
  const least = minimumUnits - 2 * error;
  const all = rankFamilies(looks, units, rows.familyOf[source] ?? -1, least, arena);
  const ranking = looks.byCodes ? all.subarray(0, count) : all;
  const apart = error * bothWrong;
  const below = hasSeveral(looks) ? 2 * apart : apart;
  const page = findUncertain(ranking, shown.from, shown.to, apart, below);
  const spans = joinSpans([
    page,
    ...(ranking.length > count ? [findUncertain(ranking, count, count, apart, below)] : []),
    findSpan(ranking, least, minimumUnits + 2 * error),
  ]);
  const isListed = listed !== null && hasWholePage(looks, ranking, page, spans, shown, listed);
  const findKnown = (place: number): number | undefined => {
    const score = listed?.byPicture.get(looks.pictures[place] ?? 0);
    if (score !== undefined || !isListed) return score;
    // It is below the page, unless the list lacks it.
    const byCodes = units[place] ?? 0;
    return byCodes > listed.others + error * mostUsual ? undefined : Math.min(byCodes, listed.others);
  };
  const full = await compareInFull(looks, ranking, spans, findKnown, scoreInFull);
  if (findLargestError(units, full) > error * mostUsual) return null;
  return takeKeys(looks, ranking, spans, full, minimumUnits).subarray(0, count);
};

/** Two scores that err independently are wrong together by less than both errors: by the root of their squares. */
const bothWrong = Math.SQRT2;

/** Errors of codes are rarely as large as they may be. Where some of them are, numbers are not what codes are made for. */
const mostUsual = 2 / 3;

/** Scores in millionths, and by how much one may be wrong; null where there are no codes, or hardly any looks. */
const scoreByCodes = (
  rows: Rows,
  vectors: Vectors,
  source: number,
  weights: Weights,
  looks: SelectedLooks,
  arena: Arena,
): { units: Uint32Array; error: number } | null => {
  const index = vectors.rough();
  const sum = sumWeights(weights);
  if (!index || sum <= 0 || looks.count < fewLooks || looks.count > mostLooks) return null;
  if (rows.orderedLooks < rows.pictureOf.length || vectors.count > index.count) return null;
  const close = looks.byCodes ?? scoreClosely(index, rows, source, weights, looks, arena);
  if (close === null) return null;
  const units = arena.uint32(looks.count);
  const share = otherColourShare(weights);
  for (let at = 0; at < looks.count; at += 1) units[at] = toUnits((close.scores[at] ?? 0) / sum + share);
  // Two for rounding.
  return { units, error: Math.ceil((close.error / sum) * scoreUnits) + 2 };
};

const scoreClosely = (
  index: RoughIndex,
  { pictureOf, lookOf }: Rows,
  source: number,
  weights: Weights,
  { pictures, count }: PassingLooks,
  arena: Arena,
): CloseScores | null => {
  if (index.scoreClosely === null) return null;
  const sourcePicture = pictureOf[lookOf[source] ?? -1] ?? 0;
  const scores = arena.float32(count);
  return { scores, error: index.scoreClosely(sourcePicture, pictures.subarray(0, count), weights, scores) };
};

/** Whether a family has several of the looks. */
const hasSeveral = ({ families, count }: PassingLooks): boolean => {
  for (let at = 1; at < count; at += 1) if (families[at] === families[at - 1]) return true;
  return false;
};

/** Whether a list has a whole first page, all of it better than what it was cut before: then no other look can be on it. */
const hasWholePage = (
  looks: PassingLooks,
  ranking: Float64Array,
  { from, to }: Span,
  spans: readonly Span[],
  shown: ShownPlaces,
  { byPicture, others }: ListedScores,
): boolean => {
  const [first] = spans;
  // What else is uncertain may have to be compared.
  if (shown.from > 0 || spans.length !== 1 || first?.from !== from || first.to !== to) return false;
  let listed = 0;
  for (let rank = from; rank < to; rank += 1) {
    const score = byPicture.get(looks.pictures[placeFromKey(ranking[rank] ?? 0)] ?? 0) ?? 0;
    if (score > others) listed += 1;
  }
  return listed >= shown.to;
};

/** Looks by their places, where their families are in the ranking, and scores in full. */
type FullScores = {
  readonly places: readonly number[];
  readonly ranks: readonly number[];
  readonly scores: readonly number[];
};

/** Compares all looks of the families in the spans. */
const compareInFull = async (
  looks: PassingLooks,
  ranking: Float64Array,
  spans: readonly Span[],
  findKnown: (place: number) => number | undefined,
  scoreInFull: ScoreInFull,
): Promise<FullScores> => {
  const [places, ranks, scores]: [number[], number[], number[]] = [[], [], []];
  const unknown: number[] = [];
  for (const { from, to } of spans)
    for (let rank = from; rank < to; rank += 1)
      visitFamily(looks, placeFromKey(ranking[rank] ?? 0), (place) => {
        const score = findKnown(place);
        if (score === undefined) unknown.push(places.length);
        places.push(place);
        ranks.push(rank);
        scores.push(score ?? 0);
      });
  if (unknown.length > 0) {
    const pictures = Uint32Array.from(unknown, (index) => looks.pictures[places[index] ?? 0] ?? 0);
    const compared = await scoreInFull(pictures);
    for (const [at, index] of unknown.entries()) scores[index] = compared[at] ?? 0;
  }
  return { places, ranks, scores };
};

const findLargestError = (units: Uint32Array, { places, scores }: FullScores): number =>
  places.reduce(
    (largest, place, index) => Math.max(largest, Math.abs((units[place] ?? 0) - (scores[index] ?? 0))),
    0,
  );

/** The keys of the ranked families, in each span those of the full scores that reach the minimum. */
const takeKeys = (
  { members }: PassingLooks,
  ranking: Float64Array,
  spans: readonly Span[],
  { places, ranks, scores }: FullScores,
  minimumUnits: number,
): Float64Array => {
  const keys = new Float64Array(ranking.length);
  for (let rank = 0; rank < ranking.length; rank += 1) {
    const key = ranking[rank] ?? 0;
    const place = placeFromKey(key);
    keys[rank] = key - place + (members[place] ?? 0);
  }
  for (const { from, to } of spans) keys.fill(worstKey, from, to);
  let lacking = 0;
  for (let index = 0; index < places.length; index += 1) {
    const [rank, score] = [ranks[index] ?? 0, scores[index] ?? 0];
    if (score < minimumUnits) lacking += 1;
    else keys[rank] = Math.min(keys[rank] ?? worstKey, candidateKey(score, members[places[index] ?? 0] ?? 0));
  }
  for (const { from, to } of spans) sortKeys(keys.subarray(from, to));
  return lacking > 0 ? keys.filter((key) => key !== worstKey) : keys;
};
