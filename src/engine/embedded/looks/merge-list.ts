import type { FindFamilyPrefix } from './family-prefix.ts';
import type { KnownList } from './known-lists.ts';

/** A list with its reserve, best first; `whole`: nothing that fits is missing. */
export type ListWithReserve = { readonly keys: Float64Array; readonly whole: boolean };

/** How far lists reach, in families. */
export type ListDepth = {
  readonly list: number;
  /** With the reserve. */
  readonly withReserve: number;
};

/**
 * What is known with what is new: the list as if everything had been compared. Null when it was cut too early to
 * tell: it lost more than entered it and than its reserve held.
 *
 *   before   ████████████|▒▒▒▒|  unknown       █ list  ▒ reserve  | where `below` stands
 *   now      ███ ██+█ ███ ▒▒ ▒|  unknown       + entered
 *            ████████████|▒▒▒ |                filled up from the reserve
 */
export const mergeList = (
  known: KnownList,
  entered: Float64Array,
  /** All that fit, in and behind the list. */
  total: number,
  reach: ListDepth,
  cutAfter: FindFamilyPrefix,
): ListWithReserve | null => {
  const keys = mergeSorted(known.keys, entered);
  const { length, families } = cutAfter(keys, reach.withReserve);
  const whole = length === total;
  return whole || families >= reach.list ? { keys: keys.subarray(0, length), whole } : null;
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
