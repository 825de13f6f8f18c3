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

/** An action in the future of `now` counts as one of now. */
export const createDecay =
  (now: number, halfLifeDays: number | null) =>
  (at: number): number =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

type Decay = (at: number) => number;

/** The guard against robots: a shopper is heard once for each pattern, product and link, at its newest. */
export const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  missions: readonly number[],
  wordsOf: (pattern: number) => readonly string[],
  decay: Decay,
  options: MiningOptions,
): void => {
  const heard = createHeard();
  for (let index = visits.length - 1; index >= 0; index--) {
    const visit = visits[index];
    if (visit === undefined) continue;
    if (heard.spellings.first(visit.spelling, 0))
      tallies.spellingShoppers.set(visit.spelling, (tallies.spellingShoppers.get(visit.spelling) ?? 0) + 1);
    if (heard.patterns.first(visit.pattern, 0)) {
      tallyPattern(tallies, visit, decay);
      tallyWords(tallies, wordsOf(visit.pattern), heard.words);
    }
    for (const [product, strength] of visit.products) {
      if (!heard.clicks.first(visit.pattern, product)) continue;
      tallies.patternProducts.add(visit.pattern, product, strength * decay(visit.at), visit.at);
      tallies.productPatterns.add(product, visit.pattern, strength * decay(visit.at), visit.at);
    }
    for (let later = index + 1; later <= index + options.linksAhead && later < visits.length; later++) {
      const next = visits[later];
      if (next === undefined) break;
      const weight = (missions[index] === missions[later] ? 1 : options.otherMissionWeight) * decay(next.at);
      tallyLink(tallies, visit, next, weight, options.backwardWeight, heard);
    }
  }
};

const tallyPattern = (tallies: Tallies, { pattern, at }: Visit, decay: Decay): void => {
  tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
  tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
  tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
};

const tallyWords = ({ wordShoppers }: Tallies, words: readonly string[], heard: Set<string>): void => {
  for (const word of words) {
    if (heard.has(word)) continue;
    heard.add(word);
    wordShoppers.set(word, (wordShoppers.get(word) ?? 0) + 1);
  }
};

type Heard = ReturnType<typeof createHeard>;

/** What one shopper has been heard for. */
const createHeard = () => ({
  spellings: createOnce(),
  patterns: createOnce(),
  words: new Set<string>(),
  clicks: createOnce(),
  steps: createOnce(),
  productSteps: createOnce(),
});

/** Numbers are below this: see `createPairCounts`. */
const columns = 2 ** 26;

const createOnce = () => {
  const seen = new Set<number>();
  return {
    /** Whether this is the first time. */
    first(one: number, other: number): boolean {
      const key = one * columns + other;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    },
  };
};

/**
 * A step counts in both directions, and a shopper once for each: who goes to and fro between two patterns is
 * still one shopper.
 */
const tallyLink = (
  tallies: Tallies,
  from: Visit,
  to: Visit,
  weight: number,
  backwardWeight: number,
  heard: Heard,
): void => {
  const step = (steps: Heard['steps'], tally: LinkTally, source: number, target: number): void => {
    if (source === target) return;
    if (steps.first(source, target)) tally.add(source, target, weight, to.at);
    if (steps.first(target, source)) tally.add(target, source, weight * backwardWeight, to.at);
  };
  step(heard.steps, tallies.nextPatterns, from.pattern, to.pattern);
  for (const source of from.products.keys())
    for (const target of to.products.keys()) step(heard.productSteps, tallies.nextProducts, source, target);
};
