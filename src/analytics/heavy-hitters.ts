/*
 * The most frequent texts in bounded memory (the space-saving algorithm): a new text replaces the rarest known
 * one and inherits its count as its possible error. A text that makes up more than 1/capacity of the input is
 * certain to be in the list.
 */

type Entry = { count: number; error: number };

const heavyHittersDefaults = { capacity: 256 } as const;

export const createHeavyHitters = (capacity: number = heavyHittersDefaults.capacity) => {
  const entries = new Map<string, Entry>();

  /** Of equal ones the oldest. */
  const findRarest = (): [text: string, count: number] => {
    let [rarest, lowest] = ['', Infinity];
    for (const [text, { count }] of entries) if (count < lowest) [rarest, lowest] = [text, count];
    return [rarest, lowest];
  };

  const insert = (text: string): void => {
    const [rarest, lowest] = entries.size < capacity ? ['', 0] : findRarest();
    entries.delete(rarest);
    entries.set(text, { count: lowest + 1, error: lowest });
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
