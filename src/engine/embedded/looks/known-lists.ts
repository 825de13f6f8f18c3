import { candidateKey, worstKey } from './candidate-key.ts';
import type { GroupDiff } from './group-diff.ts';
import type { PlanGroup } from './plan-groups.ts';
import type { PlanLists } from './plan-lists.ts';
import type { ReserveLists } from './reserve-lists.ts';

/** What the version before tells of a list: all that stays of its best candidates, down to a key. */
export type KnownList = {
  /** Best first, by the rows of today. */
  readonly keys: Float64Array;
  /** What is not below this key is not known; nothing is unknown where it is the worst key of all. */
  readonly keyLimit: number;
};

/** Lists of the version before, read as lists of this one. One group after the other. */
export const createKnownListReader = (
  oldLooks: number,
  lists: PlanLists,
  reserve: ReserveLists,
  /** Look in the version before of the look that stands by a row. */
  oldLookAt: (row: number) => number,
) => {
  const rowNow = new Int32Array(oldLooks);
  let dropped: GroupDiff['dropped'] = new Map();
  const keys = new Float64Array(1 + longestList(lists.starts) + longestList(reserve.starts));
  let count = 0;
  const take = (looks: Uint32Array, units: Uint32Array, start: number, end: number): void => {
    for (let at = start; at < end; at += 1) {
      const row = rowNow[looks[at] ?? 0] ?? -1;
      if (row < 0) continue;
      keys[count] = candidateKey(units[at] ?? 0, row);
      count += 1;
    }
  };
  const lastKey = (look: number, units: number): number => {
    const row = rowNow[look] ?? -1;
    return candidateKey(units, row < 0 ? (dropped.get(look) ?? 0) : row);
  };
  return {
    /** All that follows is about lists of this group. */
    selectGroup: (group: PlanGroup, changes: GroupDiff): void => {
      rowNow.fill(-1);
      let next = 0;
      for (const row of group.candidates) {
        if (row === changes.added[next]) next += 1;
        else rowNow[oldLookAt(row)] = row;
      }
      dropped = changes.dropped;
    },
    read: (list: number): KnownList => {
      const [start, end] = [lists.starts[list] ?? 0, lists.starts[list + 1] ?? 0];
      const [first, last] = [reserve.starts[list] ?? 0, reserve.starts[list + 1] ?? 0];
      count = 0;
      take(lists.looks, lists.units, start, end);
      take(reserve.looks, reserve.units, first, last);
      const known = keys.slice(0, count);
      if (reserve.whole[list] === 1) return { keys: known, keyLimit: worstKey };
      const [from, at] = last > first ? [reserve, last - 1] : [lists, end - 1];
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
