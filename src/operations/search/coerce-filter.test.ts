import { describe, expect, it } from 'vitest';
import { parseFilter, writeFilter } from '../../domain/filter-text.ts';
import { Fault } from '../../errors.ts';
import { createField } from '../../../test/support/create-field.ts';
import { checkSorts, coerceFilter } from './coerce-filter.ts';

const fields = [
  createField('size', 'text'),
  createField('price', 'number', { sortable: true }),
  createField('sale', 'boolean'),
  createField('category', 'path'),
  createField('note', 'text', { facetable: false }),
];

const coerce = (text: string): string => {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return writeFilter(coerceFilter(parsed.filter, fields, 'filter', parsed.positions));
};

const catchFault = (work: () => unknown): Fault => {
  try {
    work();
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error('Nothing was refused.');
};

describe('coerceFilter', () => {
  it.each([
    ['size eq 42', "size eq '42'"],
    ['size in (42, 44)', "size in ('42', '44')"],
    ['price gt 10', 'price gt 10'],
    ['sale eq true', 'sale eq true'],
    ['not (size eq 42 or price le 5)', "not (size eq '42' or price le 5)"],
  ])('turns %s into %s', (text, expected) => expect(coerce(text)).toBe(expected));

  it.each([
    ['note eq 1', 'filter: at character 1, "note" is not a facetable field.'],
    ['size eq 1 and colour eq 2', 'filter: at character 15, "colour" is not a facetable field.'],
    ["price eq 'cheap'", 'filter: at character 1, price is a number, and "cheap" is not.'],
    ['sale eq 1', 'filter: at character 1, sale is a boolean, and "1" is not.'],
    [
      'size gt 10',
      'filter: at character 1, size is not a number, so it can only be compared with eq, ne and in.',
    ],
  ])('refuses %s', (text, message) => {
    const fault = catchFault(() => coerce(text));
    expect(fault).toMatchObject({ code: 'bad-input', message });
  });

  it('lists the facetable fields, and shortens what it repeats', () => {
    const name = 'x'.repeat(100);
    const fault = catchFault(() => coerce(`${name} eq 1`));
    expect(fault.nextStep).toBe('Allowed: size, price, sale, category, identifier.');
    expect(fault.message).toContain(`"${'x'.repeat(60)}…"`);
    expect(
      catchFault(() => coerceFilter({ kind: 'compare', field: 'a', comparison: 'eq', value: 1 }, [])),
    ).toMatchObject({
      message: 'filter: "a" is not a facetable field.',
      nextStep: 'Allowed: identifier.',
    });
  });
});

describe('checkSorts', () => {
  it('accepts sortable fields', () => {
    expect(() => checkSorts([{ field: 'price', order: 'asc' }], fields)).not.toThrow();
    expect(() => checkSorts([], fields)).not.toThrow();
  });

  it('refuses any other field and lists those that can be sorted by', () => {
    const sorts = [
      { field: 'price', order: 'asc' },
      { field: 'size', order: 'desc' },
    ] as const;
    expect(catchFault(() => checkSorts(sorts, fields))).toMatchObject({
      code: 'bad-input',
      message: 'orderby: "size" is not a sortable field.',
      nextStep: 'Allowed: price.',
    });
  });
});
