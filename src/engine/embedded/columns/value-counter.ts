import type { FacetValue } from '../../../domain/facet.ts';
import type { StringTable } from '../storage/strings.ts';

/**
 * Counts how many families have each value of a dictionary. The arrays are as long as the dictionary and reused for
 * every count: only the entries that were used are cleared, so a count costs what it visits and allocates little.
 */
export type ValueCounter = {
  /** Counts a value of family `family` (from 0, ascending); a second time for one family is ignored. */
  add(id: number, family: number): void;
  /** Names with their counts, in no order; resets the counter. */
  take(): Map<string, number>;
  /** The same, most frequent first, then by name. */
  takeSorted(): FacetValue[];
};

/** A count and an id in one number below 2^53: such numbers are sorted without a comparison function. */
const idSpan = 2 ** 32;
/** Above every number of families of a set. */
const countSpan = 2 ** 20;

/** The dictionary must be sorted. */
export const createValueCounter = (dictionary: StringTable): ValueCounter => {
  const counts = new Uint32Array(dictionary.size);
  /** Family that was counted last for each id, plus 1. */
  const lastFamily = new Uint32Array(dictionary.size);
  const names: (string | undefined)[] = [];
  const countedIds = new Uint32Array(dictionary.size);
  let counted = 0;
  const nameOf = (id: number): string => (names[id] ??= dictionary.at(id));
  /** The counted ids with their counts; resets the counter. */
  const drain = (visit: (id: number, count: number) => void): void => {
    for (let at = 0; at < counted; at += 1) {
      const id = countedIds[at] ?? 0;
      visit(id, counts[id] ?? 0);
      counts[id] = 0;
      lastFamily[id] = 0;
    }
    counted = 0;
  };
  return {
    add: (id, family) => {
      if (lastFamily[id] === family + 1) return;
      lastFamily[id] = family + 1;
      const count = counts[id] ?? 0;
      if (count === 0) countedIds[counted++] = id;
      counts[id] = count + 1;
    },
    take: () => {
      const result = new Map<string, number>();
      drain((id, count) => result.set(nameOf(id), count));
      return result;
    },
    takeSorted: () => {
      const keys = new Float64Array(counted);
      let length = 0;
      drain((id, count) => (keys[length++] = (countSpan - count) * idSpan + id));
      keys.sort();
      const values: FacetValue[] = [];
      for (let at = 0; at < length; at += 1) {
        const key = keys[at] ?? 0;
        const high = Math.floor(key / idSpan);
        values.push({ name: nameOf(key - high * idSpan), count: countSpan - high });
      }
      return values;
    },
  };
};
