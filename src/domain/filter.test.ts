import { describe, expect, it } from 'vitest';
import { allOf, collectFields, countTerms, type Filter, withoutField } from './filter.ts';
import { parseFilter, writeFilter } from './filter-text.ts';

const parse = (text: string): Filter => {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.filter;
};

describe('allOf', () => {
  it('is null without filters, the filter itself for one, and a conjunction for several', () => {
    const a = parse('a eq 1');
    const b = parse('b eq 2');
    expect(allOf([])).toBeNull();
    expect(allOf([null, a, null])).toBe(a);
    expect(allOf([a, null, b])).toEqual({ kind: 'and', parts: [a, b] });
  });
});

describe('collectFields', () => {
  it.each([
    ['a eq 1', ['a']],
    ['a in (1, 2) and not (b gt 3 or a lt 4)', ['a', 'b']],
  ])('finds the fields of %s', (text, fields) => {
    expect([...collectFields(parse(text))]).toEqual(fields);
  });
});

describe('countTerms', () => {
  it.each([
    ['a eq 1', 1],
    ['a in (1, 2, 3)', 1],
    ['not (a eq 1 and b eq 2) or c eq 3', 3],
  ])('%s has %i', (text, count) => expect(countTerms(parse(text))).toBe(count));
});

describe('withoutField', () => {
  it.each([
    ['a eq 1', null],
    ['b eq 1', 'b eq 1'],
    ['a eq 1 and b eq 2', 'b eq 2'],
    ['(a eq 1 or a eq 2) and b eq 2', 'b eq 2'],
    ['not a eq 1 and b eq 2 and c eq 3', 'b eq 2 and c eq 3'],
    // A disjunction over several fields restricts other fields too, so it stays.
    ['a eq 1 or b eq 2', 'a eq 1 or b eq 2'],
    ['(a eq 1 and (a eq 2 and b eq 3)) and c eq 4', 'b eq 3 and c eq 4'],
  ])('leaves of %s for the field a: %s', (text, rest) => {
    const left = withoutField(parse(text), 'a');
    expect(left === null ? null : writeFilter(left).replaceAll(/[()]/g, '')).toBe(rest);
  });

  it('is null without a filter', () => expect(withoutField(null, 'a')).toBeNull());
});
