import { candidateKey, worstKey } from '../ranking/candidate-key.ts';
import { createTopK } from '../ranking/top-k.ts';
import type { Rows } from '../rows/rows.ts';
import type { PassingLooks } from './passing-looks.ts';
import { sortKeys } from './rank-families.ts';

/*
 * The best keys of the families of some looks. Looks of a family are adjacent, so only the key of the last family may still
 * change. Most questions end with some hundred looks: their keys are sorted at once, which takes a third of the time of
 * offering each to a selection.
 */

export type FamilyKeys = {
  /**
   * Adds looks `from` to `to`, after those that were added before. Those that score below `minimumUnits` do not count. Not
   * more than `mostAdded` at once.
   */
  add(scores: Uint32Array, minimumUnits: number, from: number, to: number): void;
  /** The best keys, best first, each family once. */
  take(): Float64Array;
};

export const mostAdded = 1024;

/** More keys than this are not sorted together. */
const mostSorted = 1024;

/** The `count` best of families other than `own`. */
export const createFamilyKeys = (
  rows: Rows,
  { members, families: familyOf, count: looks }: PassingLooks,
  count: number,
  own: number,
): FamilyKeys => {
  const room = Math.min(looks, mostSorted + mostAdded);
  const keys = new Float64Array(room);
  const families = new Int32Array(room);
  let found = 0;
  const isOrdered = rows.orderedLooks >= rows.pictureOf.length;
  let others: Selection | null = null;
  /** Gives the first `some` families, which are complete, to the selection. */
  const moveOn = (some: number): void => {
    others ??= createSelection(rows, count);
    for (let at = 0; at < some; at += 1) others.offer(keys[at] ?? worstKey, families[at] ?? -1);
    keys.copyWithin(0, some, found);
    families.copyWithin(0, some, found);
    found -= some;
  };
  return {
    add: (scores, minimumUnits, from, to) => {
      let last = found - 1;
      let family = last < 0 ? -1 : (families[last] ?? -1);
      for (let at = from; at < to; at += 1) {
        const row = members[at] ?? 0;
        const next = familyOf[at] ?? 0;
        if (next !== family || last < 0) {
          family = next;
          last += 1;
          families[last] = family;
          keys[last] = worstKey;
        }
        const units = scores[at] ?? 0;
        if (units < minimumUnits || family === own) continue;
        const key = candidateKey(units, row);
        if (key < (keys[last] ?? worstKey)) keys[last] = key;
      }
      found = last + 1;
      if (found > mostSorted) moveOn(found - 1);
    },
    take: () => {
      if (others === null && isOrdered) return takeLowest(keys, found, count);
      moveOn(found);
      return others?.take() ?? new Float64Array(0);
    },
  };
};

/** Up to `count` of the first keys, in ascending order. */
const takeLowest = (keys: Float64Array, found: number, count: number): Float64Array => {
  sortKeys(keys.subarray(0, found));
  let end = Math.min(found, count);
  while (end > 0 && keys[end - 1] === worstKey) end -= 1;
  return keys.subarray(0, end);
};

/** Families with looks after the ordered ones: live changes append looks, so they are found twice. */
const findScattered = ({ orderedLooks, pictureOf, lookRows, lookStarts, familyOf }: Rows): Set<number> => {
  const families = new Set<number>();
  for (let look = orderedLooks; look < pictureOf.length; look += 1) {
    families.add(familyOf[lookRows[lookStarts[look] ?? 0] ?? 0] ?? 0);
  }
  return families;
};

/** The best of many keys; those of scattered families wait until everything has been seen. */
type Selection = { offer(key: number, family: number): void; take(): Float64Array };

const createSelection = (rows: Rows, count: number): Selection => {
  const scattered = findScattered(rows);
  const waiting = new Map<number, number>();
  const best = createTopK(count);
  return {
    offer: (key, family) => {
      if (key === worstKey) return;
      if (scattered.has(family)) waiting.set(family, Math.min(key, waiting.get(family) ?? worstKey));
      else best.offer(key);
    },
    take: () => {
      for (const key of waiting.values()) best.offer(key);
      return best.take();
    },
  };
};
