import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTerms, type Filter, type Scalar } from './filter.ts';
import { filterTextLimits } from './settings/limits.ts';
import { parseFilter, writeFilter } from './filter-text.ts';

const parse = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${parsed.position}: ${parsed.message}`);
  return parsed.filter;
};

const parseError = (text: string): string => {
  const parsed = parseFilter(text);
  return parsed.ok ? 'no fault' : `${parsed.position}: ${parsed.message}`;
};

const is = (field: string, value: Scalar): Filter => ({
  kind: 'compare',
  field,
  comparison: 'eq',
  value,
});

describe('parseFilter', () => {
  it('reads every comparison and every kind of value', () => {
    expect(parse("color eq 'red'")).toEqual(is('color', 'red'));
    expect(parse('price le -1.5e2')).toEqual({
      kind: 'compare',
      field: 'price',
      comparison: 'le',
      value: -150,
    });
    expect(parse('sale EQ True')).toEqual(is('sale', true));
    expect(parse("size in ('S','M', 38)")).toEqual({
      kind: 'in',
      field: 'size',
      values: ['S', 'M', 38],
    });
    for (const comparison of ['ne', 'gt', 'ge', 'lt']) {
      expect(parse(`price ${comparison} 1`)).toMatchObject({ comparison });
    }
  });

  it('reads a doubled quote as one', () => {
    expect(parse("brand eq 'Levi''s'")).toEqual(is('brand', "Levi's"));
    expect(parse("brand eq ''")).toEqual(is('brand', ''));
  });

  it('binds `not` tighter than `and`, and `and` tighter than `or`', () => {
    expect(parse('a eq 1 or b eq 2 and not c eq 3')).toEqual({
      kind: 'or',
      parts: [is('a', 1), { kind: 'and', parts: [is('b', 2), { kind: 'not', part: is('c', 3) }] }],
    });
    expect(parse('(a eq 1 or b eq 2) and c eq 3')).toEqual({
      kind: 'and',
      parts: [{ kind: 'or', parts: [is('a', 1), is('b', 2)] }, is('c', 3)],
    });
  });

  it('reads field names in any script, and names with spaces in brackets', () => {
    expect(parse("größe eq 'M'")).toEqual(is('größe', 'M'));
    expect(parse("[Processor family] eq 'x'")).toEqual(is('Processor family', 'x'));
    expect(parse('[a]]b] eq 1')).toEqual(is('a]b', 1));
    expect(parse('[in] eq 1')).toEqual(is('in', 1));
  });

  it('reports the position of an error and what was expected there', () => {
    expect(parseError('')).toBe('1: expected a field name, `not` or `(`, found the end');
    expect(parseError('color = 1')).toBe('7: unexpected =');
    expect(parseError("color eq 'red")).toBe('10: this string has no closing quote');
    expect(parseError('color eq "red"')).toBe('10: strings stand in single quotes');
    expect(parseError('color is 1')).toBe(
      '7: expected `eq`, `ne`, `gt`, `ge`, `lt`, `le` or `in`, found `is`',
    );
    expect(parseError('color eq red')).toBe(
      "10: expected a value: 'text', a number, true or false, found `red`",
    );
    expect(parseError('(a eq 1')).toBe('8: expected `)`, `and` or `or`, found the end');
    expect(parseError('a eq 1 b eq 2')).toBe('8: expected `and`, `or` or the end, found `b`');
    expect(parseError('a in ()')).toBe("7: expected a value: 'text', a number, true or false, found `)`");
    expect(parseError('a eq 1e999')).toBe('6: 1e999 is too large a number');
    expect(parseError('a eq 12x')).toMatch(/^6: /);
  });

  it('refuses filters that are too long, nested too deep or have too many comparisons', () => {
    const deep = `${'('.repeat(1000)}a eq 1${')'.repeat(1000)}`;
    expect(parseError(deep)).toContain(`at most ${filterTextLimits.depth} deep`);
    const terms = (count: number) =>
      Array.from({ length: count }, (_, index) => `price lt ${index}`).join(' or ');
    expect(countTerms(parse(terms(filterTextLimits.terms)))).toBe(filterTextLimits.terms);
    expect(parseError(terms(filterTextLimits.terms + 1))).toContain('at most 100 comparisons');
    expect(parseError(`${'not '.repeat(500)}a eq 1`)).toContain('deep');
    expect(parseError(`a eq '${'x'.repeat(filterTextLimits.length)}'`)).toContain('characters');
  });
});

const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.boolean(),
  fc.integer(),
  // Text has no minus zero.
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
);
const field = fc.oneof(
  fc.constantFrom('color', 'price', 'in', 'AND', 'true', 'a b'),
  fc.string({ minLength: 1, maxLength: 8 }),
);
const anyFilter = fc.letrec<{ filter: Filter }>((tie) => {
  const parts = fc.array(tie('filter'), { minLength: 2, maxLength: 3 });
  return {
    filter: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      fc.record({
        kind: fc.constant('compare' as const),
        field,
        comparison: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
        value: scalar,
      }),
      fc.record({
        kind: fc.constant('in' as const),
        field,
        values: fc.array(scalar, { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ kind: fc.constant('and' as const), parts }),
      fc.record({ kind: fc.constant('or' as const), parts }),
      fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    ),
  };
}).filter;

describe('writeFilter', () => {
  it('writes text that parses to the same filter', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const text = writeFilter(filter);
        fc.pre(text.length <= filterTextLimits.length);
        expect(parse(text)).toEqual(filter);
      }),
      { numRuns: 2000 },
    );
  });

  it('parses any text without throwing', () => {
    const pieces = fc.array(
      fc.constantFrom('(', ')', ',', 'a', ' eq ', ' in ', "'", '[', ']', 'not ', ' and ', '1', '.'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          pieces.map((list) => list.join('')),
        ),
        (text) => {
          const parsed = parseFilter(text);
          if (!parsed.ok) expect(parsed.position).toBeGreaterThan(0);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
