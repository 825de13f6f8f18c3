import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../domain/filter.ts';
import { matchesFilter, type ReadField } from './match-filter.ts';

const row: ReadField = (field) => {
  switch (field) {
    case 'price':
      return { type: 'number', values: [42] };
    case 'sizes':
      return { type: 'list', values: ['S', 'M'] };
    case 'sale':
      return { type: 'boolean', values: [true] };
    case 'colour':
      return { type: 'text', values: ['red'] };
    case 'weight':
      return { type: 'number', values: [] };
    default:
      return null;
  }
};
const compare = (
  field: string,
  comparison: 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le',
  value: string | number | boolean,
): Filter => ({ kind: 'compare', field, comparison, value });

describe('matchesFilter', () => {
  it.each<[string, Filter, boolean]>([
    ['a number equals a text constant of the same value', compare('price', 'eq', '42'), true],
    ['a constant that is no number matches nothing', compare('price', 'eq', 'dear'), false],
    ['a blank constant is not zero', compare('price', 'ge', ' '), false],
    ['a flag is not a number', compare('price', 'eq', true), false],
    ['its opposite matches everything', compare('price', 'ne', 'dear'), true],
    ['above', compare('price', 'gt', 41), true],
    ['not above itself', compare('price', 'gt', 42), false],
    ['at least itself', compare('price', 'ge', 42), true],
    ['below', compare('price', 'lt', 43), true],
    ['at most', compare('price', 'le', 41), false],
    ['one value of a list is enough', compare('sizes', 'eq', 'M'), true],
    ['ne is the opposite of eq, not another value', compare('sizes', 'ne', 'M'), false],
    ['a flag equals its name', compare('sale', 'eq', 'true'), true],
    ['flags have no order', compare('sale', 'ge', false), false],
    ['a row without a value passes ne', compare('weight', 'ne', 1), true],
    ['a row without a value passes nothing else', compare('weight', 'lt', 99), false],
    ['an unknown field passes ne', compare('nowhere', 'ne', 'x'), true],
    ['an unknown field passes nothing else', compare('nowhere', 'eq', 'x'), false],
    ['one of several', { kind: 'in', field: 'colour', values: ['blue', 'red'] }, true],
    ['one of none', { kind: 'in', field: 'colour', values: [] }, false],
  ])('%s', (_, filter, expected) => {
    expect(matchesFilter(filter, row)).toBe(expected);
  });

  it('combines parts, and an empty conjunction passes', () => {
    const [yes, no] = [compare('price', 'eq', 42), compare('price', 'eq', 1)];
    expect(matchesFilter(null, row)).toBe(true);
    expect(matchesFilter({ kind: 'and', parts: [] }, row)).toBe(true);
    expect(matchesFilter({ kind: 'or', parts: [] }, row)).toBe(false);
    expect(matchesFilter({ kind: 'and', parts: [yes, no] }, row)).toBe(false);
    expect(matchesFilter({ kind: 'or', parts: [no, yes] }, row)).toBe(true);
    expect(matchesFilter({ kind: 'not', part: no }, row)).toBe(true);
  });
});
