import { findPicture } from '../rows/rows.ts';
/*
 * Compares the source with every look that passes, and finds the best families.
 *
 * A small catalogue is compared in full. A large one has codes (vector-codes.ts), and each step reads more of fewer looks:
 *
 *   binary    1 bit a number, of all pictures, where more looks pass than are compared by int8
 *   int8      8 bits a number, of a fixed number of looks
 *   exact     float32, of those that have more families than are wanted: scores and order are exact
 *
 * How many are left after each step follows from the version and the question alone (`countSteps`), and equal scores have an order: so the
 * answer does too. Nearly all of the true best are found; bench/filter-recall.ts measures how many.
 *
 * Pictures of live changes have no codes: these are always compared in full.
 *
 * The work is done in slices: other requests are answered in between.
 */

import type { Weights } from '../../../domain/box.ts';
import { otherColourShare, sumWeights, toUnits } from '../../semantics/search/score.ts';
import type { WorkSlices } from '../../work-slices.ts';
import { candidateKey, rowFromKey } from '../ranking/candidate-key.ts';
import type { Family, Rows } from '../rows/rows.ts';
import type { Vectors } from '../vectors/vectors.ts';
import { findBestFamilies } from '../ranking/top-k.ts';
import type { PassingLooks } from './passing-looks.ts';
import type { ScoreBuffers } from '../vectors/score-buffer.ts';
import type { CodeQuery } from '../vectors/code-query.ts';
import type { ReadVector } from '../vectors/vector-blocks.ts';
import type { VectorCodes } from '../vectors/vector-codes.ts';

export type ScanRequest = { readonly count: number; readonly minimumUnits: number };

/** What looks are compared with: the vector of a picture, and the family it is of; -1: none. */
export type ScanSource = { readonly family: Family; readonly read: () => ReturnType<ReadVector> };

/** Keys of the best families of these looks, best first. The family of the source is never among them. */
export const scanLooks = async (
  rows: Rows,
  vectors: Vectors,
  source: ScanSource,
  weights: Weights,
  { count, minimumUnits }: ScanRequest,
  passing: PassingLooks,
  slices: WorkSlices,
): Promise<Float64Array> => {
  const left = await selectByCodes(rows, vectors, source, weights, count, passing, slices);
  const units = await scoreExactly(vectors, source, weights, left.pictures, slices);
  const keys = makeKeys(rows, source, left, units, minimumUnits);
  return findBestFamilies(keys, rows.familyOf, count).firsts;
};

/** Keys of those looks of other families that score at least `minimumUnits`. */
const makeKeys = (
  { familyOf }: Rows,
  source: ScanSource,
  { members }: PassingLooks,
  scores: Uint32Array,
  minimumUnits: number,
): Float64Array => {
  const own = source.family;
  const keys = new Float64Array(members.length);
  let count = 0;
  for (let at = 0; at < members.length; at += 1) {
    const row = members[at] ?? 0;
    const units = scores[at] ?? 0;
    if (units >= minimumUnits && familyOf[row] !== own) keys[count++] = candidateKey(units, row);
  }
  return keys.subarray(0, count);
};

const takeLooks = ({ pictures, members }: PassingLooks, places: Uint32Array): PassingLooks => ({
  pictures: takeNumbers(pictures, places),
  members: takeNumbers(members, places),
});

const takeNumbers = (numbers: Uint32Array, places: Uint32Array): Uint32Array => {
  const taken = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at += 1) taken[at] = numbers[places[at] ?? 0] ?? 0;
  return taken;
};

/** Those whose pictures have codes, or the others. */
const filterLooks = (looks: PassingLooks, coded: number, hasCodes: boolean): PassingLooks =>
  takeLooks(
    looks,
    looks.pictures.map((_, at) => at).filter((at) => (looks.pictures[at] ?? 0) < coded === hasCodes),
  );

/** PassingLooks that are compared by int8 at least, and for each wanted family. */
const int8Looks = { fewest: 8192, ofCatalogue: 1 / 50, perFamily: 50 };
/** Families that are compared exactly beyond the wanted ones: int8 scores may be wrong by about a thousandth. */
const spareFamilies = { fewest: 32, share: 1 / 4 };

/** How much each step leaves. Where families have several looks, more of these are needed for as many families. */
const countSteps = ({ pictureOf, familyStarts }: Rows, pictures: number, wanted: number) => {
  const { fewest, ofCatalogue, perFamily } = int8Looks;
  const looksPerFamily = Math.max(1, pictureOf.length / Math.max(1, familyStarts.length - 1));
  return {
    int8: Math.ceil(Math.max(fewest, pictures * ofCatalogue, wanted * perFamily) * looksPerFamily),
    families: wanted + Math.ceil(Math.max(spareFamilies.fewest, wanted * spareFamilies.share)),
  };
};

