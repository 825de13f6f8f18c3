/** Random draws; the same seed gives the same draws. */
export type Random = {
  /** Both bounds included. */
  integer(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  some<T>(list: readonly T[], most?: number): T[];
  list<T>(from: number, to: number, make: (index: number) => T): T[];
};

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(list: readonly T[]): T => {
    const item = list[integer(0, list.length - 1)];
    if (item === undefined) throw new Error('Nothing to pick from.');
    return item;
  };
  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return {
    integer,
    chance: (share) => next() < share,
    pick,
    some: (list, most = list.length) => shuffled(list).slice(0, integer(0, Math.min(most, list.length))),
    list: (from, to, make) => Array.from({ length: integer(from, to) }, (_, index) => make(index)),
  };
};
