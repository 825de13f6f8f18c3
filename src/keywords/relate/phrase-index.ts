import { pathLevels } from '../../domain/product.ts';
import { createDictionary, type Dictionary } from '../mine/dictionary.ts';
import type { Phrase } from './phrase.ts';
import { relateDefaults, relateWeights } from './relate-weights.ts';

/**
 * Phrases by word and by category. Inside, words are numbers and a phrase is its place, most popular first: tens of
 * thousands of phrases are each held against hundreds.
 */
export type PhraseIndex = {
  readonly phrases: readonly Phrase[];
  /** What a phrase adds to any score by itself: how popular it is, and how much it finds. */
  readonly baseScores: Float64Array;
  baseScoreParts(place: number): { readonly popularity: number; readonly catalogue: number };
  query(pattern: Phrase): PhraseQuery;
};

export type PhraseQuery = {
  /** Those that share a word or a category with the pattern. */
  readonly places: ReadonlySet<number>;
  /** Rarity-weighted share of words that both have, and whether the other has all of the pattern's and more. */
  compare(place: number): { readonly overlap: number; readonly contains: boolean };
  /** 1 in the same category, less in one above or below it, 0 elsewhere. */
  categoryProximity(place: number): number;
};

export const indexPhrases = (given: readonly Phrase[]): PhraseIndex => {
  const phrases = given.filter(({ products }) => products !== 0).sort(mostPopularFirst);
  const numbers = createDictionary();
  const words = phrases.map((phrase) => Uint32Array.from(new Set(phrase.words), (word) => numbers.add(word)));
  const rarities = raritiesOf(words, numbers);
  const sum = (own: Iterable<number>): number => {
    let total = 0;
    for (const word of own) total += rarities[word] ?? 0;
    return total;
  };
  const totals = Float64Array.from(words, sum);
  const byWord = grouped(words, relateDefaults.perWord);
  const byCategory = grouped(
    phrases.map(({ category }) => (category === null ? [] : pathLevels(category))),
    relateDefaults.perCategory,
  );
  const [popularity, catalogue] = [popularityOf(phrases), catalogueOf(phrases)];
  const unknown = Math.log(1 + phrases.length);

  return {
    phrases,
    baseScores: popularity.map((each, place) => each + (catalogue[place] ?? 0)),
    baseScoreParts: (place) => ({ popularity: popularity[place] ?? 0, catalogue: catalogue[place] ?? 0 }),
    query: ({ words: texts, category }) => {
      const known = [...new Set(texts)].map((word) => numbers.find(word) ?? -1);
      const own = known.reduce((total, word) => total + (rarities[word] ?? unknown), 0);
      const nearness = createNearness(category);
      return {
        places: new Set([
          ...known.flatMap((word) => byWord.get(word) ?? []),
          ...inCategory(category, byCategory),
        ]),
        compare: (place) => {
          const other = words[place] ?? new Uint32Array(0);
          let [common, shared] = [0, 0];
          for (const word of known)
            if (other.includes(word)) {
              common += rarities[word] ?? 0;
              shared++;
            }
          const overlap = common === 0 ? 0 : common / (own + (totals[place] ?? 0) - common);
          return { overlap, contains: shared === known.length && other.length > shared };
        },
        categoryProximity: (place) => nearness(phrases[place]?.category ?? null),
      };
    },
  };
};

const mostPopularFirst = (a: Phrase, b: Phrase): number =>
  b.popularity - a.popularity || (b.products ?? 0) - (a.products ?? 0) || (a.text < b.text ? -1 : 1);

const raritiesOf = (words: readonly Uint32Array[], { size }: Dictionary): Float64Array => {
  const uses = new Float64Array(size);
  for (const own of words) for (const word of own) uses[word] = (uses[word] ?? 0) + 1;
  return uses.map((count) => Math.log(1 + words.length / count));
};

const grouped = <K>(keysOf: readonly Iterable<K>[], most: number): Map<K, number[]> => {
  const groups = new Map<K, number[]>();
  for (const [place, keys] of keysOf.entries())
    for (const key of keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [place]);
      else if (group.length < most) group.push(place);
    }
  return groups;
};

const portion = (part: number, most: number): number => Math.log1p(part) / Math.log1p(most);

const popularityOf = (phrases: readonly Phrase[]): Float64Array => {
  const most = phrases.reduce((highest, { popularity }) => Math.max(highest, popularity), 1);
  return Float64Array.from(phrases, ({ popularity }) => relateWeights.popularity * portion(popularity, most));
};

const catalogueOf = (phrases: readonly Phrase[]): Float64Array => {
  const most = phrases.reduce((highest, { products }) => Math.max(highest, products ?? 0), 1);
  return Float64Array.from(phrases, ({ products }) => relateWeights.catalogue * portion(products ?? 0, most));
};

/** Those of its category and, where these are few, of the one above. */
const inCategory = (
  category: string | null,
  byCategory: ReadonlyMap<string, readonly number[]>,
): readonly number[] => {
  if (category === null) return [];
  const own = byCategory.get(category) ?? [];
  const above = parentOf(category);
  return own.length >= relateDefaults.enoughInCategory || above === null
    ? own
    : [...own, ...(byCategory.get(above) ?? [])];
};

/** There are few categories and many phrases: each category is compared once. */
const createNearness = (own: string | null): ((other: string | null) => number) => {
  const known = new Map<string, number>();
  return (other) => {
    if (own === null || other === null) return 0;
    const before = known.get(other) ?? compareCategories(own, other);
    known.set(other, before);
    return before;
  };
};

const compareCategories = (a: string, b: string): number => {
  if (a === b) return 1;
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
  const isAbove = longer.startsWith(`${shorter}/`);
  const above = parentOf(a);
  return isAbove || (above !== null && above === parentOf(b)) ? relateDefaults.relatedCategoryShare : 0;
};

const parentOf = (category: string): string | null =>
  category.includes('/') ? category.slice(0, category.lastIndexOf('/')) : null;
