import type { Pattern } from './behaviour.ts';
import { createDictionary, takeHighest, createWordIndex, groupPositions } from '../words/word-index.ts';

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
 * Finds patterns with a similar text, by shared words and by shared trigrams. `patterns` must not hold patterns that nobody
 * searched. Inside, a pattern is its position by popularity, so that ties are in order of popularity and counts fit into one array.
 */
export const createTermIndex = (patterns: readonly Pattern[]) => {
  const popular = [...patterns].sort((a, b) => b.popularity - a.popularity || a.id - b.id);
  return { byWords: findByWords(popular), byLetters: findByLetters(popular) };
};

export type TermIndex = ReturnType<typeof createTermIndex>;

const byPosition = (a: { readonly position: number }, b: { readonly position: number }): number =>
  a.position - b.position;

/** Pattern id → similarity 0 to 1 by words, weighted by rarity. */
const findByWords = (popular: readonly Pattern[]) => {
  const { postingsPerTerm, resultLimit } = termIndexDefaults;
  const texts = popular.map(({ words }) => words);
  const index = createWordIndex(texts, postingsPerTerm);
  const popularityWeights = Float64Array.from(popular, ({ popularity }) => Math.log1p(popularity));
  return (words: readonly string[]): Map<number, number> => {
    const query = index.query(words);
    const similar = Array.from(query.positions, (position) => {
      const { overlap } = query.compare(position);
      return { position, overlap, score: overlap * (popularityWeights[position] ?? 0) };
    });
    const best = takeHighest(similar, resultLimit, byPosition);
    return new Map(best.map(({ position, overlap }) => [popular[position]?.id ?? -1, overlap]));
  };
};

export const toTrigrams = (key: string): Set<string> => {
  const padded = `  ${key} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, start) => padded.slice(start, start + 3)));
};

/** Pattern id → similarity 0 to 1 by trigrams: finds typos and compounds. */
const findByLetters = (popular: readonly Pattern[]) => {
  const { postingsPerTerm, resultLimit, trigramsPerPattern } = termIndexDefaults;
  const ids = createDictionary();
  const trigrams = popular.map(({ key }) => Uint32Array.from(toTrigrams(key), (each) => ids.add(each)));
  const uses = new Uint32Array(ids.size);
  for (const own of trigrams) for (const trigram of own) uses[trigram] = (uses[trigram] ?? 0) + 1;
  const postings = groupPositions(trigrams, postingsPerTerm);
  /** Trigrams shared with the query, by position; all 0 between two queries. */
  const shared = new Uint8Array(popular.length);
  return (key: string): Map<number, number> => {
    const query = toTrigrams(key);
    const known = [...query].flatMap((trigram) => ids.find(trigram) ?? []);
    const rarest = known.sort((a, b) => (uses[a] ?? 0) - (uses[b] ?? 0)).slice(0, trigramsPerPattern);
    const found: number[] = [];
    for (const position of rarest.flatMap((trigram) => postings.get(trigram) ?? [])) {
      if (shared[position] === 0) found.push(position);
      shared[position] = (shared[position] ?? 0) + 1;
    }
    const similar = found.map((position) => ({ position, score: shared[position] ?? 0 }));
    for (const position of found) shared[position] = 0;
    const best = takeHighest(similar, resultLimit, byPosition);
    const queryIds = new Set(known);
    /** Jaccard similarity, also counting the trigrams of the query that no pattern has. */
    const compare = (own = new Uint32Array(0)): number => {
      const common = own.reduce((count, trigram) => count + (queryIds.has(trigram) ? 1 : 0), 0);
      return common / (query.size + own.length - common);
    };
    return new Map(best.map(({ position }) => [popular[position]?.id ?? -1, compare(trigrams[position])]));
  };
};