/** The looks that are compared exactly: all, where there are no codes or not many looks. */
const selectByCodes = async (
  rows: Rows,
  vectors: Vectors,
  source: ScanSource,
  weights: Weights,
  wanted: number,
  looks: PassingLooks,
  slices: WorkSlices,
): Promise<PassingLooks> => {
  const codes = await vectors.codes();
  if (codes === null) return looks;
  const { int8, families } = countSteps(rows, codes.count, wanted);
  const hasChanges = vectors.count > codes.count;
  const coded = hasChanges ? filterLooks(looks, codes.count, true) : looks;
  if (coded.pictures.length <= families) return looks;
  const query = codes.ask(source.read(), weights);
  const select = (some: PassingLooks): Promise<PassingLooks | null> =>
    selectByInt8(rows, codes.buffers, query, source, weights, families, some, slices);
  const isShort = coded.pictures.length <= int8;
  const left = isShort ? null : await selectByBinary(codes, query, weights, int8, coded, select, slices);
  const best = left ?? (await select(coded)) ?? coded;
  return hasChanges ? joinLooks(best, filterLooks(looks, codes.count, false)) : best;
};

const joinLooks = (a: PassingLooks, b: PassingLooks): PassingLooks => ({
  pictures: Uint32Array.from([...a.pictures, ...b.pictures]),
  members: Uint32Array.from([...a.members, ...b.members]),
});

/** Pictures and looks between two looks at the clock: some tenths of a millisecond. */
const [binaryPerSlice, int8PerSlice, exactPerSlice] = [16_384, 2048, 128];

/** What `select` finds among the `wanted` best by binary codes, or among more of them; null: it needs all. */
const selectByBinary = async (
  { count, buffers }: VectorCodes,
  query: CodeQuery,
  weights: Weights,
  wanted: number,
  looks: PassingLooks,
  select: (some: PassingLooks) => Promise<PassingLooks | null>,
  slices: WorkSlices,
): Promise<PassingLooks | null> => {
  const { pictures } = looks;
  const [all, passing] = [buffers.take(count), buffers.take(pictures.length)];
  try {
    // Of the whole catalogue: codes of 32 pictures lie together.
    for (let from = 0; from < count; from += binaryPerSlice) {
      if (slices.isOver()) await slices.next();
      query.scoreBinary(from, Math.min(count, from + binaryPerSlice), all.scores);
    }
    if (slices.isOver()) await slices.next();
    gatherScores(all.scores, pictures, passing.scores);
    for (let some = wanted; some < pictures.length; some *= 4) {
      const found = await select(takeLooks(looks, passing.selectBest(pictures.length, some, weights)));
      if (found) return found;
    }
    return null;
  } finally {
    buffers.giveBack(all);
    buffers.giveBack(passing);
  }
};

const gatherScores = (all: Float32Array, pictures: Uint32Array, into: Float32Array): void => {
  for (let at = 0; at < pictures.length; at += 1) into[at] = all[pictures[at] ?? 0] ?? 0;
};

/** PassingLooks of a family that are expected among the best. */
const looksOfFamily = 2;

/** The best looks by int8 codes, up to the first one of the last wanted family; null: they have fewer families. */
const selectByInt8 = async (
  rows: Rows,
  buffers: ScoreBuffers,
  query: CodeQuery,
  source: ScanSource,
  weights: Weights,
  families: number,
  looks: PassingLooks,
  slices: WorkSlices,
): Promise<PassingLooks | null> => {
  const count = looks.pictures.length;
  const buffer = buffers.take(count);
  try {
    const { scores } = buffer;
    for (let from = 0; from < count; from += int8PerSlice) {
      if (slices.isOver()) await slices.next();
      query.scoreInt8(looks.pictures, from, Math.min(count, from + int8PerSlice), scores);
    }
    const [sum, share] = [Math.max(1e-9, sumWeights(weights)), otherColourShare(weights)];
    for (let some = families * looksOfFamily; ; some *= 4) {
      const places = buffer.selectBest(count, Math.min(count, some), weights);
      const units = places.map((at) => toUnits((scores[at] ?? 0) / sum + share));
      const keys = makeKeys(rows, source, takeLooks(looks, places), units, 0);
      const best = findBestFamilies(keys, rows.familyOf, families);
      if (best.firsts.length < families && some < count) continue;
      if (best.firsts.length < families) return null;
      const members = Uint32Array.from(best.keys, rowFromKey).sort();
      return { members, pictures: members.map((row) => findPicture(rows, row)) };
    }
  } finally {
    buffers.giveBack(buffer);
  }
};

/** The scores of pictures in millionths. The query is shared: it is set again in each slice, because other searches run in between. */
const scoreExactly = async (
  vectors: Vectors,
  source: ScanSource,
  weights: Weights,
  pictures: Uint32Array,
  slices: WorkSlices,
): Promise<Uint32Array> => {
  const units = new Uint32Array(pictures.length);
  for (let at = 0; at < pictures.length; at += exactPerSlice) {
    if (slices.isOver()) await slices.next();
    const end = Math.min(pictures.length, at + exactPerSlice);
    vectors.setQuery(source.read());
    vectors.score(pictures.subarray(at, end), end - at, weights, units.subarray(at, end));
  }
  return units;
};
