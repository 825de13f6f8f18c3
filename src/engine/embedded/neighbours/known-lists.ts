import { candidateKey, worstKey } from '../ranking/candidate-key.ts';
import type { GroupDiff } from './group-diff.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { PlanLists } from './plan-lists.ts';
import type { ReserveLists } from './plan-lists.ts';
import type { ListIndex, Look, Row } from '../rows/index-spaces.ts';

/** What the previous version knew about a list: those of its best candidates that are still there. */
export type KnownList = {
  /** Best first; with rows of the current version. */
  readonly keys: Float64Array;
  /** Candidates at or above this key are not known. With the worst key, everything is known. */
  readonly keyLimit: number;
};

/** Reads lists of the previous version with the row numbers of the current one, one group after the other. */
export const createKnownListReader = (
  oldLooks: number,
  lists: PlanLists,
  reserve: ReserveLists,
  /** Previous look of a current row's look, -1 for none. */
  oldLookAt: (row: Row) => Look,
) => {
  const currentRowOf = new Int32Array(oldLooks);
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
    read: (list: ListIndex): KnownList => {
      const { looks, units } = lists.read(list);
      const end = looks.length;
      const [first, last] = [reserve.starts[list] ?? 0, reserve.starts[list + 1] ?? 0];
      count = 0;
      appendKeys(looks, units, 0, end);
      appendKeys(reserve.looks, reserve.units, first, last);
      const known = keys.slice(0, count);
      if (reserve.whole[list] === 1) return { keys: known, keyLimit: worstKey };
      const [from, at] = last > first ? [reserve, last - 1] : [{ looks, units }, end - 1];
      return { keys: known, keyLimit: lastKey(from.looks[at] ?? 0, from.units[at] ?? 0) + 1 };
    },
  };
};

const longestList = (starts: Uint32Array): number => {
  let most = 0;
  for (let list = 1; list < starts.length; list += 1)
    most = Math.max(most, (starts[list] ?? 0) - (starts[list - 1] ?? 0));
  return most;
};
