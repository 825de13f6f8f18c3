import { candidateKey, worstKey } from '../ranking/candidate-key.ts';
import type { GroupDiff } from './previous-version.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { PlanLists, ReserveLists } from './plan-lists.ts';
import type { ListIndex, Look, Row } from '../rows/index-spaces.ts';
import type { Rows } from '../rows/rows.ts';
import type { FindFamilyPrefix } from './family-prefix.ts';

/** What the previous version knew about a list: those of its best candidates that are still there. */
export type PreviousList = {
  /** Best first; with rows of the current version. */
  readonly keys: Float64Array;
  /** Candidates at or above this key are not known. With the worst key, everything is known. */
  readonly keyLimit: number;
};

/** Reads lists of the previous version with the row numbers of the current one, one group after the other. */
export const createPreviousListReader = (
  oldRows: Rows,
  { lists, reserve }: { readonly lists: PlanLists; readonly reserve: ReserveLists },
  oldLookAt: (row: Row) => Look,
) => {
  const currentRowOf = new Int32Array(oldRows.pictureOf.length);
  let dropped: GroupDiff['dropped'] = new Map();
  const keys = new Float64Array(1 + longestList(lists.starts) + longestList(reserve.starts));
  let count = 0;
  const appendKeys = (looks: Uint32Array, units: Uint32Array, start: number, end: number): void => {
    for (let at = start; at < end; at += 1) {
      const row = currentRowOf[looks[at] ?? 0] ?? -1;
      if (row < 0) continue;
      keys[count] = candidateKey(units[at] ?? 0, row);
      count += 1;
    }
  };
  const lastKey = (look: Look, units: number): number => {
    const row = currentRowOf[look] ?? -1;
    return candidateKey(units, row < 0 ? (dropped.get(look) ?? 0) : row);
  };
  return {
    /** Lists that are read after this are of this group. */
    selectGroup: (group: PlanGroup, changes: GroupDiff): void => {
      currentRowOf.fill(-1);
      let next = 0;
      for (const row of group.candidates) {
        if (row === changes.added[next]) next += 1;
        else currentRowOf[oldLookAt(row)] = row;
      }
      dropped = changes.dropped;
    },
    read: (list: ListIndex): PreviousList => {
      const { looks, units } = lists.read(list);
      const end = looks.length;
      const [first, last] = [reserve.starts[list] ?? 0, reserve.starts[list + 1] ?? 0];
      count = 0;
      appendKeys(looks, units, 0, end);
      appendKeys(reserve.looks, reserve.units, first, last);
      const own = keys.slice(0, count);
      if (reserve.whole[list] === 1) return { keys: own, keyLimit: worstKey };
      const [from, at] = last > first ? [reserve, last - 1] : [{ looks, units }, end - 1];
      return { keys: own, keyLimit: lastKey(from.looks[at] ?? 0, from.units[at] ?? 0) + 1 };
    },
  };
};

const longestList = (starts: Uint32Array): number => {
  let most = 0;
  for (let list = 1; list < starts.length; list += 1)
    most = Math.max(most, (starts[list] ?? 0) - (starts[list - 1] ?? 0));
  return most;
};

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
  previous: PreviousList,
  newKeys: Float64Array,
  /** How many candidates of other families there are, in the list or not. */
  total: number,
  depth: ListDepth,
  findFamilyPrefix: FindFamilyPrefix,
): Float64Array | null => {
  const keys = mergeSorted(previous.keys, newKeys);
  const { length, families } = findFamilyPrefix(keys, depth.withReserve);
  return length === total || families >= depth.list ? keys.subarray(0, length) : null;
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
