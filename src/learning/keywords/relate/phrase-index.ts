import { pathLevels } from '../../../domain/product.ts';
import { memoize } from '../../../domain/memoize.ts';
import { createWordIndex, groupPositions } from '../words/word-index.ts';
import type { Phrase } from './phrase.ts';

/** The most that each signal can add to a suggestion's score. */
export const relateWeights = { terms: 0.5, category: 0.2, popularity: 0.2, catalogue: 0.1 } as const;

export const relateDefaults = {
  perDirection: 12,
  /** Candidates compared letter by letter for each suggestion that is kept. */
  candidatesPerSuggestion: 8,
  /** Limits of the index: the most popular phrases of a word or a category. */
  perWord: 400,
  perCategory: 60,
  /** With fewer phrases in its own category, a phrase is also compared with those of the parent category. */
  enoughInCategory: 4,
  /** Proximity of a parent, child or sibling category; the same category is 1. */
  relatedCategoryShare: 0.5,
  /** Factor on the score for each earlier suggestion that adds the same new word. */
  repetitionFactor: 0.8,
} as const;

/** Phrases by word and by category, most popular first. */
export const indexPhrases = (input: readonly Phrase[]) => {
  const phrases = input.filter(({ products }) => products !== 0).sort(mostPopularFirst);
  const texts = phrases.map(({ words }) => words);
  const byWord = createWordIndex(texts, relateDefaults.perWord);
  const levels = phrases.map(({ category }) => (category === null ? [] : pathLevels(category)));
  const byCategory = groupPositions(levels, relateDefaults.perCategory);
  const [popularity, catalogue] = [
    scaleByLogarithm(relateWeights.popularity, phrases, (phrase) => phrase.popularity),
    scaleByLogarithm(relateWeights.catalogue, phrases, ({ products }) => products ?? 0),
  ];
  return {
    phrases,
    /** The part of a score that does not depend on the pattern: popularity and number of products. */
    baseScore: (at: number) => ({ popularity: popularity[at] ?? 0, catalogue: catalogue[at] ?? 0 }),
    query: ({ words, category }: Phrase) => {
      const query = byWord.query(words);
      // There are few categories and many phrases.
      const proximity = memoize((other: string) =>
        category === null ? 0 : compareCategories(category, other),
      );
      return {
        ...query,
        /** Of phrases that share a word or a category with the pattern. */
        positions: query.positions.union(new Set(findInCategory(category, byCategory))),
        /** 1 in the same category, less in a parent, child or sibling category, 0 elsewhere. */
        categoryProximity: (position: number): number => {
          const other = phrases[position]?.category ?? null;
          return other === null ? 0 : proximity(other);
        },
      };
    },
  };
};

export type PhraseIndex = ReturnType<typeof indexPhrases>;

const mostPopularFirst = (a: Phrase, b: Phrase): number =>
  b.popularity - a.popularity || (b.products ?? 0) - (a.products ?? 0) || (a.text < b.text ? -1 : 1);

/** `most` for the highest value, 0 for 0. */
const scaleByLogarithm = (most: number, phrases: readonly Phrase[], valueOf: (phrase: Phrase) => number) => {
  const highest = phrases.reduce((value, phrase) => Math.max(value, valueOf(phrase)), 1);
  return Float64Array.from(phrases, (phrase) => (most * Math.log1p(valueOf(phrase))) / Math.log1p(highest));
};

/** Phrases of the category and, where these are few, of its parent. */
const findInCategory = (category: string | null, byCategory: ReadonlyMap<string, readonly number[]>) => {
  if (category === null) return [];
  const positions = byCategory.get(category) ?? [];
  const parent = findParent(category);
  return positions.length >= relateDefaults.enoughInCategory || parent === null
    ? positions
    : [...positions, ...(byCategory.get(parent) ?? [])];
};

const compareCategories = (a: string, b: string): number => {
  if (a === b) return 1;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const isParent = longer.startsWith(`${shorter}/`);
  const parent = findParent(a);
  return isParent || (parent !== null && parent === findParent(b)) ? relateDefaults.relatedCategoryShare : 0;
};

const findParent = (category: string): string | null =>
  category.includes('/') ? category.slice(0, category.lastIndexOf('/')) : null;
