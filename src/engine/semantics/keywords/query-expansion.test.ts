import { describe, expect, it } from 'vitest';
import { createPatterns, type TestPattern } from '../../../../test/support/keywords/patterns-in-memory.ts';
import { contentWords, hasEnoughLetters } from './patterns.ts';
import { resolveWord } from './query-expansion.ts';

const resolve = (known: readonly (string | TestPattern)[], word: string, language = 'en') => {
  const given = known.map((each) => (typeof each === 'string' ? { text: each, popularity: 1 } : each));
  return resolveWord(createPatterns(given, language).patterns, word);
};

describe('resolveWord', () => {
  it.each([
    ['a known word stands for itself', ['red sofa'], 'sofa', 'sofa', true],
    ['a number at the end is dropped', ['iphone case'], 'iphone4', 'iphone', true],
    ['not from two letters', ['tv stand'], 'tv4', 'tv4', false],
    ['a stem of at least six letters', ['comfort blanket'], 'comforters', 'comfort', true],
    ['no stem of five letters', ['sleep mask'], 'sleeping', 'sleeping', false],
    ['no stem below the share of the word', ['garden'], 'gardenmaintenance', 'gardenmaintenance', false],
    ['the longest stem', ['waterproof', 'waterproofing kit'], 'waterproofings', 'waterproofing', true],
    ['one typing error from six letters on', ['jacket'], 'jackat', 'jacket', true],
    ['none in five letters', ['shirt'], 'shrit', 'shrit', false],
    ['two typing errors from ten letters on', ['headphones'], 'haedphonse', 'headphone', true],
    ['no typing error in the first letter', ['jacket'], 'packet', 'packet', false],
    ['a number is no word to look up', ['halo 3'], '3', '3', false],
    ['nor is a single letter', ['t shirt'], 't', 't', false],
    ['an unknown word stays', ['jacket'], 'lampshade', 'lampshade', false],
  ] as const)('%s', (_, known, word, expected, retrieves) => {
    expect(resolve(known, word)).toEqual({ word: expected, retrieves });
  });

  it('finds the end of a compound only in languages that write compounds as one word', () => {
    expect(resolve(['sofa'], 'schlafsofa', 'de')).toEqual({ word: 'sofa', retrieves: true });
    expect(resolve(['sofa'], 'schlafsofa', 'de-AT')).toEqual({ word: 'sofa', retrieves: true });
    expect(resolve(['bank'], 'slaapbank', 'nl')).toEqual({ word: 'bank', retrieves: true });
    expect(resolve(['sofa'], 'schlafsofa', 'en')).toEqual({ word: 'schlafsofa', retrieves: false });
    expect(resolve(['uhr'], 'wanduhr', 'de')).toEqual({ word: 'wanduhr', retrieves: false });
  });

  it('does not retrieve by a correction that nobody searches for', () => {
    const chess = [{ text: 'chess set', popularity: 0 }];
    expect(resolve(chess, 'chesss')).toEqual({ word: 'chess', retrieves: false });
    expect(resolve([{ text: 'chess set', popularity: 2 }], 'chesss')).toEqual({
      word: 'chess',
      retrieves: true,
    });
  });

  it('takes the correction that most patterns contain', () => {
    const known = ['basker', 'basked wood', 'basked bread', 'basked'];
    expect(resolve(known, 'baskep').word).toBe('basked');
  });
});

describe('contentWords', () => {
  it.each([
    ['dress with the belt', ['dress', 'belt']],
    ['kleid mit gurtel', ['kleid', 'gurtel']],
    ['with', []],
    ['', []],
    ['red red shoe', ['red', 'shoe']],
  ])('of "%s"', (form, expected) => {
    expect([...contentWords(form)]).toEqual(expected);
  });
});

describe('hasEnoughLetters', () => {
  it.each([
    ['sofa', true],
    ['tv', true],
    ['x', false],
    ['3', false],
    ['2024', false],
    ['4k', true],
    ['あお', true],
    ['', false],
  ])('of "%s" is %s', (word, expected) => {
    expect(hasEnoughLetters(word)).toBe(expected);
  });
});
