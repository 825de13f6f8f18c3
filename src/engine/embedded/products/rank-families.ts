import { candidateKey, rowFromKey, worstKey } from '../ranking/candidate-key.ts';
import type { Arena } from './arena.ts';
import type { PassingLooks } from './passing-looks.ts';

/*
 * Families by their best look, best first. A key holds the score of that look and its place among the looks, instead of its
 * row: all looks of a family are beside it.
 */

/**
 * The ranking of all families but `own` with a look that scores `least` or more, in millionths. Looks of a family are
 * adjacent.
 */
export const rankFamilies = (
  { families, count }: PassingLooks,
  units: Uint32Array,
  own: number,
  least: number,
  arena: Arena,
): Float64Array => {
  const keys = arena.float64(count);
  let found = 0;
  for (let at = 0; at < count; ) {
    const family = families[at] ?? 0;
    let best = worstKey;
    for (; at < count && families[at] === family; at += 1) {
      const score = units[at] ?? 0;
      if (score >= least) best = Math.min(best, candidateKey(score, at));
    }
    if (best !== worstKey && family !== own) keys[found++] = best;
  }
  return sortKeys(keys.subarray(0, found));
};

/** Sorts keys in place. Numbers above 0 are in the order of their bits, which are sorted in a third of the time. */
export const sortKeys = (keys: Float64Array): Float64Array => {
  new BigUint64Array(keys.buffer, keys.byteOffset, keys.length).sort();
  return keys;
};

/** Where the best look of a ranked family is among the looks. */
export const placeFromKey = rowFromKey;

/** Calls back for all looks of the family of one of them. */
export const visitFamily = (
  { families, count }: PassingLooks,
  place: number,
  visit: (place: number) => void,
): void => {
  const family = families[place];
  let at = place;
  while (at > 0 && families[at - 1] === family) at -= 1;
  for (; at < count && families[at] === family; at += 1) visit(at);
};
