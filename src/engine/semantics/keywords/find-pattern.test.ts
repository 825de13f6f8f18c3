import { describe, expect, it } from 'vitest';
import { createPatterns, type TestPattern } from '../../../../test/support/keywords/patterns-in-memory.ts';
import { findPattern } from './find-pattern.ts';

const findIn = (known: readonly (TestPattern | string)[], typed: string, language = 'en'): string | null => {
  const given = known.map((each) => (typeof each === 'string' ? { text: each, popularity: 1 } : each));
  const { patterns } = createPatterns(given, language);
  const found = findPattern(patterns, typed);
  return found < 0 ? null : patterns.forms.at(found);
};

describe('findPattern', () => {
  it.each([
    ['the pattern itself', ['red dress', 'dress'], 'red dress', 'red dress'],
    ['upper case', ['red dress'], 'RED Dress', 'red dress'],
    ['a plural', ['red dress', 'mug'], 'mugs', 'mug'],
    ['punctuation and blanks', ['red dress'], '  red,   dress! ', 'red dress'],
    ['words in another order', ['dress red'], 'red dress', 'dress red'],
    ['one wrong letter in a long word', ['jacket'], 'jackat', 'jacket'],
    ['a missing letter', ['jacket'], 'jackt', 'jacket'],
    ['two letters swapped', ['jacket'], 'jakcet', 'jacket'],
    ['two wrong letters in a very long word', ['headphones'], 'haedphonse', 'headphone'],
    ['a letter held too long', ['mug'], 'mugg', 'mug'],
    ['the last letter of a plural held', ['boot'], 'bootss', 'boot'],
    ['a typing error that looks like a plural', ['dress'], 'drses', 'dress'],
    ['two words written as one', ['smart watch'], 'smartwatch', 'smart watch'],
    ['one word written as two', ['smartwatch'], 'smart watch', 'smartwatch'],
    ['nothing that is known', ['jacket'], 'lamp', null],
    ['an empty text', ['jacket'], '', null],
    ['only signs', ['jacket'], '!?&', null],
    ['a short word with a wrong letter', ['cold'], 'gold', null],
    ['two edits in a short word of several', ['running short'], 'running shoe', null],
  ] as const)('%s', (_, known, typed, expected) => {
    expect(findIn(known, typed)).toBe(expected);
  });

  it('prefers the same words to a correction', () => {
    expect(findIn(['jackets', 'jackel'], 'jackel')).toBe('jackel');
  });

  it('does not correct a pattern of known words to another of known words', () => {
    const known = ['cold case', 'gold ring', 'phone case'];
    expect(findIn(known, 'gold case')).toBeNull();
    expect(findIn([...known, 'goldcase'], 'gold case')).toBe('goldcase');
  });

  it('changes the first letter only towards a pattern that shoppers search for', () => {
    expect(findIn([{ text: 'pamper', popularity: 0 }], 'camper')).toBeNull();
    expect(findIn([{ text: 'pamper', popularity: 3 }], 'camper')).toBe('pamper');
    expect(findIn([{ text: 'camper', popularity: 0 }], 'campet')).toBe('camper');
  });

  it('takes the most popular of several orders of words and of several corrections', () => {
    const orders = [
      { text: 'shoe red leather', popularity: 2 },
      { text: 'leather red shoe', popularity: 9 },
    ];
    expect(findIn(orders, 'red leather shoe')).toBe('leather red shoe');
    const corrections = [
      { text: 'basket', popularity: 1 },
      { text: 'casket', popularity: 4 },
    ];
    expect(findIn(corrections, 'dasket')).toBe('casket');
  });

  it.each([
    ['de', ['kleid'], 'Kleider', 'kleid'],
    ['de', ['tür'], 'TÜR', 'tur'],
    ['fr', ['chapeau'], 'chapeaux', 'chapeau'],
    ['es', ['pantalon'], 'pantalones', 'pantalon'],
    ['tr', ['ışık'], 'IŞIK', 'isik'],
  ] as const)('follows the rules of %s', (language, known, typed, expected) => {
    expect(findIn(known, typed, language)).toBe(expected);
  });
});
