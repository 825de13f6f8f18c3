import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onlyValue, parseQuery } from './query.ts';

describe('parseQuery', () => {
  it.each<[string, Record<string, string[]>]>([
    ['', {}],
    ['&&', {}],
    ['a=1&b=2', { a: ['1'], b: ['2'] }],
    ['A=1&a=2', { a: ['1', '2'] }],
    ['a', { a: [''] }],
    ['a=', { a: [''] }],
    ['=x', { '': ['x'] }],
    ['a=b=c', { a: ['b=c'] }],
    ['a=b+c%2B', { a: ['b c+'] }],
    ['%61=%E2%82%AC', { a: ['€'] }],
    ['__proto__=1', { ['__proto__']: ['1'] }],
  ])('reads %j', (text, expected) => {
    const { values, malformed } = parseQuery(text);
    expect([...values]).toEqual(Object.entries(expected));
    expect(malformed.size).toBe(0);
  });

  it('notes names with a value that cannot be decoded, and ignores names that cannot', () => {
    const { values, malformed } = parseQuery('Good=1&bad=%zz&%zz=1&bad=2');
    expect([...values]).toEqual([
      ['good', ['1']],
      ['bad', ['2']],
    ]);
    expect([...malformed]).toEqual(['bad', '']);
  });

  it('gives back what URLSearchParams wrote', () => {
    const name = fc.string({ minLength: 1, maxLength: 10 });
    const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'grapheme', maxLength: 20 })), { maxLength: 6 });
    fc.assert(
      fc.property(pairs, (list) => {
        const { values, malformed } = parseQuery(new URLSearchParams(list).toString());
        const expected = new Map<string, string[]>();
        for (const [key, value] of list) {
          const lower = key.toLowerCase();
          expected.set(lower, [...(expected.get(lower) ?? []), value]);
        }
        expect(new Map(values)).toEqual(expected);
        expect(malformed.size).toBe(0);
      }),
    );
  });

  it('never throws, whatever the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(() => parseQuery(text)).not.toThrow();
      }),
    );
  });
});

describe('onlyValue', () => {
  it('is the value, or null when the parameter is absent', () => {
    const query = parseQuery('top=3');
    expect([onlyValue(query, 'Top'), onlyValue(query, 'page')]).toEqual(['3', null]);
  });

  it.each([
    ['a=1&A=2', 'a: given 2 times.'],
    ['a=%zz', 'a: is not valid percent-encoded UTF-8.'],
    ['a=1&a=%ff', 'a: is not valid percent-encoded UTF-8.'],
  ])('refuses %j', (text, message) => {
    expect(() => onlyValue(parseQuery(text), 'a')).toThrow(message);
  });
});
