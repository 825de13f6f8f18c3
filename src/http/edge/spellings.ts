/** What was found for the URLs of one subscription. */
export type Spellings<T> = {
  find(url: string): T | undefined;
  add(url: string, found: T): void;
};

/**
 * Remembers between `half` and twice as many URLs. Two generations: when one is full, those that were not asked for since
 * the last change are forgotten.
 */
export const createSpellings = <T>(half: number): Spellings<T> => {
  let [young, old] = [new Map<string, T>(), new Map<string, T>()];
  const add = (url: string, found: T): void => {
    if (young.size >= half) [young, old] = [new Map<string, T>(), young];
    young.set(url, found);
  };
  return {
    find: (url) => {
      const known = young.get(url);
      if (known !== undefined) return known;
      const older = old.get(url);
      if (older !== undefined) add(url, older);
      return older;
    },
    add,
  };
};
