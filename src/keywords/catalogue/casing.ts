import { isStopWord } from '../../domain/stop-words.ts';
import type { CatalogueItem } from './catalogue.ts';

/*
 * A feed is written by many hands: `leather` is a value, `Trainers` a category, `home audio set` a piece of a title.
 * A list of keywords reads as if one hand wrote it:
 *
 *   where shoppers search       leather trainers, Nike trainers    as they type, names as the catalogue has them
 *   where nobody has searched   Leather Trainers, Nike Trainers    as headings are written
 *
 * Capitals are lost only where shoppers do without them: that a word is no name cannot be seen from it.
 */
export type ApplyCasing = (phrase: string) => string;

type Writes = (word: string, place: number) => string;

export const createCasing = (
  items: readonly Pick<CatalogueItem, 'brand' | 'categories'>[],
  searched: readonly string[],
  language: string,
): ApplyCasing => {
  const brandAt = createBrandFinder(items);
  const write = areTyped(searched) ? lowered(language) : raised(language);
  return (phrase) => {
    const words = phrase.split(' ');
    const written: string[] = [];
    while (written.length < words.length) {
      const place = written.length;
      const word = words[place] ?? '';
      written.push(...(brandAt(words, place) ?? [isName(word) ? word : write(word, place)]));
    }
    return written.join(' ');
  };
};

/** Shoppers rarely reach for the shift key; an export of headings is another matter. */
const areTyped = (searched: readonly string[]): boolean =>
  searched.filter((text) => text === text.toLowerCase()).length > searched.length / 2;

/** A capital or a digit inside: `USB`, `LaserJet`, `iPhone`, `V7`. */
const isName = (word: string): boolean => /\d|\p{L}.*\p{Lu}/u.test(word);

const lowered =
  (language: string): Writes =>
  (word) =>
    word.toLocaleLowerCase(language);

/** Other languages than English write a capital where a phrase begins, and where a noun needs it. */
const raised =
  (language: string): Writes =>
  (word, place) => {
    const stays = place > 0 && (isStopWord(word) || !/^en\b/i.test(language));
    return stays ? word : word.slice(0, 1).toLocaleUpperCase(language) + word.slice(1);
  };

type BrandFinder = (words: readonly string[], place: number) => readonly string[] | null;

const wordsPerBrand = 4;

/** The brand that stands here, as it writes itself. Inside a phrase a word of a category is no brand: `office chair`. */
const createBrandFinder = (items: readonly Pick<CatalogueItem, 'brand' | 'categories'>[]): BrandFinder => {
  const brands = new Map<string, readonly string[]>();
  for (const { brand } of items)
    if (brand !== null && !brands.has(brand.toLowerCase())) brands.set(brand.toLowerCase(), brand.split(' '));
  const common = new Set(items.flatMap(({ categories }) => categories).flatMap(wordsOfPath));
  return (words, place) => {
    for (let length = Math.min(wordsPerBrand, words.length - place); length > 0; length--) {
      const text = words
        .slice(place, place + length)
        .join(' ')
        .toLowerCase();
      const brand = brands.get(text);
      if (brand !== undefined && (place === 0 || !common.has(text))) return brand;
    }
    return null;
  };
};

const wordsOfPath = (path: string): string[] => path.toLowerCase().split(/[/\s]+/);
