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
  popularity: [] as number[],
  shoppers: [] as number[],
  lastSeen: [] as number[],
});

const dayMs = 86_400_000;

/** An action in the future of `now` counts as one of now. */
export const decayAt =
  (now: number, halfLifeDays: number | null) =>
  (at: number): number =>
    halfLifeDays === null ? 1 : 0.5 ** (Math.max(0, now - at) / dayMs / halfLifeDays);

type Decay = (at: number) => number;

/** The guard against robots: a shopper is heard once for each pattern, product and link, at its newest. */
export const tallyShopper = (
  tallies: Tallies,
  visits: readonly Visit[],
  missions: readonly number[],
  decay: Decay,
  options: MiningOptions,
): void => {
  const heard = new Set<string>();
  const once = (what: string, tell: () => void): void => {
    if (heard.has(what)) return;
    heard.add(what);
    tell();
  };
  for (let index = visits.length - 1; index >= 0; index--) {
    const visit = visits[index];
    if (visit === undefined) continue;
    once(`s${visit.spelling}`, () =>
      tallies.spellingShoppers.set(visit.spelling, (tallies.spellingShoppers.get(visit.spelling) ?? 0) + 1),
    );
    once(`q${visit.pattern}`, () => tallyPattern(tallies, visit, decay));
    for (const [product, strength] of visit.products)
      once(`c${visit.pattern},${product}`, () => {
        tallies.patternProducts.add(visit.pattern, product, strength * decay(visit.at), visit.at);
        tallies.productPatterns.add(product, visit.pattern, strength * decay(visit.at), visit.at);
      });
    for (let later = index + 1; later <= index + options.linksAhead && later < visits.length; later++) {
      const next = visits[later];
      if (next === undefined) break;
      const weight = (missions[index] === missions[later] ? 1 : options.otherMissionWeight) * decay(next.at);
      tallyLink(tallies, visit, next, weight, options.backwardWeight, once);
    }
  }
};

const tallyPattern = (tallies: Tallies, { pattern, at }: Visit, decay: Decay): void => {
  tallies.popularity[pattern] = (tallies.popularity[pattern] ?? 0) + decay(at);
  tallies.shoppers[pattern] = (tallies.shoppers[pattern] ?? 0) + 1;
  tallies.lastSeen[pattern] = Math.max(tallies.lastSeen[pattern] ?? 0, at);
};

type Once = (what: string, tell: () => void) => void;

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
  once: Once,
): void => {
  const step = (kind: string, tally: LinkTally, source: number, target: number): void => {
    if (source === target) return;
    once(`${kind}${source},${target}`, () => tally.add(source, target, weight, to.at));
    once(`${kind}${target},${source}`, () => tally.add(target, source, weight * backwardWeight, to.at));
  };
  step('l', tallies.nextPatterns, from.pattern, to.pattern);
  for (const source of from.products.keys())
    for (const target of to.products.keys()) step('p', tallies.nextProducts, source, target);
};
