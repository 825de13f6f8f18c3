import { isStopWord } from '../../../domain/stop-words.ts';
import type { CatalogueItem } from './catalogue.ts';

/*
 * Feeds mix upper and lower case: `leather` is a value, `Trainers` a category, `home audio set` a part of a title.
 * Keywords are shown in one casing:
 *
 *   with searches       leather trainers, Nike trainers    lower case as shoppers type, brands as in the catalogue
 *   without searches    Leather Trainers, Nike Trainers    headings
 *   in German           Rote Stiefel, Nike Turnschuhe      always as in the catalogue
 *
 * Capitals are removed only when shoppers mostly type without them: whether a word is a proper name cannot be
 * seen from the word.
 */
export type ApplyCasing = (phrase: string) => string;

export const createCasing = (
  items: readonly Pick<CatalogueItem, 'brand' | 'categories'>[],
  searchedTexts: readonly string[],
  language: string,
): ApplyCasing => {
  const brandAt = createBrandFinder(items);
  // German nouns have capitals wherever they stand.
  const isLower = areMostlyLowerCase(searchedTexts) && !/^de\b/i.test(language);
  const caseWord = (word: string, position: number): string => {
    if (hasInnerCapitalOrDigit(word)) return word;
    if (isLower) return word.toLocaleLowerCase(language);
    // English capitalises every word but stop words; other languages only the first word, and keep other capitals.
    const keepsCase = position > 0 && (isStopWord(word) || !/^en\b/i.test(language));
    return keepsCase ? word : word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);
  };
  return (phrase) => {
    const words = phrase.split(' ');
    const cased: string[] = [];
    while (cased.length < words.length)
      cased.push(...(brandAt(words, cased.length) ?? [caseWord(words[cased.length] ?? '', cased.length)]));
    return cased.join(' ');
  };
};

/** Searches are mostly lower case; some exports contain headings instead. */
const areMostlyLowerCase = (searchedTexts: readonly string[]): boolean =>
  searchedTexts.filter((text) => text === text.toLowerCase()).length > searchedTexts.length / 2;

/** A capital or a digit inside: `USB`, `LaserJet`, `iPhone`, `V7`. */
const hasInnerCapitalOrDigit = (word: string): boolean => /\d|\p{L}.*\p{Lu}/u.test(word);

const wordsPerBrand = 4;

/**
 * The brand at this position in its own spelling. After the first word, a word that also occurs in a category is not
 * taken for a brand: `oak office chair`.
 */
const createBrandFinder = (items: readonly Pick<CatalogueItem, 'brand' | 'categories'>[]) => {
  const brands = new Map<string, readonly string[]>();
  for (const { brand } of items)
    if (brand !== null && !brands.has(brand.toLowerCase())) brands.set(brand.toLowerCase(), brand.split(' '));
  const categoryWords = new Set(items.flatMap(({ categories }) => categories).flatMap(splitPath));
  return (words: readonly string[], position: number): readonly string[] | null => {
    for (let length = Math.min(wordsPerBrand, words.length - position); length > 0; length--) {
      const found = words.slice(position, position + length).join(' ');
      const text = found.toLowerCase();
      const brand = brands.get(text);
      if (brand !== undefined && (position === 0 || !categoryWords.has(text))) return brand;
    }
    return null;
  };
};

const splitPath = (path: string): string[] => path.toLowerCase().split(/[/\s]+/);
