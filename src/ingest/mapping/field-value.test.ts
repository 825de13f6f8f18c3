import { describe, expect, it } from 'vitest';
import type { FieldType } from '../../domain/dataset.ts';
import type { RawValue } from '../formats/feed.ts';
import { type Separator, toFieldValue } from './field-value.ts';
import { createSaleReader, isSaleActive } from './mapping.ts';

const convert = (type: FieldType, value: RawValue | undefined, separator: Separator = '>') =>
  toFieldValue({ type }, separator, value);

describe('toFieldValue', () => {
  it.each<[RawValue | undefined, unknown]>([
    ['red', 'red'],
    ['  red ', 'red'],
    ['', null],
    ['   ', null],
    [5, '5'],
    [0, '0'],
    [false, 'false'],
    [
      ['red', ' red ', 'blue', ''],
      ['red', 'blue'],
    ],
    [['red'], 'red'],
    [[], null],
    [null, null],
    [undefined, null],
    [{ a: 1 }, null],
    ['e\u0301', 'é'],
  ])('text: %j is %j', (value, expected) => {
    expect(convert('text', value)).toEqual(expected);
  });

  it.each<[RawValue | undefined, unknown]>([
    ['a', ['a']],
    [
      ['b', 'a', 'b'],
      ['b', 'a'],
    ],
    [
      [1, true, 'x', null, { y: 1 }],
      [1, true, 'x'],
    ],
    [
      [38, '38', ' 39 ', 39, 39.5, false],
      [38, '39', 39.5, false],
    ],
    ['', null],
    [[], null],
  ])('list: %j is %j', (value, expected) => {
    expect(convert('list', value)).toEqual(expected);
  });

  it.each<[RawValue | undefined, unknown]>([
    [5, 5],
    [0, 0],
    [-2.5, -2.5],
    ['-2.5', -2.5],
    ['19.99', 19.99],
    ['19,99 €', 19.99],
    ['1.234,50', 1234.5],
    ['EUR 7', 7],
    ['ask us', null],
    ['', null],
    [NaN, null],
    [Infinity, null],
    [true, null],
    [['3', '4'], 3],
    [[], null],
    ['--3', null],
  ])('number: %j is %j', (value, expected) => {
    expect(convert('number', value)).toEqual(expected);
  });

  it('multiplies by the scale without a tail of digits', () => {
    expect(toFieldValue({ type: 'number', scale: 0.01 }, '>', 4995)).toBe(49.95);
    expect(toFieldValue({ type: 'number', scale: 0.01 }, '>', '107')).toBe(1.07);
    expect(toFieldValue({ type: 'number', scale: 0.1 }, '>', 3)).toBe(0.3);
  });

  it.each<[string, Separator, string | string[] | null]>([
    ['Shoes > Boots', '>', 'Shoes/Boots'],
    ['Shoes|Boots', '|', 'Shoes/Boots'],
    ['Shoes / Boots', '/', 'Shoes/Boots'],
    ['Hats/Caps > Wool', '>', 'Hats-Caps/Wool'],
    ['> Shoes > > Boots >', '>', 'Shoes/Boots'],
    [' > ', '>', null],
  ])('path: %j by %s is %j', (value, separator, expected) => {
    expect(convert('path', value, separator)).toEqual(expected);
  });

  it('keeps several paths once each', () => {
    expect(convert('path', ['A > B', 'A>B', 'C'])).toEqual(['A/B', 'C']);
  });

  it.each<[RawValue, unknown]>([
    [true, true],
    [false, false],
    ['yes', true],
    ['no', false],
    ['maybe', null],
  ])('boolean: %j is %j', (value, expected) => {
    expect(convert('boolean', value)).toBe(expected);
  });
});

describe('createSaleReader', () => {
  const read = (row: Record<string, RawValue>, scale?: number) =>
    createSaleReader(Object.keys(row), scale)(row);
  const instant = (text: string) => Date.parse(text);

  it('finds no sale where the feed has no column of one', () => {
    expect(read({ id: 'a', price: '5' })).toBeNull();
  });

  it('reads price and period of one column', () => {
    expect(
      read({ sale_price: '4.50 EUR', sale_price_effective_date: '2026-01-01T00:00Z/2026-02-01T12:00Z' }),
    ).toEqual({ price: 4.5, fromMs: instant('2026-01-01T00:00Z'), toMs: instant('2026-02-01T12:00Z') });
  });

  it('has no end and no start where there is none', () => {
    expect(read({ sale_price: '4' })).toEqual({ price: 4, fromMs: -Infinity, toMs: Infinity });
  });

  it('reads no sale from a blank price', () => {
    expect(read({ sale_price: '' })).toBeNull();
    expect(read({ sale_price: 'soon' })).toBeNull();
  });

  it('scales the price as the price itself', () => {
    expect(read({ sale_price: 450 }, 0.01)).toMatchObject({ price: 4.5 });
  });

  it('counts the whole last day where the end has no time', () => {
    const sale = read({ sale_price: '4', sale_price_effective_date: '2026-01-01/2026-01-31' });
    if (!sale) throw new Error('There is a sale.');
    expect(isSaleActive(sale, instant('2026-01-31T23:59:59.999Z'))).toBe(true);
    expect(isSaleActive(sale, instant('2026-02-01T00:00:00Z'))).toBe(false);
    expect(isSaleActive(sale, instant('2026-01-01T00:00:00Z'))).toBe(true);
    expect(isSaleActive(sale, instant('2025-12-31T23:59:59.999Z'))).toBe(false);
  });

  it('is never active when a date cannot be read', () => {
    const sale = read({ sale_price: '4', sale_price_effective_date: 'next week/2999-01-01' });
    if (!sale) throw new Error('There is a sale.');
    expect(isSaleActive(sale, instant('2026-01-01T00:00Z'))).toBe(false);
  });
});
