import { getOrAdd } from '../../../domain/memoize.ts';
import { editDistance } from '../../../domain/edit-distance.ts';
import { guardDefaults } from '../guards/refusal.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import { type NormalisedQuery, areSpellingsOfOne, minimumSpellingSimilarity } from './candidates.ts';
import type { TermIndex } from './term-index.ts';

const correctionDefaults = {
  /** A correction has at least this many times the shoppers of the misspelt pattern. */
  shopperRatio: 5,
  /** Texts of at least this length are unlikely to be another word with almost the same spelling. */
  safeLength: 8,
  /** Share of clicks that two short spellings must have in common. */
  sharedClicks: 0.2,
} as const;

/**
 * Corrects typos with the log. A pattern is misspelt when far more shoppers use an almost equal spelling. Short
 * patterns that somebody searched must also lead to the same products, because `boat` is almost `coat`. A pattern
 * that nobody searched is corrected to the nearest known pattern. A pattern whose words all occur in the catalogue is
 * never corrected, however few shoppers search for it.
 */
export const createSpellingCorrector = (
  behaviour: Behaviour,
  index: TermIndex,
  isCatalogueWord: ((word: string) => boolean) | null,
): ((query: NormalisedQuery) => Pattern | null) => {
  const cache = new Map<string, Pattern | null>();
  const searchCorrection = (query: NormalisedQuery): Pattern | null => {
    if (isCatalogueWord !== null && query.words.every(isCatalogueWord)) return null;
    const ownPattern = behaviour.find(query.key);
    const needed =
      ownPattern === undefined || ownPattern.shoppers === 0
        ? guardDefaults.shoppersAtLeast
        : correctionDefaults.shopperRatio * ownPattern.shoppers;
    const minimumSimilarity = minimumSpellingSimilarity(query.key);
    let best: Pattern | null = null;
    for (const [id, similarity] of index.byLetters(query.key)) {
      const pattern = behaviour.patterns[id];
      if (pattern === undefined || pattern === ownPattern || similarity < minimumSimilarity) continue;
      if (pattern.shoppers < needed || (best !== null && !isBetterCorrection(query, pattern, best))) continue;
      if (areSpellingsOfOne(query, pattern) && meansTheSame(behaviour, query, ownPattern, pattern))
        best = pattern;
    }
    return best;
  };
  return (query) => getOrAdd(cache, query.text, () => searchCorrection(query));
};

/** Fewer edits first, then more shoppers. */
const isBetterCorrection = (query: NormalisedQuery, pattern: Pattern, best: Pattern): boolean => {
  const edits = (other: Pattern): number => editDistance(query.text, other.text, 3);
  const more = edits(pattern) - edits(best);
  return more < 0 || (more === 0 && pattern.popularity > best.popularity);
};

const meansTheSame = (
  behaviour: Behaviour,
  query: NormalisedQuery,
  ownPattern: Pattern | undefined,
  other: Pattern,
): boolean =>
  query.text.length >= correctionDefaults.safeLength ||
  ownPattern === undefined ||
  ownPattern.shoppers === 0 ||
  sharedClicks(behaviour, ownPattern, other) >= correctionDefaults.sharedClicks;

/** Share of the first pattern's clicks that went to products of the second. */
const sharedClicks = (behaviour: Behaviour, one: Pattern, other: Pattern): number => {
  const products = new Set(behaviour.patternProducts.from(other.id).map(({ to }) => to));
  const shared = behaviour.patternProducts.from(one.id).filter(({ to }) => products.has(to));
  const total = behaviour.patternProducts.total(one.id);
  return total === 0 ? 0 : shared.reduce((sum, { weight }) => sum + weight, 0) / total;
};
