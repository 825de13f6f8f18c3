import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../src/domain/filter-text.ts';
import { fieldText, filterText, valueText } from './filter-text.ts';

describe('filterText', () => {
  it.each([
    ['colour', 'red', "colour eq 'red'"],
    ['made in', "Côte d'Ivoire", "[made in] eq 'Côte d''Ivoire'"],
    ['größe', '42', "größe eq '42'"],
    ['2nd', 'x', "[2nd] eq 'x'"],
    ['a-b', '', "[a-b] eq ''"],
    ['or', 'x', "[or] eq 'x'"],
    ['In', 'x', "[In] eq 'x'"],
    ['true', 'x', "[true] eq 'x'"],
    ['order', 'x', "order eq 'x'"],
    ['a]b', 'x', "[a]]b] eq 'x'"],
  ])('of %s and %s is %s', (name, value, expected) => {
    expect(filterText(name, value)).toBe(expected);
  });

  it('is understood by the service for any name without brackets and any value', () => {
    const names = fc
      .string({ minLength: 1, maxLength: 30 })
      .filter((name) => /^[\p{L}\p{N} _.-]+$/u.test(name.trim()) && name.trim() === name);
    const values = fc.string({ maxLength: 60 }).filter((value) => !/\p{C}/u.test(value));
    fc.assert(
      fc.property(names, values, (name, value) => {
        expect(parseFilter(filterText(name, value))).toHaveProperty('filter');
      }),
    );
  });
});

describe('fieldText and valueText', () => {
  it('put names in brackets only where needed, and double quotes', () => {
    expect([fieldText('brand_name'), fieldText('brand name')]).toEqual(['brand_name', '[brand name]']);
    expect([valueText("it's"), valueText("''")]).toEqual(["'it''s'", "''''''"]);
  });
});
