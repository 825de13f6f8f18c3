/** Seeded random choices: the same seed gives the same demo shop on every machine. */
export type Random = {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  readonly shuffle: <T>(items: readonly T[]) => T[];
};

/** A 32-bit linear congruential generator with a final mix: good enough for test data. */
export const createRandom = (seed: number): Random => {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0) | 1;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    let mixed = state ^ (state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    mixed ^= mixed >>> 13;
    return (mixed >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + (high - low) * next();
  const shuffle = <T>(items: readonly T[]): T[] =>
    items
      .map((item) => ({ item, key: next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  return { next, between, pick: (items) => items[Math.floor(next() * items.length)] ?? items[0], shuffle };
};
