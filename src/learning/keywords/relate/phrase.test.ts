import { describe, expect, it } from 'vitest';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { dropPartialPhrases } from './fuse-suggestions.ts';
import { joinWithoutSpaces, mergeSpellings, phraseKey, isSamePhrase } from './phrase.ts';

const compare = (text: string) => {
  const words = text.split(' ');
  return { words, key: phraseKey(words), unspaced: joinWithoutSpaces(words) };
};

describe('merging spellings', () => {
  const merge = (...spellings: [text: string, popularity: number, products?: number][]) =>
    mergeSpellings(
      spellings.map(([displayText, popularity, products]) => ({
        displayText,
        popularity,
        ...(products !== undefined && { products }),
      })),
      'en',
    ).map(({ best, popularity, words }) => [best.displayText, popularity, words.join(' ')]);

  it('joins plurals, word order and spaces, and shows the most used spelling', () => {
    expect(merge(['Red Shoes', 5], ['shoe red', 9], ['redshoe', 1])).toEqual([['shoe red', 15, 'shoe red']]);
    expect(merge(['t-shirt', 3], ['tshirts', 4])).toEqual([['tshirts', 7, 'tshirt']]);
  });

  it('breaks ties by the number of products, then by the text, whatever the order', () => {
    expect(merge(['Shoes', 0, 2], ['shoe', 0, 5])).toEqual(merge(['shoe', 0, 5], ['Shoes', 0, 2]));
    expect(merge(['Shoes', 0, 2], ['shoe', 0, 5])[0]?.[0]).toBe('shoe');
    expect(merge(['b shoes', 1], ['shoes b', 1])[0]?.[0]).toBe('b shoes');
  });

  it('skips texts without words', () => expect(merge(['!!!', 4], ['hat', 1])).toEqual([['hat', 1, 'hat']]));
});

describe('the same phrase', () => {
  it.each([
    ['red shoe', 'shoe red'],
    ['t shirt', 'tshirt'],
    ['running shoe', 'runing shoe'],
    ['leather jacket', 'leather jackets'],
  ])('%s and %s', (a, b) => expect(isSamePhrase(compare(a), compare(b))).toBe(true));

  it.each([
    ['red bag', 'red rag'],
    ['iphone 12', 'iphone 13'],
    ['model a1234', 'model a1235'],
    ['red shoe', 'red shoe laces'],
    ['leather jacket', 'leathers jackets'],
    ['summer dress', 'winter dress'],
  ])('is not %s and %s', (a, b) => expect(isSamePhrase(compare(a), compare(b))).toBe(false));
});

describe('dropping partial phrases', () => {
  const suggestion = (text: string): Suggestion => ({
    text,
    displayText: text,
    score: 1,
    direction: 'next',
    evidence: [],
  });
  const drop = (limit: number, ...texts: string[]): string[] =>
    dropPartialPhrases(texts.map(suggestion), limit).map(({ text }) => text);

  it('keeps the better of two where one holds all words of the other', () => {
    expect(drop(9, 'lever arch file', 'arch file', 'box file')).toEqual(['lever arch file', 'box file']);
    expect(drop(9, 'arch file', 'lever arch file')).toEqual(['arch file']);
    expect(drop(9, 'file arch', 'arch file')).toEqual(['file arch']);
  });

  it('stops at the limit', () => expect(drop(2, 'a', 'b', 'c')).toEqual(['a', 'b']));
});
