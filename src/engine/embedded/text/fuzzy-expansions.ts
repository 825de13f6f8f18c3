import type { FuzzySensitiveness } from '../../../domain/strategy.ts';
import type { TextQuery } from '../../engine.ts';
import { countRows, type TextIndex } from './index-reader.ts';
import { nearTerms } from './near-terms.ts';
import type { TextParameters } from './parameters.ts';
import type { IsKnownTerm, Expansion } from './expansion.ts';

/** Letters that may be inserted, dropped, replaced, or swapped with their neighbour. */
const edits: Record<FuzzySensitiveness, number> = { Off: 0, One: 1, Two: 2 };

const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/**
 * What a word may be a typing error of. A word shorter than `minimumFuzzyTermLength` is taken as it stands.
 * Without `enableFuzzyNumberMatch` a number is never guessed: neither is a word with digits read as another,
 * nor a word without as one with digits.
 */
export const findFuzzyExpansions = (
  index: TextIndex,
  word: string,
  query: TextQuery,
  known: IsKnownTerm,
  { fuzzyWeights, maximumFuzzyTerms }: TextParameters,
): Expansion[] => {
  const limit = edits[query.fuzzySensitiveness];
  const guessesNumbers = query.enableFuzzyNumberMatch;
  if (limit === 0 || word.length < query.minimumFuzzyTermLength) return [];
  if (hasDigit(word) && !guessesNumbers) return [];
  return nearTerms(index.terms, word, limit)
    .filter(({ term, text, distance }) => distance > 0 && known(term) && (guessesNumbers || !hasDigit(text)))
    .sort(
      (a, b) =>
        a.distance - b.distance || countRows(index, b.term) - countRows(index, a.term) || a.term - b.term,
    )
    .slice(0, maximumFuzzyTerms)
    .map(({ term, text, distance }) => ({
      terms: [term],
      text,
      weight: fuzzyWeights[distance - 1] ?? 0,
      kind: 'fuzzy',
    }));
};
