import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../../domain/filter.ts';
import type { Product } from '../../../domain/product.ts';
import { createProduct, fields } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { createPgliteDatabase, openPglite } from '../../../../test/support/postgres/pglite-database.ts';
import { matchesFilter } from '../../semantics/search/match-filter.ts';
import { sql, toText } from '../../../postgres/sql.ts';
import { listValues, toStoredRow } from '../products/stored-row.ts';
import { filterSql } from './filter-sql.ts';

const findField = (name: string) => fields.find((field) => field.name === name) ?? null;

describe('the SQL of a filter', () => {
  it.each<[Filter | null, string, unknown[]]>([
    [null, 'true', []],
    [{ kind: 'and', parts: [] }, 'true', []],
    [{ kind: 'or', parts: [] }, 'false', []],
    [
      { kind: 'compare', field: 'colour', comparison: 'eq', value: "red'; DROP TABLE x" },
      '("values" @> $1::jsonb)',
      [`{"colour":["red'; DROP TABLE x"]}`],
    ],
    [
      { kind: 'compare', field: 'price', comparison: 'ge', value: '42' },
      'COALESCE(("values" -> $1::text ->> 0)::float8 >= $2::float8, false)',
      ['price', 42],
    ],
    [{ kind: 'compare', field: 'nowhere', comparison: 'eq', value: 1 }, 'false', []],
    [{ kind: 'compare', field: 'nowhere', comparison: 'ne', value: 1 }, '(NOT false)', []],
    [{ kind: 'compare', field: 'sale', comparison: 'gt', value: true }, 'false', []],
    [{ kind: 'compare', field: 'price', comparison: 'eq', value: 'cheap' }, 'false', []],
    [
      { kind: 'not', part: { kind: 'in', field: 'sizes', values: ['S', 'M'] } },
      '(NOT ("values" @> $1::jsonb OR "values" @> $2::jsonb))',
      ['{"sizes":["S"]}', '{"sizes":["M"]}'],
    ],
  ])('of %j is %s', (filter, text, values) => {
    const statement = filterSql(filter, findField);
    expect(toText(statement)).toBe(text);
    expect(statement.values).toEqual(values);
  });
});

describe('the SQL of a filter, executed', () => {
  let pglite: Awaited<ReturnType<typeof openPglite>>;
  beforeAll(async () => {
    pglite = await openPglite();
  });
  afterAll(() => pglite.close());

  const value = fc.oneof(
    fc.constantFrom('red', 'Grün', '', "o'neill", 'a"b', '\\', '42', 'true', 'A', 'A/X'),
    fc.integer({ min: -3, max: 60 }),
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -5, max: 5 }),
    fc.boolean(),
  );
  const fieldName = fc.constantFrom('category', 'colour', 'sizes', 'price', 'sale', 'nowhere');
  const leaf: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({
      kind: fc.constant('compare' as const),
      field: fieldName,
      comparison: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'),
      value,
    }),
    fc.record({
      kind: fc.constant('in' as const),
      field: fieldName,
      values: fc.array(value, { maxLength: 3 }),
    }),
  );
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'filter' },
      leaf,
      fc.record({ kind: fc.constantFrom('and', 'or'), parts: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    ),
  }));
  const product: fc.Arbitrary<Product> = fc
    .record(
      {
        category: fc.constantFrom('A', 'A/X', 'B/Z'),
        colour: fc.constantFrom('red', 'Grün', '', "o'neill", 'a"b', '\\'),
        sizes: fc.subarray(['S', 'M', '42']),
        price: fc.oneof(fc.integer({ min: -3, max: 60 }), fc.constantFrom(0.1, 2.5)),
        sale: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((values) => createProduct('p', { fields: values }));

  it('selects exactly the rows that the shared semantics select', async () => {
    const database = createPgliteDatabase(pglite);
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 8 }), filter, async (products, drawn) => {
        const values = JSON.stringify(products.map((one) => toStoredRow(one, null, fields).values));
        const rows = await database.query<{ passes: boolean }>(sql`
          SELECT ${filterSql(drawn, findField)} AS passes
          FROM jsonb_array_elements(${values}::jsonb) WITH ORDINALITY AS r("values", n) ORDER BY n`);
        const expected = products.map((one) =>
          matchesFilter(drawn, (name) => {
            const field = findField(name);
            return field && { type: field.type, values: listValues(one, field) };
          }),
        );
        expect(rows.map(({ passes }) => passes)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});
