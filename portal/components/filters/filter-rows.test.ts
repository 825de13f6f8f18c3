import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparisons } from '../../../src/domain/settings/choices.ts';
import { parseFilter } from '../../../src/domain/filter-text.ts';
import { listComparisons, readFilterRows, writeFilterRows } from './filter-rows.ts';

const fields = [
  { name: 'brand', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'on sale', type: 'boolean' },
];

describe('a filter in sentences', () => {
  const cases: [string, ReturnType<typeof readFilterRows>][] = [
    ['', []],
    ["brand eq 'Acme'", [{ field: 'brand', comparison: 'eq', value: 'Acme' }]],
    [
      "brand ne 'O''Neill' and price le 50",
      [
        { field: 'brand', comparison: 'ne', value: "O'Neill" },
        { field: 'price', comparison: 'le', value: '50' },
      ],
    ],
    ["brand eq 'a' or brand eq 'b'", null],
    ["not (brand eq 'a')", null],
    ["brand in ('a', 'b')", null],
    ['brand eq', null],
  ];
  it.each(cases)('reads %j', (text, rows) => {
    expect(readFilterRows(text)).toEqual(rows);
  });

  it('writes values by the type of their field', () => {
    const rows = [
      { field: 'price', comparison: 'ge', value: '12.5' },
      { field: 'on sale', comparison: 'eq', value: 'true' },
      { field: 'brand', comparison: 'eq', value: '42' },
    ] as const;
    expect(writeFilterRows(rows, fields)).toBe("price ge 12.5 and [on sale] eq true and brand eq '42'");
  });

  it('leaves out sentences that are not complete', () => {
    const row = { field: 'brand', comparison: 'eq' } as const;
    expect(writeFilterRows([{ ...row, value: ' ' }], fields)).toBe('');
    expect(
      writeFilterRows(
        [
          { ...row, field: '', value: 'x' },
          { ...row, value: 'y' },
        ],
        fields,
      ),
    ).toBe("brand eq 'y'");
  });

  it('reads what it wrote, and the service understands it', () => {
    const row = fc.record({
      field: fc.constantFrom('brand', 'colour'),
      comparison: fc.constantFrom(...comparisons),
      value: fc
        .string({ minLength: 1, maxLength: 30 })
        .filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text)),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const text = writeFilterRows(rows, fields);
        expect(parseFilter(text).ok).toBe(true);
        expect(readFilterRows(text)).toEqual(rows);
      }),
    );
  });

  it('offers comparisons that make sense for the type', () => {
    expect(listComparisons('number')).toContain('ge');
    expect(listComparisons('text')).toEqual(['eq', 'ne']);
    expect(listComparisons('boolean')).toEqual(['eq']);
  });
});
