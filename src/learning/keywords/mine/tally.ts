import { createLinkCounts, type LinkCounts, pairKey } from './links.ts';
import type { Visit } from './visits.ts';

export type Tallies = ReturnType<typeof createTallies>;

export const createTallies = () => ({
  nextPatterns: createLinkCounts(),
  patternProducts: createLinkCounts(),
  productPatterns: createLinkCounts(),
  nextProducts: createLinkCounts(),
  spellingShoppers: new Map<number, number>(),
  wordShoppers: new Map<string, number>(),
  popularity: [] as number[],
  shoppers: [] as number[],
  lastSeen: [] as number[],
});

export const tallyDefaults = {
  /** Number of later searches of the same shopper that a search is linked to. */
  linksAhead: 10,
  /** After so long a shopper mostly wants something else: the link counts less. */
  sameWishMs: 30 * 60_000,
  laterWeight: 0.4,
  /** Weight of a link against the direction of the step; 1 along it. */
  backwardWeight: 0.8,
} as const;

const dayMs = 86_400_000;

export type Decay = (at: number) => number;

/** Actions later than `now` count fully. A half-life of null: no decay. */
export const createDecay =
  (now: number, halfLifeDays: number | null): Decay =>
  (at) =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

/**
 * Counts a shopper once for each pattern, word, product and link, at the newest time: robots gain nothing by repeating,
 * and going back and forth between two patterns adds nothing.
 */
export const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  wordsOf: (pattern: number) => readonly string[],
  decay: Decay,
): void => {
  const seen = {
    spellings: new Set<number>(),
    patterns: new Set<number>(),
    words: new Set<string>(),
    clicks: new Set<number>(),
    steps: new Set<number>(),
    productSteps: new Set<number>(),
  };
  const addStep = (
    known: Set<number>,
    counts: LinkCounts,
    from: number,
    to: number,
    weight: number,
    at: number,
  ) => {
    if (from === to) return;
    if (addIfNew(known, pairKey(from, to))) counts.add(from, to, weight, at);
    if (addIfNew(known, pairKey(to, from))) counts.add(to, from, weight * tallyDefaults.backwardWeight, at);
  };
  for (const [place, visit] of [...visits.entries()].reverse()) {
    const { pattern, spelling, at, products } = visit;
    if (addIfNew(seen.spellings, spelling)) countOne(tallies.spellingShoppers, spelling);
    if (addIfNew(seen.patterns, pattern)) {
      tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
      tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
      tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
      for (const word of wordsOf(pattern))
        if (addIfNew(seen.words, word)) countOne(tallies.wordShoppers, word);
    }
    for (const [product, strength] of products) {
      if (!addIfNew(seen.clicks, pairKey(pattern, product))) continue;
      tallies.patternProducts.add(pattern, product, strength * decay(at), at);
      tallies.productPatterns.add(product, pattern, strength * decay(at), at);
    }
    for (const next of visits.slice(place + 1, place + 1 + tallyDefaults.linksAhead)) {
      const isSameWish = next.at - at <= tallyDefaults.sameWishMs;
      const weight = (isSameWish ? 1 : tallyDefaults.laterWeight) * decay(next.at);
      addStep(seen.steps, tallies.nextPatterns, pattern, next.pattern, weight, next.at);
      for (const from of products.keys())
        for (const to of next.products.keys())
          addStep(seen.productSteps, tallies.nextProducts, from, to, weight, next.at);
    }
  }
};

const addIfNew = <T>(seen: Set<T>, value: T): boolean => {
  if (seen.has(value)) return false;
  seen.add(value);
  return true;
};

const countOne = <T>(counts: Map<T, number>, value: T): void =>
  void counts.set(value, (counts.get(value) ?? 0) + 1);
