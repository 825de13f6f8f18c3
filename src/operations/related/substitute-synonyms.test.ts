import { describe, expect, it } from 'vitest';
import { substituteSynonyms } from './substitute-synonyms.ts';

const groups = [
  ['trainers', 'sneakers'],
  ['hoodie', 'hooded sweatshirt'],
  ['Handbag', 'bag', 'purse'],
];

describe('substituteSynonyms', () => {
  it.each<[string, string[]]>([
    ['sneakers', ['trainers']],
    ['sneaker', ['trainers']],
    ['Red Sneakers', ['red trainers']],
    ['red hooded sweatshirts', ['red hoodie']],
    ['hoodie', ['hooded sweatshirt']],
    ['purse', ['handbag', 'bag']],
    ['red dress', []],
    ['', []],
  ])('%s', (pattern, expected) => {
    const found = substituteSynonyms(pattern, groups, 'en');
    expect(found.map((each) => each.pattern)).toEqual(expected);
  });

  it('replaces one group at a time and gives each result once', () => {
    expect(substituteSynonyms('Sneakers bag', groups, 'en')).toEqual([
      { pattern: 'trainers bag', replaced: 'sneakers' },
      { pattern: 'sneakers handbag', replaced: 'bag' },
      { pattern: 'sneakers purse', replaced: 'bag' },
    ]);
  });

  it('does nothing for a website without synonyms', () => {
    expect(substituteSynonyms('sneakers', [], 'en')).toEqual([]);
  });
});
