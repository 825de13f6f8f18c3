import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Product } from '../../../domain/product.ts';
import {
  chooseVocabulary,
  createWordVector,
  identifyWords,
  addFamilyWords,
  wordsOf,
  sharedWords,
  splitTitle,
} from './words.ts';

const createProduct = (identifier: string, groupId: string | null, displayText: string): Product => ({
  identifier,
  displayText,
  url: `https://shop.example/${identifier}`,
  price: null,
  currency: null,
  images: [],
  groupId,
  available: true,
  fields: {},
});

describe('words of a title', () => {
  it.each([
    ['Chaz Hoodie-XS-Black', ['chaz', 'hoodie', 'black']],
    ['Running Shorts, Running', ['running', 'short']],
    ['Dress with glass', ['dress', 'with', 'glass']],
    ['Kissen für Möbel 40x40', ['kissen', 'für', 'möbel']],
    ['ＷＩＤＥ Ｔｅｅｓ', ['wide', 'tee']],
    ['Футболка красная', ['футболка', 'красная']],
    ['12 x 34', []],
    ['', []],
  ])('%j are %j', (title, words) => {
    expect(splitTitle(title)).toEqual(words);
  });

  it('are each named once, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (title) => {
        const words = splitTitle(title);
        expect(new Set(words).size).toBe(words.length);
      }),
    );
  });

  it('of a family are those that all variants share', () => {
    const words = new Map<string, readonly string[]>();
    addFamilyWords(words, createProduct('a1', 'a', 'Hero Hoodie Black'));
    addFamilyWords(words, createProduct('a2', 'a', 'Hero Hoodie Red'));
    const alone = createProduct('b', null, 'Red Lamp');
    addFamilyWords(words, alone);
    expect([...words]).toEqual([['a', ['hero', 'hoodie']]]);
    expect(wordsOf(words, createProduct('a3', 'a', 'Hero Hoodie Blue'))).toEqual(['hero', 'hoodie']);
    expect(wordsOf(words, alone)).toEqual(['red', 'lamp']);
    expect(sharedWords(['Hero Hoodie Black', 'Hero Hoodie Red'])).toEqual(words.get('a'));
    expect(sharedWords([])).toEqual([]);
  });
});

describe('the vocabulary', () => {
  const titles = [
    ['hero', 'hoodie', 'shop'],
    ['zip', 'hoodie', 'shop'],
    ['hero', 'hoodie', 'shop'],
    ['shop'],
  ];

  it('has words of at least two titles, but not of all, most frequent first', () => {
    const vocabulary = chooseVocabulary(titles);
    expect(vocabulary?.words).toEqual(['hoodie', 'hero']);
    expect(vocabulary?.weights[1]).toBeCloseTo(Math.log(2));
    expect(vocabulary?.weights[0]).toBeLessThan(vocabulary?.weights[1] ?? 0);
  });

  it.each([[[]], [[['one'], ['two']]], [[['same'], ['same']]]])('is null for %j', (given) => {
    expect(chooseVocabulary(given)).toBeNull();
  });

  it('is limited, and does not depend on the order of titles', () => {
    const many = Array.from({ length: 900 }, (_, at) => [`word${at % 300}`, `frequent${at % 10}`]);
    const [forth, back] = [many, [...many].reverse()].map(chooseVocabulary);
    expect(forth).toEqual(back);
    expect(forth?.words).toHaveLength(256);
    expect(forth?.words[0]).toBe('frequent0');
  });

  it('gives vectors of unit length, or zeros without a known word', () => {
    const vocabulary = chooseVocabulary(titles);
    if (vocabulary === null) throw new Error('no vocabulary');
    expect(Math.hypot(...createWordVector(vocabulary, ['hero', 'hoodie', 'new']))).toBeCloseTo(1);
    expect([...createWordVector(vocabulary, ['new'])]).toEqual([0, 0]);
  });

  it('tells titles apart by known words alone', () => {
    const vocabulary = chooseVocabulary(titles);
    if (vocabulary === null) throw new Error('no vocabulary');
    const name = (...words: string[]) => identifyWords(vocabulary, words);
    expect(name('hoodie', 'hero')).toBe(name('hero', 'new', 'hoodie'));
    expect(name('hoodie')).not.toBe(name('hero'));
    expect(name()).toMatch(/^[0-9a-f]{8}$/);
  });
});
