import { isStopWord } from '../../../domain/stop-words.ts';
import { tokenize } from '../../../domain/normal-form.ts';
import { pathLevels } from '../../../domain/product.ts';
import type { Catalogue, CatalogueItem } from './catalogue.ts';
import type { ApplyCasing } from './casing.ts';
import { countValues } from '../words/tables.ts';
import { memoize } from '../../../domain/memoize.ts';
import { findTitlePhrases, isEnglish, isWholePart, putsNounFirst, splitIntoTokens } from './title-phrases.ts';

const combinationDefaults = {
  /** Products that a combination must find before it is suggested. */
  minimumProducts: 2,
  /** Products whose names must hold an n-gram before it is suggested. */
  minimumNgramProducts: 3,
  /** Of each kind those with most products are kept. */
  nameLimit: 50_000,
  ngramLimit: 8_000,
  ngramLengths: [2, 3, 4],
  /** An n-gram with this share of its uses inside a longer one is partial: `Lever Arch` of `Lever Arch File`. */
  partialShare: 0.7,
} as const;

const lastLevel = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * An attribute or a brand with a category, without repeated words: `Running shoes` in `Shoes` stays `Running
 * shoes`, and `Tee` in `Tees` becomes `Tees`.
 */
const joinWithCategory = (value: string, category: string, language: string): string => {
  if (value.toLowerCase().includes(category.toLowerCase())) return value;
  const [words, kinds] = [tokenize(value, language), tokenize(category, language)];
  if (words.every((word) => kinds.includes(word))) return category;
  if (kinds.some((word) => words.includes(word) && !isStopWord(word))) return value;
  return isEnglish(language) && isPluralNoun(value) ? category : `${value} ${category}`;
};

/** People for whom something is made may stand before it: `kids shoes`. */
const peopleWords = new Set(['kids', 'mens', 'womens', 'boys', 'girls', 'ladies', 'babies']);

/** English puts no plural before a noun: `stripes dresses` is wrong, `women dresses` is usual. */
const isPluralNoun = (value: string): boolean => {
  const last = value.toLowerCase().split(' ').at(-1) ?? '';
  if (!last.endsWith('s') || peopleWords.has(last)) return false;
  return tokenize(last, 'en').join(' ') !== last;
};

/** Names for one product: category, brand, brand × category, attribute × category. */
export function* generateNames(item: CatalogueItem, language: string): Generator<string> {
  const { categories, brand, attributes } = item;
  const leaves = new Set(categories.map(lastLevel));
  const levels = new Set(categories.flatMap(pathLevels).map(lastLevel));
  yield* levels;
  if (brand !== null) yield brand;
  for (const leaf of leaves) {
    if (brand !== null) yield joinBrand(brand, leaf, language);
    if (!isEnglish(language)) yield* findTitlePhrases(item, leaf, language);
    else for (const value of new Set(attributes)) yield joinWithCategory(value, leaf, language);
  }
}

const joinBrand = (brand: string, category: string, language: string): string => {
  const isPart = category.toLowerCase().includes(brand.toLowerCase());
  if (putsNounFirst(language)) return isPart ? category : `${category} ${brand}`;
  // The capital of a category is that of a heading, except in German and English headings.
  const keepsCapital = isPart || /^(en|de)\b/i.test(language);
  const kind = keepsCapital ? category : category.slice(0, 1).toLowerCase() + category.slice(1);
  return joinWithCategory(brand, kind, language);
};

/**
 * N-grams of a product's name: `toner cartridge`. Where a feed has no categories, they say what a product is.
 * Words with digits are left out because they are models. Stop words like `for` are allowed only in the middle.
 */
export function* generateNgrams(item: Pick<CatalogueItem, 'name'> & Partial<CatalogueItem>, language = 'en') {
  const words = splitIntoTokens(item.name);
  for (const length of combinationDefaults.ngramLengths)
    for (let start = 0; start + length <= words.length; start++) {
      const ngram = words.slice(start, start + length);
      if (ngram.every(isWord) && isNounPhrase(ngram) && isWholePart(ngram, item, language))
        yield ngram.join(' ');
    }
}

