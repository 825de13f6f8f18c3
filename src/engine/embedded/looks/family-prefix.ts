import { rowFromKey } from './candidate-key.ts';

/** How many keys, best first, it takes until so many families have appeared, and how many have. */
export type FindFamilyPrefix = (keys: Float64Array, wanted: number) => { length: number; families: number };

/** Marks families in an array that is used again for every list: a set for each would take most of the time. */
export const createFamilyPrefixFinder = (familyOf: Uint32Array): FindFamilyPrefix => {
  const familyCount = familyOf.reduce((most, family) => Math.max(most, family + 1), 0);
  const seenIn = new Uint32Array(familyCount);
  let turn = 0;
  return (keys, wanted) => {
    turn += 1;
    let length = 0;
    let families = 0;
    while (length < keys.length && families < wanted) {
      const family = familyOf[rowFromKey(keys[length] ?? 0)] ?? 0;
      if (seenIn[family] !== turn) families += 1;
      seenIn[family] = turn;
      length += 1;
    }
    return { length, families };
  };
};
