import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../domain/filter-text.ts';
import { nullIfEmpty, presentFilters } from './wire-filters.ts';
import { parseOrderBy } from './orderby.ts';

const present = (text: string) => {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return presentFilters(parsed.filter);
};

describe('presentFilters', () => {
  it.each<[string, [string, number | null, number | null][], [string, string[]][]]>([
    ['price lt 5', [['price', null, 5]], []],
    ['price gt 1 and price lt 5 and price ge 2', [['price', 2, 5]], []],
    ['price ge 4 and price eq 3', [['price', 4, 3]], []],
    [
      'a gt 1 and b le 2',
      [
        ['a', 1, null],
        ['b', null, 2],
      ],
      [],
    ],
    ["c in ('x', 'y')", [], [['c', ['x', 'y']]]],
    ["c eq 'x' or (c eq 'y' or c in ('x'))", [], [['c', ['x', 'y']]]],
    ["c eq 'x' or d eq 'y'", [], []],
    ["c ne 'x'", [], []],
    ["not (c eq 'x') and price lt 5", [['price', null, 5]], []],
    ['sale eq true', [], [['sale', ['true']]]],
  ])('%s', (text, ranges, terms) => {
    expect(present(text)).toEqual({
      rangeFilters: nullIfEmpty(ranges.map(([name, min, max]) => ({ name, min, max }))),
      termFilters: nullIfEmpty(terms.map(([name, values]) => ({ name, values }))),
    });
  });

  it('is empty without a filter', () => {
    expect(presentFilters(null)).toEqual({ rangeFilters: null, termFilters: null });
  });
});

describe('parseOrderBy', () => {
  it.each([
    ['price', [{ field: 'price', order: 'asc' }]],
    ['price DESC', [{ field: 'price', order: 'desc' }]],
    [
      ' [unit price] desc , name ',
      [
        { field: 'unit price', order: 'desc' },
        { field: 'name', order: 'asc' },
      ],
    ],
    ['desc', [{ field: 'desc', order: 'asc' }]],
  ])('%j', (text, expected) => {
    expect(parseOrderBy(text)).toEqual(expected);
  });

  it.each([
    ['', 'a field name is missing'],
    ['price,', 'a field name is missing'],
    ['a,b,c,d,e', '5 fields are too many'],
    ['a,b,a desc', '"a" stands there twice'],
  ])('refuses %j', (text, problem) => {
    expect(() => parseOrderBy(text)).toThrow(`orderby: ${problem}.`);
  });
});
