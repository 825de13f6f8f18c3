import { createLinkTally, type LinkTally } from './links.ts';
import type { MiningOptions } from './mining-options.ts';
import type { Visit } from './visits.ts';

export type Tallies = ReturnType<typeof createTallies>;

export const createTallies = () => ({
  nextPatterns: createLinkTally(),
  patternProducts: createLinkTally(),
  productPatterns: createLinkTally(),
  nextProducts: createLinkTally(),
  spellingShoppers: new Map<number, number>(),
  wordShoppers: new Map<string, number>(),
  popularity: [] as number[],
  shoppers: [] as number[],
  lastSeen: [] as number[],
});

const dayMs = 86_400_000;

/** Actions later than `now` count fully. */
export const createDecay =
  (now: number, halfLifeDays: number | null) =>
  (at: number): number =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

type Decay = (at: number) => number;

/** Counts a shopper once for each pattern, product and link, at the newest time: robots gain nothing by repeating. */
export const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  missions: readonly number[],
  wordsOf: (pattern: number) => readonly string[],
  decay: Decay,
  options: MiningOptions,
): void => {
  const seen = createSeenSets();
  for (let index = visits.length - 1; index >= 0; index--) {
    const visit = visits[index];
    if (visit === undefined) continue;
    if (seen.spellings.addIfNew(visit.spelling, 0))
      tallies.spellingShoppers.set(visit.spelling, (tallies.spellingShoppers.get(visit.spelling) ?? 0) + 1);
    if (seen.patterns.addIfNew(visit.pattern, 0)) {
      tallyPattern(tallies, visit, decay);
      tallyWords(tallies, wordsOf(visit.pattern), seen.words);
    }
    for (const [product, strength] of visit.products) {
      if (!seen.clicks.addIfNew(visit.pattern, product)) continue;
      tallies.patternProducts.add(visit.pattern, product, strength * decay(visit.at), visit.at);
      tallies.productPatterns.add(product, visit.pattern, strength * decay(visit.at), visit.at);
    }
    for (let later = index + 1; later <= index + options.linksAhead && later < visits.length; later++) {
      const next = visits[later];
      if (next === undefined) break;
      const weight = (missions[index] === missions[later] ? 1 : options.otherMissionWeight) * decay(next.at);
      tallyLink(tallies, visit, next, weight, options.backwardWeight, seen);
    }
  }
};

const tallyPattern = (tallies: Tallies, { pattern, at }: Visit, decay: Decay): void => {
  tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
  tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
  tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
};

const tallyWords = ({ wordShoppers }: Tallies, words: readonly string[], seen: Set<string>): void => {
  for (const word of words) {
    if (seen.has(word)) continue;
    seen.add(word);
    wordShoppers.set(word, (wordShoppers.get(word) ?? 0) + 1);
  }
};

type SeenSets = ReturnType<typeof createSeenSets>;

/** What one shopper has already been counted for. */
const createSeenSets = () => ({
  spellings: createPairSet(),
  patterns: createPairSet(),
  words: new Set<string>(),
  clicks: createPairSet(),
  steps: createPairSet(),
  productSteps: createPairSet(),
});

/** Ids are below this: see `createPairCounts`. */
const keyBase = 2 ** 26;

const createPairSet = () => {
  const seen = new Set<number>();
  return {
    /** Whether the pair was not in the set yet. */
    addIfNew(one: number, other: number): boolean {
      const key = one * keyBase + other;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
  };
};

/**
 * Counts a step in both directions, once per shopper for each: going back and forth between two patterns adds
 * nothing.
 */
const tallyLink = (
  tallies: Tallies,
  from: Visit,
  to: Visit,
  weight: number,
  backwardWeight: number,
  seen: SeenSets,
): void => {
  const step = (steps: SeenSets['steps'], tally: LinkTally, source: number, target: number): void => {
    if (source === target) return;
    if (steps.addIfNew(source, target)) tally.add(source, target, weight, to.at);
    if (steps.addIfNew(target, source)) tally.add(target, source, weight * backwardWeight, to.at);
  };
  step(seen.steps, tallies.nextPatterns, from.pattern, to.pattern);
  for (const source of from.products.keys())
    for (const target of to.products.keys()) step(seen.productSteps, tallies.nextProducts, source, target);
};
