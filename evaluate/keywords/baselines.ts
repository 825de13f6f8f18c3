import { wordOrderKey } from '../../src/domain/normal-form.ts';
import type { BehaviourEvent } from '../../src/learning/keywords/log/event.ts';
import { toTrigrams } from '../../src/learning/keywords/mine/term-index.ts';

/*
 * Simple standard methods without guards, to compare with in the same run. Texts are compared by the same normal
 * form.
 */

/** Keys of patterns, best first, for a pattern's key. */
export type Ranker = (key: string) => string[];

const listLimit = 50;
/** The usual constant of reciprocal rank fusion. */
const fusionConstant = 60;

type Counts = Map<string, number>;

const takeTop = (counts: Counts, except: string): string[] =>
  [...counts]
    .filter(([key]) => key !== except)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, listLimit)
    .map(([key]) => key);

const increase = (counts: Counts, key: string, by: number): Counts =>
  counts.set(key, (counts.get(key) ?? 0) + by);

const countsOfRow = (rows: Map<string, Counts>, row: string): Counts => {
  const counts = rows.get(row) ?? new Map<string, number>();
  rows.set(row, counts);
  return counts;
};

type KeyedSearch = { readonly shopper: string; readonly at: number; readonly key: string };

const extractSearches = (events: readonly BehaviourEvent[], language: string): KeyedSearch[] =>
  events.flatMap((event) =>
    event.kind === 'search'
      ? [{ shopper: event.shopper, at: event.at, key: wordOrderKey(event.query, language) }]
      : [],
  );

/** The most frequent searches, the same for every pattern. */
const createPopularityRanker = (searches: readonly KeyedSearch[]): Ranker => {
  const counts: Counts = new Map();
  for (const { key } of searches) increase(counts, key, 1);
  const top = takeTop(counts, '');
  return (key) => top.filter((other) => other !== key);
};

/** Co-occurrence: searches of the same shopper within `withinMs`, in both directions. */
const createSessionRanker = (searches: readonly KeyedSearch[], withinMs: number): Ranker => {
  const coOccurrences = new Map<string, Counts>();
  for (const own of Map.groupBy(searches, ({ shopper }) => shopper).values()) {
    const ordered = [...own].sort((a, b) => a.at - b.at);
    for (const [index, first] of ordered.entries())
      for (const second of ordered.slice(index + 1)) {
        if (second.at - first.at > withinMs) break;
        if (first.key === second.key) continue;
        increase(countsOfRow(coOccurrences, first.key), second.key, 1);
        increase(countsOfRow(coOccurrences, second.key), first.key, 1);
      }
  }
  return (key) => takeTop(coOccurrences.get(key) ?? new Map<string, number>(), key);
};

/** Two steps on the click graph: pattern → clicked products → patterns. */
const createClickRanker = (events: readonly BehaviourEvent[], language: string): Ranker => {
  const products = new Map<string, Counts>();
  const patterns = new Map<string, Counts>();
  for (const event of events) {
    if (event.kind === 'search' || event.query === undefined) continue;
    const key = wordOrderKey(event.query, language);
    increase(countsOfRow(products, key), event.product, 1);
    increase(countsOfRow(patterns, event.product), key, 1);
  }
  const total = (counts: Counts): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return (key) => {
    const reached: Counts = new Map();
    for (const [product, count] of products.get(key) ?? []) {
      const back = patterns.get(product) ?? new Map<string, number>();
      for (const [other, weight] of back) increase(reached, other, (count * weight) / total(back));
    }
    return takeTop(reached, key);
  };
};

/** Trigram similarity, weighted by popularity. */
const createLexicalRanker = (searches: readonly KeyedSearch[]): Ranker => {
  const counts: Counts = new Map();
  for (const { key } of searches) increase(counts, key, 1);
  const trigramsByKey = new Map([...counts.keys()].map((key) => [key, toTrigrams(key)]));
  const postings = new Map<string, string[]>();
  for (const [key, own] of trigramsByKey)
    for (const trigram of own) postings.set(trigram, [...(postings.get(trigram) ?? []), key]);
  return (key) => {
    const queryTrigrams = toTrigrams(key);
    const shared: Counts = new Map();
    for (const trigram of queryTrigrams)
      for (const other of postings.get(trigram) ?? []) increase(shared, other, 1);
    for (const [other, common] of shared) {
      const both = queryTrigrams.size + (trigramsByKey.get(other)?.size ?? 0) - common;
      shared.set(other, (common / both) * Math.log(1 + (counts.get(other) ?? 0)));
    }
    return takeTop(shared, key);
  };
};

const createFusionRanker =
  (rankers: readonly Ranker[]): Ranker =>
  (key) => {
    const fused: Counts = new Map();
    for (const ranker of rankers)
      for (const [place, other] of ranker(key).entries())
        increase(fused, other, 1 / (fusionConstant + place + 1));
    return takeTop(fused, key);
  };

export const baselineNames = ['popularity', 'session', 'clicks', 'lexical', 'fusion'] as const;
export type BaselineName = (typeof baselineNames)[number];

export const createBaselines = (
  events: readonly BehaviourEvent[],
  options: { readonly language: string; readonly withinMs: number },
): Record<BaselineName, Ranker> => {
  const searches = extractSearches(events, options.language);
  const rankers = {
    popularity: createPopularityRanker(searches),
    session: createSessionRanker(searches, options.withinMs),
    clicks: createClickRanker(events, options.language),
    lexical: createLexicalRanker(searches),
  };
  const { popularity, session, clicks, lexical } = rankers;
  return { ...rankers, fusion: createFusionRanker([session, clicks, lexical, popularity]) };
};
