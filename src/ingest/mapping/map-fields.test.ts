import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field, FieldOverride } from '../../domain/dataset.ts';
import type { RawRow } from '../formats/feed.ts';
import { createInspection, inspectionLimits } from './inspect-columns.ts';
import { mapFields, mappingDefaults, selectComparableFields } from './map-fields.ts';
import { createMapping, createSaleReader, isSaleActive } from './mapping.ts';

const inspect = (rows: readonly RawRow[]) => {
  const inspection = createInspection();
  for (const row of rows) inspection.add(row);
  return { rows: inspection.rows(), columns: inspection.columns() };
};
const column = (rows: readonly RawRow[], path: string) =>
  inspect(rows).columns.find((each) => each.path === path);
const map = (
  rows: readonly RawRow[],
  overrides: readonly FieldOverride[] = [],
  requested: readonly string[] = [],
) => new Map(mapFields(inspect(rows), overrides, new Set(requested)).map((field) => [field.name, field]));
const repeat = (count: number, create: (at: number) => RawRow): RawRow[] =>
  Array.from({ length: count }, (_, at) => create(at));

describe('createInspection', () => {
  it('names nested values by their path, lists of objects with brackets', () => {
    const { columns } = inspect([
      { id: 1, image: { url: 'a', size: { w: 1 } }, variants: [{ sku: 'x' }, { sku: 'y' }] },
    ]);
    expect(columns.map(({ path }) => path)).toEqual(['id', 'image.url', 'image.size.w', 'variants[].sku']);
  });

  it('counts rows with a value, and single values of lists', () => {
    const rows = [{ tags: ['a', 'b'] }, { tags: [] }, { tags: 'c' }, {}, { tags: null }, { tags: '' }];
    expect(column(rows, 'tags')).toMatchObject({ count: 2, values: 3, lists: 1 });
    expect(inspect(rows).rows).toBe(6);
  });

  it('counts a column once per row, also when a list of objects brings it several times', () => {
    expect(column([{ images: [{ url: 'a' }, { url: 'b' }, { url: 'c' }] }], 'images[].url')).toMatchObject({
      count: 1,
      values: 3,
      lists: 2,
    });
  });

  it.each([
    ['12', 1],
    ['-3.50', 1],
    ['0', 1],
    ['007', 0],
    ['1e5', 0],
    ['1,5', 0],
    ['.5', 0],
    ['12345678901234567890', 0],
    ['', undefined],
  ])('"%s" counts as %s numbers', (value, expected) => {
    expect(column([{ n: value }], 'n')?.numbers).toBe(expected);
  });

  it.each([
    [['yes', 'no'], { booleans: 2 }],
    [['ja', 'nein'], { booleans: 2 }],
    [['in stock', 'out of stock'], { booleans: 2 }],
    [[true, true], { booleans: 2 }],
    [['yes', 'maybe', 'no'], { booleans: 1 }],
  ])('%j', (values, expected) => {
    expect(
      column(
        values.map((value) => ({ flag: value })),
        'flag',
      ),
    ).toMatchObject(expected);
  });

  it('counts the separators of paths, one for each value', () => {
    const rows = ['A > B', 'A > B/C', 'A|B', 'A/B', 'A'].map((category) => ({ category }));
    expect(column(rows, 'category')?.separators).toEqual({ '>': 2, '|': 1, '/': 1 });
  });

  it('keeps a bounded number of distinct values, of bounded length', () => {
    const rows = repeat(inspectionLimits.distinct + 50, (at) => ({
      name: `${'x'.repeat(200)}${at}`,
      code: String(at),
    }));
    const inspected = inspect(rows);
    const [name, code] = inspected.columns;
    expect(name?.distinct.size).toBe(1);
    expect(name?.longest).toBeGreaterThan(200);
    expect(code?.distinct.size).toBe(inspectionLimits.distinct);
    expect(code?.values).toBe(inspectionLimits.distinct + 50);
  });

  it('keeps a bounded number of columns', () => {
    const wide = Object.fromEntries(
      repeat(inspectionLimits.columns + 5, () => ({})).map((_, at) => [`c${at}`, 'x']),
    );
    expect(inspect([wide]).columns).toHaveLength(inspectionLimits.columns);
  });

  it('ignores what is nested too deeply', () => {
    const deep: RawRow = { a: { b: { c: { d: { e: 'too deep' } } } } };
    expect(inspect([deep]).columns).toEqual([]);
    const list: RawRow = { a: [[['x']]] };
    expect(inspect([list]).columns.map(({ path }) => path)).toEqual(['a[][]']);
  });
});

const products = (more: (at: number) => RawRow, count = 40): RawRow[] =>
  repeat(count, (at) => ({
    id: `p${at}`,
    title: `Product ${at}`,
    link: `/p/${at}`,
    price: String(at + 1),
    ...more(at),
  }));