/** `Gb` is no word, nor is `V7`. */
export const isWord = (word: string): boolean =>
  /^[\p{L}][\p{L}\p{M}'’-]{2,}$/u.test(word) || isStopWord(word);

/** No stop word at either end and no repeated word: not `Light Light`, not `home audio set Home`. */
const isNounPhrase = (ngram: readonly string[]): boolean =>
  !isStopWord(ngram[0] ?? '') &&
  !isStopWord(ngram.at(-1) ?? '') &&
  new Set(ngram.map((word) => word.toLowerCase())).size === ngram.length;

type Counts = ReadonlyMap<string, number>;

const countNames = (
  items: readonly CatalogueItem[],
  namesFor: (item: CatalogueItem) => Iterable<string>,
  applyCasing: ApplyCasing,
): Counts => {
  const applyOnce = memoize(applyCasing);
  const list = (item: CatalogueItem) => new Set(Array.from(namesFor(item), (name) => applyOnce(name)));
  return countValues(items.values().flatMap(list));
};

/** A name, and how many products have exactly this name. */
type Combination = { readonly name: string; readonly products: number };

const takeMostFrequent = (counts: Counts, minimum: number, limit: number): Combination[] =>
  [...counts]
    .map(([name, products]) => ({ name, products }))
    .filter(({ products }) => products >= minimum)
    .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1))
    .slice(0, limit);

/** Drops n-grams that mostly occur inside a longer one, with a word before or after them. */
const dropPartialNgrams = (counts: Counts): Map<string, number> => {
  const extendedCounts = new Map<string, number>();
  const partialNgrams = new Set<string>();
  for (const [ngram, count] of counts) {
    const [beginning, end] = [ngram.slice(0, ngram.lastIndexOf(' ')), ngram.slice(ngram.indexOf(' ') + 1)];
    extendedCounts.set(beginning, (extendedCounts.get(beginning) ?? 0) + count);
    if (count >= combinationDefaults.partialShare * (counts.get(end) ?? Infinity)) partialNgrams.add(end);
  }
  const standsAlone = (ngram: string, count: number): boolean =>
    !partialNgrams.has(ngram) && (extendedCounts.get(ngram) ?? 0) < combinationDefaults.partialShare * count;
  return new Map([...counts].filter(([ngram, count]) => standsAlone(ngram, count)));
};

/** Brand × category, category × attribute and n-grams of names that are frequent enough in the catalogue. */
export const findCombinations = (
  { items }: Pick<Catalogue, 'items'>,
  language: string,
  applyCasing: ApplyCasing,
): Combination[] => {
  const { minimumProducts, minimumNgramProducts, nameLimit, ngramLimit } = combinationDefaults;
  const names = countNames(items, (item) => generateNames(item, language), applyCasing);
  const ngrams = countNames(items, (item) => generateNgrams(item, language), applyCasing);
  return [
    ...takeMostFrequent(names, minimumProducts, nameLimit),
    ...takeMostFrequent(dropPartialNgrams(ngrams), minimumNgramProducts, ngramLimit),
  ];
};

const maximumWords = 4;

/**
 * The phrase around a term in a product's name.
 *
 *   Sylvanian Families Triple Bunk Beds        bed     Bunk Beds
 *   Sylvanian Families Dining Room Set         room    Dining Room Set
 *   Angel Light Running Short                  light   Light Running Short
 *
 * The kind of product is usually the end of a name, or stands before a number, a punctuation mark or a word like
 * `for`. The brand is left out. A name without its brand mostly begins with a proper name, so the first word is
 * only used when the term is the last word.
 */
export const extractPhrasesAround = (
  item: Pick<CatalogueItem, 'name' | 'brand'> & Partial<CatalogueItem>,
  term: string,
  language: string,
): string[] => {
  const { name, brand } = item;
  const isBranded = brand !== null && name.toLowerCase().startsWith(`${brand.toLowerCase()} `);
  const parts = splitName(isBranded ? name.slice(brand.length) : name);
  const phrases = parts.flatMap((part, place) => {
    const beginsWithName = place === 0 && !isBranded;
    return part.flatMap((word, at) =>
      tokenize(word, language).includes(term) ? phraseAround(part, at, beginsWithName, language) : [],
    );
  });
  return phrases.filter((phrase) => isWholePart(phrase.split(' '), item, language));
};

const phraseAround = (part: readonly string[], at: number, beginsWithName: boolean, language: string) => {
  const withWordBefore = at > 1 || (at === 1 && (at === part.length - 1 || !beginsWithName));
  const start = withWordBefore ? at - 1 : at;
  const rest = part.slice(start);
  const phrase = rest.length <= maximumWords ? rest : part.slice(start, at + 2);
  return phrase.length > 1 && hasNoRepeatedWord(phrase, language) ? [phrase.join(' ')] : [];
};

const hasNoRepeatedWord = (phrase: readonly string[], language: string): boolean => {
  const words = phrase.flatMap((word) => tokenize(word, language));
  return new Set(words).size === words.length;
};

/** Splits a name at numbers, punctuation marks and words like `for`. */
const splitName = (name: string): string[][] => {
  const parts: string[][] = [[]];
  for (const token of splitIntoTokens(name))
    if (isWord(token) && !isStopWord(token)) parts.at(-1)?.push(token);
    else parts.push([]);
  return parts;
};
