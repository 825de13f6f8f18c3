import { rowFromKey } from '../ranking/candidate-key.ts';
import { createTopK } from '../ranking/top-k.ts';

/** Keys of the best looks, best first, up to the first one of the last wanted family. */
export type BestFamilies = {
  readonly keys: Float64Array;
  /** Those of `keys` that are the best of their family. */
  readonly firsts: Float64Array;
};

/** Looks of a family that are expected among the best. */
const looksPerFamily = 2;

/** The `wanted` best families of some looks. `keys`: score and row of each look (candidate-key.ts). */
export const findBestFamilies = (
  keys: Float64Array,
  familyOf: Uint32Array,
  wanted: number,
  size: number = wanted * looksPerFamily,
): BestFamilies => {
  const top = createTopK(size);
  for (let at = 0; at < keys.length; at += 1) top.offer(keys[at] ?? 0);
  const best = top.take();
  const seen = new Set<number>();
  const firsts = new Float64Array(Math.min(wanted, best.length));
  let length = 0;
  for (; length < best.length && seen.size < wanted; length += 1) {
    const key = best[length] ?? 0;
    const family = familyOf[rowFromKey(key)] ?? 0;
    if (!seen.has(family)) firsts[seen.size] = key;
    seen.add(family);
  }
  // Families with very many looks are in the way of others.
  if (seen.size < wanted && top.overflowed) return findBestFamilies(keys, familyOf, wanted, size * 4);
  return { keys: best.subarray(0, length), firsts: firsts.subarray(0, seen.size) };
};
