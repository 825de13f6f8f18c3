import { rowFromKey } from '../ranking/candidate-key.ts';
import type { Family, Indexes } from '../rows/index-spaces.ts';

/** The shortest prefix of keys with the wanted number of families: its length, and how many families it has. */
export type FindFamilyPrefix = (keys: Float64Array, count: number) => { length: number; families: number };

/** Marks families in one array that is used for every list: a set for each list would take most of the time. */
export const createFamilyPrefixFinder = (familyOf: Indexes<Family>): FindFamilyPrefix => {
  const familyCount = familyOf.reduce((most, family) => Math.max(most, family + 1), 0);
  const seenIn = new Uint32Array(familyCount);
  let round = 0;
  return (keys, count) => {
    round += 1;
    let length = 0;
    let families = 0;
    while (length < keys.length && families < count) {
      const family = familyOf[rowFromKey(keys[length] ?? 0)] ?? 0;
      if (seenIn[family] !== round) families += 1;
      seenIn[family] = round;
      length += 1;
    }
    return { length, families };
  };
};
