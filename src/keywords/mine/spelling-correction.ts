import { editDistance } from '../../domain/edit-distance.ts';
import { guardDefaults } from '../guards/refusal.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import { type NormalisedQuery, areSpellingsOfOne, minimumSpellingSimilarity } from './candidates.ts';
import type { TermIndex } from './term-index.ts';

export const correctionDefaults = {
  /** A correction has so many times the shoppers of the misspelt pattern. */
  shopperRatio: 5,
  /** From this length on a typo is unlikely to be another word. */
  safeLength: 8,
  /** Share of clicks that two short spellings must have in common to mean the same. */
  sharedClicks: 0.2,
} as const;

export type SpellingCorrector = { readonly findCorrection: (asked: NormalisedQuery) => Pattern | null };

/** Whether the shop's own catalogue writes a word so. */
export type IsCatalogueWord = (word: string) => boolean;

/**
 * Typos learnt from the log: a pattern that is written almost like one that far more shoppers use. `boat` is
 * written almost like `coat`: short words that somebody did search must also lead to the same products. What
 * nobody ever searched is taken for the nearest pattern that is known. What the catalogue itself writes so, word
 * by word, is spelt right however few search for it.
 */
export const createSpellingCorrector = (
  behaviour: Behaviour,
  index: TermIndex,
  isCatalogueWord: IsCatalogueWord | null,
): SpellingCorrector => {
  const known = new Map<string, Pattern | null>();
  const correctionOf = (asked: NormalisedQuery): Pattern | null => {
    if (isCatalogueWord !== null && asked.words.every(isCatalogueWord)) return null;
    const own = behaviour.find(asked.key);
    const needed =
      own === undefined || own.shoppers === 0
        ? guardDefaults.shoppersAtLeast
        : correctionDefaults.shopperRatio * own.shoppers;
    const least = minimumSpellingSimilarity(asked.key);
    let best: Pattern | null = null;
    for (const [id, likeness] of index.byLetters(asked.key)) {
      const pattern = behaviour.patterns[id];
      if (pattern === undefined || pattern === own || likeness < least) continue;
      if (pattern.shoppers < needed || (best !== null && !isBetter(asked, pattern, best))) continue;
      if (areSpellingsOfOne(asked, pattern) && meansTheSame(behaviour, asked, own, pattern)) best = pattern;
    }
    return best;
  };
  return {
    findCorrection: (asked) => {
      const before = known.get(asked.text);
      if (before !== undefined) return before;
      const correction = correctionOf(asked);
      known.set(asked.text, correction);
      return correction;
    },
  };
};

/** Fewer edits first, then more shoppers. */
const isBetter = (asked: NormalisedQuery, pattern: Pattern, best: Pattern): boolean => {
  const edits = (other: Pattern): number => editDistance(asked.text, other.text, 3);
  return (
    edits(pattern) - edits(best) < 0 ||
    (edits(pattern) === edits(best) && pattern.popularity > best.popularity)
  );
};

const meansTheSame = (
  behaviour: Behaviour,
  asked: NormalisedQuery,
  own: Pattern | undefined,
  other: Pattern,
): boolean => {
  if (asked.text.length >= correctionDefaults.safeLength) return true;
  if (own === undefined || own.shoppers === 0) return true;
  return sharedClicks(behaviour, own, other) >= correctionDefaults.sharedClicks;
};

/** Share of the first pattern's clicks that went to products of the second. */
const sharedClicks = (behaviour: Behaviour, one: Pattern, other: Pattern): number => {
  const products = new Set(behaviour.patternProducts.from(other.id).map(({ to }) => to));
  const shared = behaviour.patternProducts.from(one.id).filter(({ to }) => products.has(to));
  const total = behaviour.patternProducts.total(one.id);
  return total === 0 ? 0 : shared.reduce((sum, { weight }) => sum + weight, 0) / total;
};
