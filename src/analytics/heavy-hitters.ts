/*
 * "What is asked most?" in memory that does not grow with what is asked (the space-saving algorithm): a new
 * text takes the place of the rarest known one and inherits its count as its possible error. Whatever makes
 * up more than 1/capacity of all that was seen is certain to be in it.
 */
export type HeavyHitters = {
  see(text: string): void;
  /** Most often first; `count` is what it was seen at least. */
  top(size: number): { readonly text: string; readonly count: number }[];
};

type Entry = { count: number; error: number };

export const heavyHittersDefaults = { capacity: 256 } as const;

export const createHeavyHitters = (capacity: number = heavyHittersDefaults.capacity): HeavyHitters => {
  const entries = new Map<string, Entry>();

  const rarest = (): [string, Entry] | null => {
    let least: [string, Entry] | null = null;
    for (const entry of entries) if (least === null || entry[1].count < least[1].count) least = entry;
    return least;
  };

  const takeIn = (text: string): void => {
    const out = entries.size < capacity ? null : rarest();
    if (out !== null) entries.delete(out[0]);
    const error = out?.[1].count ?? 0;
    entries.set(text, { count: error + 1, error });
  };

  return {
    see: (text) => {
      const known = entries.get(text);
      if (known === undefined) takeIn(text);
      else known.count += 1;
    },
    top: (size) =>
      [...entries]
        .map(([text, { count, error }]) => ({ text, count: count - error }))
        .sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))
        .slice(0, size),
  };
};
