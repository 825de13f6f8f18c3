import { scoreUnits } from '../../semantics/search/score.ts';
import type { Family, Indexes, Row } from '../rows/rows.ts';

/*
 * A candidate as one number: score and row, packed so that the best candidate has the lowest key. Among equal scores
 * the lower row is better; rows are numbered in the order of their identifiers. Candidates are sorted as numbers.
 */
const rowSpan = 2 ** 32;

export const candidateKey = (units: number, row: Row): number => (scoreUnits - units) * rowSpan + row;
export const unitsFromKey = (key: number): number => scoreUnits - Math.floor(key / rowSpan);
/** The lowest 32 bits. */
export const rowFromKey = (key: number): Row => key >>> 0;

/** Worse than every candidate. */
export const worstKey = Infinity;

/** The shortest prefix of keys with the wanted number of families: its length, and how many families it has. */
export type FindFamilyPrefix = (keys: Float64Array, count: number) => { length: number; families: number };

/** Marks families in one array that is used for every list: a set for each list would take most of the time. */
export const createFamilyPrefixFinder = (familyOf: Indexes<Family>): FindFamilyPrefix => {
  const seenIn = new Uint32Array(familyOf.reduce((most, family) => Math.max(most, family + 1), 0));
  let round = 0;
  return (keys, count) => {
    round += 1;
    let [length, families] = [0, 0];
    for (; length < keys.length && families < count; length += 1) {
      const family = familyOf[rowFromKey(keys[length] ?? 0)] ?? 0;
      if (seenIn[family] !== round) families += 1;
      seenIn[family] = round;
    }
    return { length, families };
  };
};
