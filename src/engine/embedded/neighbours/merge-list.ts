import type { FindFamilyPrefix } from './family-prefix.ts';
import type { KnownList } from './known-lists.ts';

/** A list with its reserve, best first; `isComplete`: it has every candidate. */
export type ListWithReserve = { readonly keys: Float64Array; readonly isComplete: boolean };

/** How long lists are, in families. */
export type ListDepth = {
  readonly list: number;
  /** List and reserve together. */
  readonly withReserve: number;
};

/**
 * Merges what was known with the new candidates: the list as if everything had been compared. Null when that is not
 * certain, because the list lost more members than new ones and its reserve can replace.
 *
 *   previous   ████████████|▒▒▒▒|  unknown       █ list  ▒ reserve, which ends at `keyLimit`
 *   current    ███ ██+█ ███ ▒▒ ▒|  unknown       + new, gaps: removed
 *   result     ████████████|▒▒▒ |                filled up from the reserve
 */
export const mergeList = (
  known: KnownList,
  newKeys: Float64Array,
  /** How many candidates of other families there are, in the list or not. */
  total: number,
  depth: ListDepth,
  findFamilyPrefix: FindFamilyPrefix,
): ListWithReserve | null => {
  const keys = mergeSorted(known.keys, newKeys);
  const { length, families } = findFamilyPrefix(keys, depth.withReserve);
  const isComplete = length === total;
  return isComplete || families >= depth.list ? { keys: keys.subarray(0, length), isComplete } : null;
};

const mergeSorted = (a: Float64Array, b: Float64Array): Float64Array => {
  if (b.length === 0) return a;
  const merged = new Float64Array(a.length + b.length);
  let [i, j] = [0, 0];
  for (let at = 0; at < merged.length; at += 1) {
    const isFirst = j === b.length || (i < a.length && (a[i] ?? 0) < (b[j] ?? 0));
    merged[at] = (isFirst ? a[i++] : b[j++]) ?? 0;
  }
  return merged;
};
