/*
 * The most frequent texts in bounded memory (the space-saving algorithm): a new text replaces the rarest known
 * one and inherits its count as its possible error. A text that makes up more than 1/capacity of the input is
 * certain to be in the list.
 */

type Entry = { count: number; error: number };

const heavyHittersDefaults = { capacity: 256 } as const;

export const createHeavyHitters = (capacity: number = heavyHittersDefaults.capacity) => {
  const entries = new Map<string, Entry>();

  /** Texts that had the lowest count when collected, the oldest last; some may have been added again since. */
  let rarest: string[] = [];
  let lowestCount = 0;

  const collectRarest = (): void => {
    lowestCount = Math.min(...[...entries.values()].map(({ count }) => count));
    rarest = [...entries.keys()].filter((text) => entries.get(text)?.count === lowestCount).reverse();
  };

  /**
   * A new text gets a higher count than the rarest, so the list stays valid until it is used up. Where every text
   * is new, all entries are scanned once per full replacement.
   */
  const evictRarest = (): void => {
    let text = rarest.pop();
    while (text === undefined || entries.get(text)?.count !== lowestCount) {
      if (text === undefined) collectRarest();
      text = rarest.pop();
    }
    entries.delete(text);
  };

  const insert = (text: string): void => {
    const isFull = entries.size >= capacity;
    if (isFull) evictRarest();
    const error = isFull ? lowestCount : 0;
    entries.set(text, { count: error + 1, error });
  };

  /** Counts the text if it is in the list; false: it is not. */
  const addKnown = (text: string): boolean => {
    const known = entries.get(text);
    if (known === undefined) return false;
    known.count += 1;
    return true;
  };

  return {
    add: (text: string): void => {
      if (!addKnown(text)) insert(text);
    },
    addKnown,
    /** Most frequent first; `count` is a lower bound. */
    top: (size: number): { readonly text: string; readonly count: number }[] =>
      [...entries]
        .map(([text, { count, error }]) => ({ text, count: count - error }))
        .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
        .slice(0, size),
  };
};
