import type { FuzzySensitiveness } from '../../../domain/strategy.ts';
import type { TextQuery } from '../../search-query.ts';
import type { Vocabulary } from './vocabulary.ts';
import type { TextParameters } from './parameters.ts';
import type { IsKnownTerm, Expansion } from './expansion.ts';

/** Edits allowed: a letter inserted, deleted, replaced, or swapped with the next one. */
const edits: Record<FuzzySensitiveness, number> = { Off: 0, One: 1, Two: 2 };

const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/**
 * Terms within the allowed edit distance of a word. A word shorter than `minimumFuzzyTermLength` has none. Without
 * `enableFuzzyNumberMatch` numbers are left alone: a word with digits matches no other word, and a word without digits
 * matches none that has some.
 */
export const findFuzzyExpansions = (
  vocabulary: Vocabulary,
  word: string,
  query: TextQuery,
  isKnown: IsKnownTerm,
  { fuzzyWeights, maximumFuzzyTerms }: TextParameters,
): Expansion[] => {
  const limit = edits[query.fuzzySensitiveness];
  const matchesNumbers = query.enableFuzzyNumberMatch;
  if (limit === 0 || word.length < query.minimumFuzzyTermLength) return [];
  if (hasDigit(word) && !matchesNumbers) return [];
  return vocabulary
    .findNear(word, limit)
    .filter(
      ({ term, text, distance }) => distance > 0 && isKnown(term) && (matchesNumbers || !hasDigit(text)),
    )
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        vocabulary.countRows([b.term]) - vocabulary.countRows([a.term]) ||
        a.term - b.term,
    )
    .slice(0, maximumFuzzyTerms)
    .map(({ term, text, distance }) => ({
      terms: [term],
      text,
      weight: fuzzyWeights[distance - 1] ?? 0,
      kind: 'fuzzy',
    }));
};
