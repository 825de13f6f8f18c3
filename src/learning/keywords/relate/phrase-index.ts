import { pathLevels } from '../../../domain/product.ts';
import { createDictionary, type Dictionary } from '../structures/dictionary.ts';
import type { Phrase } from './phrase.ts';
import { relateDefaults, relateWeights } from './relate-weights.ts';

/**
 * Phrases by word and by category. Words are numbers, and a phrase is its position by popularity, because tens of
 * thousands of phrases are each compared with hundreds.
 */
export type PhraseIndex = {
  readonly phrases: readonly Phrase[];
  /** The part of a score that does not depend on the pattern: popularity and number of products. */
  readonly baseScores: Float64Array;
  baseScoreParts(position: number): { readonly popularity: number; readonly catalogue: number };
  query(pattern: Phrase): PhraseQuery;
};

export type PhraseQuery = {
  /** Positions of phrases that share a word or a category with the pattern. */
  readonly positions: ReadonlySet<number>;
  /** Jaccard similarity of the words, weighted by rarity, and whether the phrase is the pattern plus more words. */
  compare(position: number): { readonly overlap: number; readonly contains: boolean };
  /** 1 in the same category, less in a parent, child or sibling category, 0 elsewhere. */
  categoryProximity(position: number): number;
};

export const indexPhrases = (input: readonly Phrase[]): PhraseIndex => {
  const phrases = input.filter(({ products }) => products !== 0).sort(mostPopularFirst);
  const wordIds = createDictionary();
  const words = phrases.map((phrase) => Uint32Array.from(new Set(phrase.words), (word) => wordIds.add(word)));
  const rarities = computeRarities(words, wordIds);
  const sum = (ids: Iterable<number>): number => {
    let total = 0;
    for (const word of ids) total += rarities[word] ?? 0;
    return total;
  };
  const totals = Float64Array.from(words, sum);
  const byWord = groupPositions(words, relateDefaults.perWord);
  const byCategory = groupPositions(
    phrases.map(({ category }) => (category === null ? [] : pathLevels(category))),
    relateDefaults.perCategory,
  );
  const [popularity, catalogue] = [scorePopularity(phrases), scoreProductCount(phrases)];
  const unknownRarity = Math.log(1 + phrases.length);

  return {
    phrases,
    baseScores: popularity.map((each, position) => each + (catalogue[position] ?? 0)),
    baseScoreParts: (position) => ({
      popularity: popularity[position] ?? 0,
      catalogue: catalogue[position] ?? 0,
    }),
    query: ({ words: texts, category }) => {
      const patternIds = [...new Set(texts)].map((word) => wordIds.find(word) ?? -1);
      const patternTotal = patternIds.reduce((total, word) => total + (rarities[word] ?? unknownRarity), 0);
      const proximity = createProximity(category);
      return {
        positions: new Set([
          ...patternIds.flatMap((word) => byWord.get(word) ?? []),
          ...findInCategory(category, byCategory),
        ]),
        compare: (position) => {
          const other = words[position] ?? new Uint32Array(0);
          let [common, shared] = [0, 0];
          for (const word of patternIds)
            if (other.includes(word)) {
              common += rarities[word] ?? 0;
              shared++;
            }
          const overlap = common === 0 ? 0 : common / (patternTotal + (totals[position] ?? 0) - common);
          return { overlap, contains: shared === patternIds.length && other.length > shared };
        },
        categoryProximity: (position) => proximity(phrases[position]?.category ?? null),
      };
    },
  };
};

const mostPopularFirst = (a: Phrase, b: Phrase): number =>
  b.popularity - a.popularity || (b.products ?? 0) - (a.products ?? 0) || (a.text < b.text ? -1 : 1);

const computeRarities = (words: readonly Uint32Array[], { size }: Dictionary): Float64Array => {
  const uses = new Float64Array(size);
  for (const ids of words) for (const word of ids) uses[word] = (uses[word] ?? 0) + 1;
  return uses.map((count) => Math.log(1 + words.length / count));
};

const groupPositions = <K>(keysByPosition: readonly Iterable<K>[], limit: number): Map<K, number[]> => {
  const groups = new Map<K, number[]>();
  for (const [position, keys] of keysByPosition.entries())
    for (const key of keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [position]);
      else if (group.length < limit) group.push(position);
    }
  return groups;
};

const logShare = (value: number, highest: number): number => Math.log1p(value) / Math.log1p(highest);

const scorePopularity = (phrases: readonly Phrase[]): Float64Array => {
  const most = phrases.reduce((highest, { popularity }) => Math.max(highest, popularity), 1);
  return Float64Array.from(
    phrases,
    ({ popularity }) => relateWeights.popularity * logShare(popularity, most),
  );
};

const scoreProductCount = (phrases: readonly Phrase[]): Float64Array => {
  const most = phrases.reduce((highest, { products }) => Math.max(highest, products ?? 0), 1);
  return Float64Array.from(
    phrases,
    ({ products }) => relateWeights.catalogue * logShare(products ?? 0, most),
  );
};

/** Phrases of the category and, where these are few, of its parent. */
const findInCategory = (
  category: string | null,
  byCategory: ReadonlyMap<string, readonly number[]>,
): readonly number[] => {
  if (category === null) return [];
  const positions = byCategory.get(category) ?? [];
  const parent = findParent(category);
  return positions.length >= relateDefaults.enoughInCategory || parent === null
    ? positions
    : [...positions, ...(byCategory.get(parent) ?? [])];
};

/** Cached by category, because there are few categories and many phrases. */
const createProximity = (category: string | null): ((other: string | null) => number) => {
  const cache = new Map<string, number>();
  return (other) => {
    if (category === null || other === null) return 0;
    const proximity = cache.get(other) ?? compareCategories(category, other);
    cache.set(other, proximity);
    return proximity;
  };
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
