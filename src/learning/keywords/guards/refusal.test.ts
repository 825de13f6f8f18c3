import { describe, expect, it } from 'vitest';
import { extractPhrasesAround } from '../catalogue/combinations.ts';
import { assignFold, heldOutPairs } from '../../../../evaluate/keywords/held-out.ts';
import type { BehaviourEvent } from '../log/event.ts';
import { findRefusal, findTextRefusal, type GuardOptions, type KeywordFacts } from './refusal.ts';

const options: GuardOptions = {
  shoppersAtLeast: 2,
  findUnsafe: () => null,
  findsProducts: null,
  hasClicks: true,
};
const keyword = (text: string, changes: Partial<KeywordFacts> = {}): KeywordFacts => ({
  displayText: text,
  text,
  shoppers: 5,
  clicked: true,
  ...changes,
});

describe('findRefusal', () => {
  it.each([
    ['red shoes', null],
    ['a', 'too short'],
    ['a b', null],
    ['write to a@b.example', 'e-mail address'],
    ['4111 1111 1111 1111', 'card number'],
    ['anna\u200b@\u200bmail.example', 'e-mail address'],
    ['DE89 3704 0044\u00ad 0532 0130 00', 'bank account'],
    ['Gartenw\u200beg 3', 'street address'],
  ])('of %s is %j', (text, expected) => {
    expect(findRefusal(keyword(text), options)).toBe(expected);
  });

  it('needs enough shoppers, and that first', () => {
    expect(findRefusal(keyword('shoes', { shoppers: 2 }), options)).toBeNull();
    expect(findRefusal(keyword('shoes', { shoppers: 1 }), options)).toBe('too few shoppers');
    expect(findRefusal(keyword('a', { shoppers: 1 }), options)).toBe('too few shoppers');
  });

  it('needs a click where nothing else is known, and the log has clicks', () => {
    expect(findRefusal(keyword('shoes', { clicked: false }), options)).toBe('finds no products');
    expect(findRefusal(keyword('shoes', { clicked: false }), { ...options, hasClicks: false })).toBeNull();
  });

  it('asks the catalogue where there is one, and then no click is needed', () => {
    const findsProducts = (text: string) => text === 'shoes';
    expect(findRefusal(keyword('shoes', { clicked: false }), { ...options, findsProducts })).toBeNull();
    expect(findRefusal(keyword('boots'), { ...options, findsProducts })).toBe('finds no products');
  });

  it('checks both spellings', () => {
    const both = keyword('mail me', { displayText: 'mail me: a@b.example' });
    expect(findTextRefusal(both, () => null)).toBe('e-mail address');
    const findUnsafe = (text: string) => (text.includes('bad') ? ('offensive' as never) : null);
    expect(findTextRefusal({ displayText: 'fine', text: 'bad' }, findUnsafe)).toBe('offensive');
    expect(findTextRefusal({ displayText: 'bad', text: 'fine' }, findUnsafe)).toBe('offensive');
  });
});

describe('extractPhrasesAround', () => {
  const phrases = (name: string, term: string, brand: string | null = null) =>
    extractPhrasesAround({ name, brand }, term, 'en');

  it.each<[string, string, string | null, string[]]>([
    ['Sylvanian Families Triple Bunk Beds', 'bed', 'Sylvanian Families', ['Bunk Beds']],
    ['Sylvanian Families Dining Room Set', 'room', 'Sylvanian Families', ['Dining Room Set']],
    ['Angel Light Running Short', 'light', null, ['Light Running Short']],
    ['Oak Table', 'table', null, ['Oak Table']],
    ['Table', 'table', null, []],
    ['Oak Table', 'chair', null, []],
    ['Case for Phone 12', 'case', null, []],
    ['Red Red Lamp', 'red', null, ['Red Lamp']],
  ])('of %s around %s (brand %s) is %j', (name, term, brand, expected) => {
    expect(phrases(name, term, brand)).toEqual(expected);
  });
});

describe('heldOutPairs', () => {
  const search = (shopper: string, at: number, query: string): BehaviourEvent => ({
    kind: 'search',
    shopper,
    at,
    query,
  });
  const click = (shopper: string, at: number, query: string): BehaviourEvent => ({
    kind: 'click',
    shopper,
    at,
    query,
    product: 'p',
  });
  const pairs = (...events: BehaviourEvent[]) =>
    heldOutPairs(events, { language: 'en', withinMs: 1000, folds: 5 }).map(
      ({ pattern, nextKey }) => `${pattern} > ${nextKey}`,
    );

  it('are a search and the next different one of the same shopper', () => {
    expect(pairs(search('a', 0, 'shoes'), search('b', 1, 'lamp'), search('a', 500, 'socks'))).toEqual([
      'shoes > sock',
    ]);
  });

  it('skip repeats and other spellings, and order by time', () => {
    expect(pairs(search('a', 9, 'lamp'), search('a', 0, 'red shoes'), search('a', 5, 'Shoes red'))).toEqual([
      'red shoes > lamp',
      'Shoes red > lamp',
    ]);
  });

  it('end where too much time passed', () => {
    expect(pairs(search('a', 0, 'shoes'), search('a', 1000, 'lamp'))).toHaveLength(1);
    expect(pairs(search('a', 0, 'shoes'), search('a', 1001, 'lamp'))).toEqual([]);
  });

  it('count clicks only where the log has no searches, and ignore blank searches', () => {
    expect(pairs(click('a', 0, 'shoes'), click('a', 1, 'lamp'))).toEqual(['shoes > lamp']);
    expect(pairs(search('a', 0, 'shoes'), click('a', 1, 'lamp'))).toEqual([]);
    expect(pairs(search('a', 0, '!'), search('a', 1, 'lamp'))).toEqual([]);
  });

  it('belong to the fold of their shopper, by MD5', () => {
    expect(assignFold('a', 5)).toBe(Number(BigInt('0x0cc175b9c0f1b6a831c399e269772661') % 5n));
    const folds = Array.from({ length: 200 }, (_, index) => assignFold(`shopper ${index}`, 4));
    expect(new Set(folds)).toEqual(new Set([0, 1, 2, 3]));
  });
});
