/*
 * "What is asked most?" in memory that does not grow with what is asked (the space-saving algorithm): a new
 * text takes the place of the rarest known one and inherits its count as its possible error. Whatever makes
 * up more than 1/capacity of all that was seen is certain to be in it.
 */
export type HeavyHitters = {
  add(text: string): void;
  /** Most often first; `count` is what it was seen at least. */
  top(size: number): { readonly text: string; readonly count: number }[];
};

type Entry = { count: number; error: number };

export const heavyHittersDefaults = { capacity: 256 } as const;

export const createHeavyHitters = (capacity: number = heavyHittersDefaults.capacity): HeavyHitters => {
  const entries = new Map<string, Entry>();

  /** Texts that were the rarest when they were looked for, the oldest last; some may have been seen since. */
  let rarest: string[] = [];
  let lowestCount = 0;

  const collectRarest = (): void => {
    lowestCount = Math.min(...[...entries.values()].map(({ count }) => count));
    rarest = [...entries.keys()].filter((text) => entries.get(text)?.count === lowestCount).reverse();
  };

  /**
   * A new text is seen more often than the rarest, so the list stays whole until it is used up: where nothing is
   * asked twice, all are looked through once for each time that they are all replaced.
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

  return {
    add: (text) => {
      const known = entries.get(text);
      if (known === undefined) insert(text);
      else known.count += 1;
    },
    top: (size) =>
      [...entries]
        .map(([text, { count, error }]) => ({ text, count: count - error }))
        .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
        .slice(0, size),
  };
};
