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
};

export const createValueCounter = (dictionary: StringTable): ValueCounter => {
  const counts = new Uint32Array(dictionary.size);
  /** Family that was counted last for each id, plus 1. */
  const lastFamily = new Uint32Array(dictionary.size);
  const names: (string | undefined)[] = [];
  let countedIds: number[] = [];
  return {
    add: (id, family) => {
      if (lastFamily[id] === family + 1) return;
      if (counts[id] === 0) countedIds.push(id);
      lastFamily[id] = family + 1;
      counts[id] = (counts[id] ?? 0) + 1;
    },
    take: () => {
      const result = new Map<string, number>();
      for (const id of countedIds) {
        result.set((names[id] ??= dictionary.at(id)), counts[id] ?? 0);
        counts[id] = 0;
        lastFamily[id] = 0;
      }
      countedIds = [];
      return result;
    },
  };
};