describe('mapFields', () => {
  it('gives the roles their types and flags', () => {
    const fields = map(
      products((at) => ({ brand: 'A', category: at % 2 === 0 ? 'X/Y' : 'X', availability: 'in stock' })),
    );
    const flags = ({ type, facetable, sortable, searchable }: Field) => [
      type,
      facetable,
      sortable,
      searchable,
    ];
    const described = Object.fromEntries(Array.from(fields, ([name, field]) => [name, flags(field)]));
    expect(described).toMatchObject({
      identifier: ['text', false, false, false],
      displayText: ['text', false, false, true],
      price: ['number', true, true, false],
      category: ['path', true, false, true],
      brand: ['text', true, false, true],
      available: ['boolean', false, false, false],
    });
    expect(fields.get('displayText')?.from).toBe('title');
  });

  it.each([
    [
      'numbers',
      (at: number) => ({ v: String(at % 7) }),
      { type: 'number', facetable: true, sortable: true, searchable: false },
    ],
    ['one number', () => ({ v: '5' }), { type: 'number', facetable: false, sortable: false }],
    ['numbers in words', (at: number) => ({ v: at === 0 ? 'five' : '5' }), { type: 'text' }],
    ['lists', () => ({ v: ['a', 'b'] }), { type: 'list', facetable: true, searchable: true }],
    [
      'yes and no',
      (at: number) => ({ v: at % 2 ? 'yes' : 'no' }),
      { type: 'boolean', facetable: true, searchable: false },
    ],
    ['only yes', () => ({ v: 'yes' }), { type: 'text', facetable: false }],
    ['only true', () => ({ v: true }), { type: 'boolean', facetable: false }],
    ['only in stock', () => ({ v: 'in stock' }), { type: 'text' }],
    [
      'repeated words',
      (at: number) => ({ v: at % 2 ? 'oak' : 'pine' }),
      { type: 'text', facetable: true, searchable: true },
    ],
    [
      'different words',
      (at: number) => ({ v: `name ${at} here` }),
      { type: 'text', facetable: false, searchable: true },
    ],
    [
      'addresses',
      (at: number) => ({ v: `https://x.example/${at}` }),
      { type: 'text', facetable: false, searchable: false },
    ],
    ['dates', (at: number) => ({ v: `${2000 + at}-01-31` }), { type: 'text', searchable: false }],
    [
      'long texts',
      (at: number) => ({ v: `${'word '.repeat(20)}${at % 2}` }),
      { facetable: false, searchable: true },
    ],
  ] as const)('a column of %s', (_, more, expected) => {
    expect(map(products(more)).get('v')).toMatchObject(expected);
  });

  it('takes 0 and 1 for no and yes only under a name that asks', () => {
    const rows = products((at) => ({ is_new: String(at % 2), grade: String(at % 2) }));
    expect(map(rows).get('is_new')?.type).toBe('boolean');
    expect(map(rows).get('grade')?.type).toBe('number');
  });

  it('takes numbers under a name of codes for text', () => {
    expect(map(products((at) => ({ ean: String(4_000_000 + at) }))).get('ean')).toMatchObject({
      type: 'text',
      facetable: false,
      searchable: false,
    });
  });

  it('makes an attribute of shoppers a facet although every value differs', () => {
    expect(map(products((at) => ({ colour: `shade ${at}` }))).get('colour')?.facetable).toBe(true);
  });

  it('makes no facet of a column that too few rows have', () => {
    const rows = products((at): RawRow => (at < 2 ? { socket: at === 0 ? 'E27' : 'E14' } : {}), 400);
    expect(map(rows).get('socket')?.facetable).toBe(false);
  });

  it('limits automatic facets, but neither requested ones nor those an operator asks for', () => {
    const names = repeat(mappingDefaults.facets + 10, () => ({})).map((_, at) => `attr${at}`);
    const rows = products((at) =>
      Object.fromEntries(names.map((name) => [name, at % 2 === 0 ? 'oak' : 'pine'])),
    );
    const automatic = [...map(rows).values()].filter(
      ({ name, facetable }) => facetable && name.startsWith('attr'),
    );
    expect(automatic).toHaveLength(mappingDefaults.facets);
    const last = names.at(-1) ?? '';
    expect(map(rows, [], [last]).get(last)?.facetable).toBe(true);
    expect(map(rows, [{ name: last, facetable: true }]).get(last)?.facetable).toBe(true);
    expect(map(rows, [{ name: last, facetable: false }], [last]).get(last)?.facetable).toBe(false);
  });

  it.each([
    ['ColorCode', 'colorCode', 'Color code'],
    ['SIZE', 'size', 'Size'],
    ['Größe', 'grosse', 'Grosse'],
    ['shoe size', 'shoe_size', 'Shoe size'],
    ['g:custom_label_0', 'custom_label_0', 'Custom label 0'],
    ['3d_model', '_3d_model', '3d model'],
    ['--x--', 'x', 'X'],
  ])('names the field of column "%s" %s, shown as "%s"', (path, name, displayName) => {
    const field = map(products(() => ({ [path]: 'a' }))).get(name);
    expect(field).toMatchObject({ from: path, displayName });
  });

  it('makes no field of a column that would shadow a property of every object', () => {
    const rows = products(() => ({ constructor: 'x', toString: 'y', valueOf: 'z', __proto__: null }));
    const names = [...map(rows).keys()];
    expect(names).not.toContain('constructor');
    expect(names).not.toContain('toString');
    expect(names).not.toContain('valueOf');
  });

  it('makes no fields of sale columns, which become the price', () => {
    const names = [
      ...map(
        products(() => ({ sale_price: '1', sale_price_effective_date: '2026-01-01/2026-01-02' })),
      ).keys(),
    ];
    expect(names.some((name) => /sale/i.test(name))).toBe(false);
  });

  it('follows the order that an operator gives, and otherwise the coverage', () => {
    const rows = products((at): RawRow => ({ ...(at < 30 && { some: 'a' }), all: 'b' }));
    const fields = map(rows, [{ name: 'some', order: -1 }]);
    expect(fields.get('some')?.order).toBe(-1);
    const plain = [...map(rows).values()].map(({ name }) => name);
    expect(plain.indexOf('all')).toBeLessThan(plain.indexOf('some'));
  });

  it('keeps a field that an operator names although the feed lacks it', () => {
    const fields = map(
      products(() => ({})),
      [{ name: 'page', template: 'https://x.example/{id}' }],
    );
    expect(fields.get('page')).toMatchObject({
      from: 'page',
      type: 'text',
      template: 'https://x.example/{id}',
    });
  });

  it('stores sparse fields as columns only up to a limit', () => {
    const field = (at: number, more: Partial<Field> = {}): Field => ({
      ...{ name: `f${at}`, displayName: '', from: '', type: 'text', order: at },
      ...{ facetable: false, sortable: false, searchable: false, ...more },
    });
    const fields = repeat(mappingDefaults.comparable + 3, () => ({})).map((_, at) =>
      field(at, { searchable: at === mappingDefaults.comparable + 1 }),
    );
    const selected = selectComparableFields(fields);
    expect(selected).toHaveLength(mappingDefaults.comparable + 1);
    expect(selected.at(-1)?.name).toBe(`f${mappingDefaults.comparable + 1}`);
  });

  it('for any columns: names that differ, each usable in a filter, and every value readable', () => {
    const name = fc.string({ minLength: 1, maxLength: 12 });
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(name, value, { maxKeys: 6 }), { minLength: 1, maxLength: 5 }),
        (rows) => {
          const inspected = inspect(rows);
          const fields = mapFields(inspected, []);
          expect(new Set(fields.map((field) => field.name)).size).toBe(fields.length);
          for (const field of fields) {
            expect(field.name).toMatch(/^\w+$/);
            expect(field.name in Object.prototype).toBe(false);
          }
          const mapping = createMapping(fields, inspected.columns);
          for (const row of rows)
            for (const key of Object.keys(mapping.read(row)))
              expect(fields.map((field) => field.name)).toContain(key);
        },
      ),
    );
  });
});

