import { wordOrderKey } from '../../domain/normal-form.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { toTrigrams } from '../mine/term-index.ts';

/*
 * What a shop could do in an afternoon, each the usual way, without guards. Ours is worth its code only where
 * it beats them in the same run. Texts are compared by the same normal form as ours.
 */

/** Keys of patterns, best first, for a pattern's key. */
export type Ranker = (key: string) => string[];

const listed = 50;
/** The usual constant of reciprocal rank fusion. */
const fusionConstant = 60;

type Counts = Map<string, number>;

const topOf = (counts: Counts, except: string): string[] =>
  [...counts]
    .filter(([key]) => key !== except)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, listed)
    .map(([key]) => key);

const increase = (counts: Counts, key: string, by: number): Counts =>
  counts.set(key, (counts.get(key) ?? 0) + by);

const nested = (rows: Map<string, Counts>, row: string): Counts => {
  const counts = rows.get(row) ?? new Map<string, number>();
  rows.set(row, counts);
  return counts;
};

type Known = { readonly shopper: string; readonly at: number; readonly key: string };

const searchesOf = (events: readonly BehaviourEvent[], language: string): Known[] =>
  events.flatMap((event) =>
    event.kind === 'search'
      ? [{ shopper: event.shopper, at: event.at, key: wordOrderKey(event.query, language) }]
      : [],
  );

/** The most searched, for everybody. */
const popularity = (searches: readonly Known[]): Ranker => {
  const counts: Counts = new Map();
  for (const { key } of searches) increase(counts, key, 1);
  const top = topOf(counts, '');
  return (key) => top.filter((other) => other !== key);
};

/** Searched by the same shopper within half an hour, either way. */
const session = (searches: readonly Known[], withinMs: number): Ranker => {
  const together = new Map<string, Counts>();
  for (const own of Map.groupBy(searches, ({ shopper }) => shopper).values()) {
    const ordered = [...own].sort((a, b) => a.at - b.at);
    for (const [index, first] of ordered.entries())
      for (const second of ordered.slice(index + 1)) {
        if (second.at - first.at > withinMs) break;
        if (first.key === second.key) continue;
        increase(nested(together, first.key), second.key, 1);
        increase(nested(together, second.key), first.key, 1);
      }
  }
  return (key) => topOf(together.get(key) ?? new Map<string, number>(), key);
};

/** Two steps over the graph of patterns and clicked products. */
const clicks = (events: readonly BehaviourEvent[], language: string): Ranker => {
  const products = new Map<string, Counts>();
  const patterns = new Map<string, Counts>();
  for (const event of events) {
    if (event.kind === 'search' || event.query === undefined) continue;
    const key = wordOrderKey(event.query, language);
    increase(nested(products, key), event.product, 1);
    increase(nested(patterns, event.product), key, 1);
  }
  const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (key) => {
    const reached: Counts = new Map();
    for (const [product, count] of products.get(key) ?? []) {
      const back = patterns.get(product) ?? new Map<string, number>();
      for (const [other, weight] of back) increase(reached, other, (count * weight) / total(back));
    }
    return topOf(reached, key);
  };
};

/** Letters in common, weighted by popularity. */
const lexical = (searches: readonly Known[]): Ranker => {
  const counts: Counts = new Map();
  for (const { key } of searches) increase(counts, key, 1);
  const groups = new Map([...counts.keys()].map((key) => [key, toTrigrams(key)]));
  const postings = new Map<string, string[]>();
  for (const [key, own] of groups)
    for (const group of own) postings.set(group, [...(postings.get(group) ?? []), key]);
  return (key) => {
    const asked = toTrigrams(key);
    const shared: Counts = new Map();
    for (const group of asked) for (const other of postings.get(group) ?? []) increase(shared, other, 1);
    for (const [other, common] of shared) {
      const both = asked.size + (groups.get(other)?.size ?? 0) - common;
      shared.set(other, (common / both) * Math.log(1 + (counts.get(other) ?? 0)));
    }
    return topOf(shared, key);
  };
};

const fusion =
  (rankers: readonly Ranker[]): Ranker =>
  (key) => {
    const fused: Counts = new Map();
    for (const ranker of rankers)
      for (const [place, other] of ranker(key).entries())
        increase(fused, other, 1 / (fusionConstant + place + 1));
    return topOf(fused, key);
  };

export const baselineNames = ['popularity', 'session', 'clicks', 'lexical', 'fusion'] as const;
export type BaselineName = (typeof baselineNames)[number];

export const createBaselines = (
  events: readonly BehaviourEvent[],
  options: { readonly language: string; readonly withinMs: number },
): Record<BaselineName, Ranker> => {
  const searches = searchesOf(events, options.language);
  const single = {
    popularity: popularity(searches),
    session: session(searches, options.withinMs),
    clicks: clicks(events, options.language),
    lexical: lexical(searches),
  };
  return { ...single, fusion: fusion([single.session, single.clicks, single.lexical, single.popularity]) };
};
