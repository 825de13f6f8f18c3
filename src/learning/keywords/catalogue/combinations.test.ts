import { describe, expect, it } from 'vitest';
import type { CatalogueItem } from './catalogue.ts';
import { findCombinations, generateNames, generateNgrams, isWord } from './combinations.ts';
import { splitIntoTokens } from './title-phrases.ts';
import { listCatalogueTerms } from '../single-word-entries.ts';

const item = (name: string, more: Partial<CatalogueItem> = {}): CatalogueItem => ({
  name,
  categories: [],
  brand: null,
  attributes: [],
  ...more,
});

describe('names of a product', () => {
  const names = (more: Partial<CatalogueItem>): string[] => [...generateNames(item('x', more), 'en')];

  it('are its categories, its brand, and brand and attributes with the category', () =>
    expect(names({ categories: ['Shoes/Boots'], brand: 'Alto', attributes: ['red', 'red'] })).toEqual([
      'Shoes',
      'Boots',
      'Alto',
      'Alto Boots',
      'red Boots',
    ]));

  it.each([
    ['Shoes', 'Running shoes', 'Running shoes'],
    ['Tees', 'tee', 'Tees'],
    ['Office chairs', 'office', 'Office chairs'],
    ['Tables', 'Side table oak', 'Side table oak'],
  ])('in %s, %s repeats no word: %s', (category, value, expected) =>
    expect(names({ categories: [category], attributes: [value] })).toContain(expected),
  );
});

describe('n-grams of a name', () => {
  const ngrams = (name: string): string[] => [...generateNgrams({ name })];

  it('are two to four words in a row', () =>
    expect(ngrams('Lever Arch File Black')).toEqual([
      'Lever Arch',
      'Arch File',
      'File Black',
      'Lever Arch File',
      'Arch File Black',
      'Lever Arch File Black',
    ]));

  it('do not cross numbers and punctuation, begin or end with a stop word, or repeat a word', () => {
    expect(ngrams('Sensor 155 Rack')).toEqual([]);
    expect(ngrams('Lamp, Shade')).toEqual([]);
    expect(ngrams('Case for Phone')).toEqual(['Case for Phone']);
    expect(ngrams('Light Light')).toEqual([]);
  });

  it('have words of at least three letters', () => {
    expect(['Gb', 'V7', 'for', 'Arch'].map(isWord)).toEqual([false, false, true, true]);
    expect(splitIntoTokens('A-B (c)')).toEqual(['A-B', '(', 'c', ')']);
  });
});

describe('combinations of a catalogue', () => {
  const keep = (phrase: string): string => phrase;
  const find = (items: CatalogueItem[]) =>
    new Map(findCombinations({ items }, 'en', keep).map(({ name, products }) => [name, products]));

  it('need two products for a name and three for an n-gram', () => {
    const found = find([
      item('Mug Blue Steel', { brand: 'Alto', categories: ['Mugs'] }),
      item('Pan Blue Steel', { brand: 'Alto', categories: ['Pans'] }),
      item('Pot Blue Steel', { brand: 'Beta', categories: ['Mugs'] }),
    ]);
    expect(found.get('Blue Steel')).toBe(3);
    expect(found.get('Alto')).toBe(2);
    expect(found.get('Mugs')).toBe(2);
    expect(found.has('Beta')).toBe(false);
    expect(found.has('Mug Blue')).toBe(false);
  });

  it('leave out n-grams that mostly occur inside longer ones', () => {
    const found = find(['Red', 'Blue', 'Grey', 'Green'].map((colour) => item(`${colour} Lever Arch File`)));
    expect(found.has('Lever Arch File')).toBe(true);
    expect(found.has('Lever Arch')).toBe(false);
    expect(found.has('Arch File')).toBe(false);
  });

  it('count names after the casing was applied', () => {
    const lower = (phrase: string): string => phrase.toLowerCase();
    const items = [item('a', { categories: ['Mugs'] }), item('b', { categories: ['MUGS'] })];
    expect(findCombinations({ items }, 'en', lower)).toEqual([{ name: 'mugs', products: 2 }]);
  });
});

it('terms are content words of the catalogue, those of most products first', () => {
  const words = new Map([
    ['lamp', new Set([1, 2])],
    ['desk', new Set([1, 2, 3])],
    ['for', new Set([1, 2, 3, 4])],
    ['7', new Set([1])],
    ['x', new Set([1])],
    ['arm', new Set([1, 2])],
  ]);
  expect(listCatalogueTerms({ words })).toEqual(['desk', 'arm', 'lamp']);
});
