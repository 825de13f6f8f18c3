import type { TextQuery } from '../../search-query.ts';
import { toUnits } from '../search/score.ts';
import type { ExpandedQuery, Expansion, Vocabulary } from './expand-query.ts';

/** A word of a query: what it may be found by, and how much it counts. */
export type WeightedWord = { readonly expansions: readonly Expansion[]; readonly weight: number };

export const weighWords = (vocabulary: Vocabulary, query: ExpandedQuery): WeightedWord[] =>
  query.words.map((_, at) => {
    const expansions = listExpansions(query, at);
    return { expansions, weight: computeIdf(vocabulary, expansions) };
  });

/** How many words of the query a row must contain. */
export const countNeededWords = ({ searchMode }: TextQuery, { words }: ExpandedQuery): number =>
  searchMode === 'All' ? Math.max(1, words.length) : 1;

/**
 * The score of a row, in millionths: the share of the query's weight that it reaches. `sum` adds up, for each word that
 * the row contains, the word's weight times the best of its expansions (weight × impact). 1 would be a row that
 * contains every word of the query and nothing else.
 */
export const createTextScore = (words: readonly WeightedWord[]): ((sum: number) => number) => {
  const total = words.reduce((all, { weight }) => all + weight, 0);
  return (sum) => toUnits(sum / total);
};

/** A word's own expansions, then those of the span it is part of. */
const listExpansions = ({ expansions, spans }: ExpandedQuery, at: number): readonly Expansion[] => {
  const span = spans.find(({ from, words }) => at >= from && at < from + words);
  return [...(expansions[at] ?? []), ...(span?.expansions ?? [])];
};

/**
 * Inverse document frequency of the most common expansion, so that a rare misspelling weighs no more than the word it
 * stands for. A word without any match weighs most: that it is missing must show in the score.
 */
const computeIdf = (vocabulary: Vocabulary, expansions: readonly Expansion[]): number => {
  const rows = expansions.reduce((most, { terms }) => Math.max(most, vocabulary.countRows(terms)), 0);
  return Math.log(1 + (vocabulary.size - rows + 0.5) / (rows + 0.5));
};
