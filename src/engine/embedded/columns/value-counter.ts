import type { StringTable } from '../storage/strings.ts';

/**
 * Counts how many families carry each value of a dictionary. The arrays are as long as the dictionary and used
 * again for every count: only what was touched is cleared, so a count costs what it visits and allocates little.
 */
export type ValueCounter = {
  /** Family `family` (from 0, rising) carries this value; the second time it is not counted. */
  add(id: number, family: number): void;
  /** Names with their counts, in no order; empties the tally. */
  take(): Map<string, number>;
};

export const createValueCounter = (dictionary: StringTable): ValueCounter => {
  const counts = new Uint32Array(dictionary.size);
  /** Family that was counted last, from 1. */
  const lastFamily = new Uint32Array(dictionary.size);
  const names: (string | undefined)[] = [];
  let touched: number[] = [];
  return {
    add: (id, family) => {
      if (lastFamily[id] === family + 1) return;
      if (counts[id] === 0) touched.push(id);
      lastFamily[id] = family + 1;
      counts[id] = (counts[id] ?? 0) + 1;
    },
    take: () => {
      const result = new Map<string, number>();
      for (const id of touched) {
        result.set((names[id] ??= dictionary.at(id)), counts[id] ?? 0);
        counts[id] = 0;
        lastFamily[id] = 0;
      }
      touched = [];
      return result;
    },
  };
};
