import type { Pattern } from './behaviour.ts';
import { nthLargest } from '../structures/nth-largest.ts';
import { createDictionary } from '../structures/dictionary.ts';

/** Finds patterns with a similar text, by shared words and by shared trigrams. */
export type TermIndex = {
  /** Pattern id → similarity 0 to 1 by words, weighted by rarity. */
  byWords(words: readonly string[]): Map<number, number>;
  /** Pattern id → similarity 0 to 1 by trigrams: finds typos and compounds. */
  byLetters(key: string): Map<number, number>;
};

/** Bounds on the work for one query, whatever the size of the log. */
export const termIndexDefaults = {
  /** Patterns read for one word or trigram, most popular first. */
  postingsPerTerm: 1_000,
  /** Trigrams read for one query, rarest first. */
  trigramsPerPattern: 16,
  /** Patterns returned, most similar and most popular first. */
  resultLimit: 150,
} as const;

/**
 * `patterns` must not hold patterns that nobody searched. Inside, a pattern is its position by popularity, so that
 * ties are in order of popularity and counts fit into one array.
 */
export const createTermIndex = (patterns: readonly Pattern[]): TermIndex => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  return { byWords: createWordIndex(popular), byLetters: createLetterIndex(popular) };
};

const createWordIndex = (popular: readonly Pattern[]): TermIndex['byWords'] => {
  const ids = createDictionary();
  const words = popular.map((pattern) => Uint32Array.from(new Set(pattern.words), (word) => ids.add(word)));
  const postings = buildPostings(words, ids.size);
  const rarity = (word: number): number => Math.log(1 + popular.length / Math.max(1, postings.size(word)));
  const unknownRarity = Math.log(1 + popular.length);
  const totals = Float64Array.from(words, (wordIds) => wordIds.reduce((sum, word) => sum + rarity(word), 0));
  const popularityWeights = Float64Array.from(popular, ({ popularity }) => Math.log1p(popularity));
  const shared = createCounter(popular.length);
  return (query) => {
    const knownIds = [...new Set(query)].map((word) => ids.find(word));
    const queryTotal = knownIds.reduce<number>(
      (sum, word) => sum + (word === undefined ? unknownRarity : rarity(word)),
      0,
    );
    for (const word of knownIds)
      if (word !== undefined) for (const position of postings.of(word)) shared.add(position, rarity(word));
    const similar = shared
      .drain()
      .map(
        ([position, common]): ScoredPosition => [
          position,
          common / (queryTotal + (totals[position] ?? 0) - common),
        ],
      );
    const best = takeBest(
      similar,
      ([position, similarity]) => similarity * (popularityWeights[position] ?? 0),
    );
    return new Map(best.map(([position, similarity]) => [popular[position]?.id ?? -1, similarity]));
  };
};

export const toTrigrams = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

const createLetterIndex = (popular: readonly Pattern[]): TermIndex['byLetters'] => {
  const ids = createDictionary();
  const patternTrigrams = popular.map(({ key }) =>
    Uint32Array.from(toTrigrams(key), (trigram) => ids.add(trigram)),
  );
  const postings = buildPostings(patternTrigrams, ids.size);
  const shared = createCounter(popular.length);
  return (key) => {
    const queryTrigrams = toTrigrams(key);
    const knownIds = [...queryTrigrams].flatMap((trigram) => ids.find(trigram) ?? []);
    const rarestTrigrams = knownIds
      .sort((a, b) => postings.size(a) - postings.size(b))
      .slice(0, termIndexDefaults.trigramsPerPattern);
    for (const trigram of rarestTrigrams)
      for (const position of postings.of(trigram)) shared.add(position, 1);
    const queryIds = new Set(knownIds);
    const mostSimilar = takeBest(shared.drain(), ([, common]) => common);
    return new Map(
      mostSimilar.map(([position]) => [
        popular[position]?.id ?? -1,
        computeJaccard(queryIds, queryTrigrams.size, patternTrigrams[position] ?? new Uint32Array(0)),
      ]),
    );
  };
};

/** Jaccard similarity. `size` also counts the trigrams of the query that no pattern has. */
const computeJaccard = (queryIds: ReadonlySet<number>, size: number, other: Uint32Array): number => {
  let common = 0;
  for (const trigram of other) if (queryIds.has(trigram)) common++;
  return common / (size + other.length - common);
};

type ScoredPosition = readonly [position: number, value: number];

/** Adds up values by position in one array that is reused for each query. */
const createCounter = (size: number) => {
  const values = new Float64Array(size);
  let touched: number[] = [];
  return {
    add(position: number, value: number): void {
      if (values[position] === 0) touched.push(position);
      values[position] = (values[position] ?? 0) + value;
    },
    drain(): ScoredPosition[] {
      const positions = touched.map((position): ScoredPosition => [position, values[position] ?? 0]);
      for (const position of touched) values[position] = 0;
      touched = [];
      return positions;
    },
  };
};

/** The best positions, ties by popularity. Only those above the threshold are sorted. */
const takeBest = (
  positions: readonly ScoredPosition[],
  score: (position: ScoredPosition) => number,
): ScoredPosition[] => {
  const { resultLimit } = termIndexDefaults;
  const scores = positions.map(score);
  const minimum = positions.length > resultLimit ? nthLargest(Float64Array.from(scores), resultLimit) : -1;
  const best: { item: ScoredPosition; value: number }[] = [];
  for (const [index, item] of positions.entries()) {
    const value = scores[index] ?? 0;
    if (value >= minimum) best.push({ item, value });
  }
  return best
    .sort((a, b) => b.value - a.value || a.item[0] - b.item[0])
    .slice(0, resultLimit)
    .map(({ item }) => item);
};

/** Positions by term, most popular first. The size counts all uses of a term, also when its list was cut. */
const buildPostings = (terms: readonly Uint32Array[], count: number) => {
  const sizes = new Uint32Array(count);
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const [position, termIds] of terms.entries())
    for (const term of termIds) {
      sizes[term] = (sizes[term] ?? 0) + 1;
      if ((sizes[term] ?? 0) <= termIndexDefaults.postingsPerTerm) lists[term]?.push(position);
    }
  return {
    of: (term: number): readonly number[] => lists[term] ?? [],
    size: (term: number): number => sizes[term] ?? 0,
  };
};