describe('sales', () => {
  const noon = Date.UTC(2026, 10, 15, 12);
  const read = (row: RawRow, scale?: number) => createSaleReader(Object.keys(row), scale)(row);

  it.each([
    [{ price: '10' }, null],
    [{ sale_price: '' }, null],
    [{ sale_price: 'soon' }, null],
    [{ sale_price: '8,50 EUR' }, { price: 8.5, fromMs: -Infinity, toMs: Infinity }],
  ])('of %j is %j', (row, expected) => {
    expect(read(row)).toEqual(expected);
  });

  it('scales its price as the price', () => {
    expect(read({ special_price: '850' }, 0.01)?.price).toBeCloseTo(8.5);
  });

  it.each([
    ['2026-11-01/2026-11-30', true],
    ['2026-11-15/2026-11-15', true],
    ['2026-11-16/2026-11-30', false],
    ['2026-11-01/2026-11-14', false],
    ['2026-11-15T13:00Z/2026-11-30T00:00Z', false],
    ['2026-11-15T11:00Z/2026-11-15T13:00Z', true],
    ['2026-11-15T11:00+02:00/2026-11-15T13:00+02:00', false],
    ['/2026-11-30', true],
    ['2026-11-01/', true],
    ['someday/never', false],
    ['2026-11-01/never', false],
  ])('in the period %s is active at noon of the 15th: %s', (period, expected) => {
    const sale = read({ sale_price: '5', sale_price_effective_date: period });
    expect(sale !== null && isSaleActive(sale, noon)).toBe(expected);
  });

  it('has a period of two columns where there is no common one', () => {
    const row = { special_price: '5', special_from_date: '2026-11-15', special_to_date: '2026-11-15' };
    const sale = read(row);
    expect(sale).toEqual({ price: 5, fromMs: Date.UTC(2026, 10, 15), toMs: Date.UTC(2026, 10, 16) - 1 });
    expect(read({ ...row, special_to_date: '' })?.toMs).toBe(Infinity);
  });
});
