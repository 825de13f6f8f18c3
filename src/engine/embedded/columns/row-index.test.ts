import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Filter } from '../../../domain/filter.ts';
import { createField, createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { readColumns } from './column-reader.ts';
import { packColumns } from './column-writer.ts';
import type { ValueColumn } from './column.ts';
import { compileFilter } from './predicate.ts';
import { buildRowIndex } from './row-index.ts';

const fields = [createField('colour', 'text'), createField('sizes', 'list'), createField('price', 'number')];

/** Large enough for an index; some rows have no colour, some several sizes. */
const openColumns = (size: number) => {
  const products = Array.from({ length: size }, (_, row) =>
    createProduct(`p${row}`, {
      fields: {
        price: row % 50,
        sizes: row % 7 === 0 ? ['S', 'M'] : [`size ${row % 5}`],
        ...(row % 3 > 0 && { colour: `colour ${(row * 31) % 17}` }),
      },
    }),
  );
  return readColumns(sectionsFromArrays(packColumns(fields, fields, products)), fields, fields, () => ({}));
};

const size = 9000;
const columns = openColumns(size);

const isEqual = (field: string, value: string): Filter => ({
  kind: 'compare',
  field,
  comparison: 'eq',
  value,
});
const isReady = (filter: Filter): boolean => compileFilter(filter, columns).passing !== undefined;

const readValueColumn = (field: string): ValueColumn => {
  const column = columns.column(field);
  if (column?.kind !== 'values') throw new Error(`${field} has no values`);
  return column;
};

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.integer({ min: 0, max: 18 }).map((number) => isEqual('colour', `colour ${number}`)),
  fc.constantFrom('S', 'M', 'size 3', 'none').map((value) => isEqual('sizes', value)),
  fc
    .subarray(['S', 'M', 'size 1', 'size 4'], { minLength: 1 })
    .map((values) => ({ kind: 'in', field: 'sizes', values }) as const),
  fc
    .integer({ min: 0, max: 49 })
    .map((value) => ({ kind: 'compare', field: 'price', comparison: 'lt', value }) as const),
);

const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2 },
    leaf,
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((parts) => ({ kind: 'and', parts }) as const),
    fc.array(tie('filter'), { minLength: 1, maxLength: 3 }).map((parts) => ({ kind: 'or', parts }) as const),
    tie('filter').map((part) => ({ kind: 'not', part }) as const),
  ),
}));

describe('rows that can pass a filter', () => {
  beforeAll(async () => {
    for (const one of [isEqual('colour', 'colour 3'), isEqual('sizes', 'S')]) {
      expect(isReady(one)).toBe(false);
      await vi.waitFor(() => expect(isReady(one)).toBe(true), { timeout: 300_000 });
    }
  });

  it('hold every row that passes, ascending and each once', () => {
    let known = 0;
    fc.assert(
      fc.property(filter, (one) => {
        const passes = compileFilter(one, columns);
        const rows = passes.passing;
        if (!rows) return;
        known += 1;
        const list = [...rows.list()];
        expect(list.length).toBeLessThanOrEqual(rows.count);
        expect(list).toEqual([...new Set(list)].sort((a, b) => a - b));
        const listed = new Set(list);
        for (let row = 0; row < size; row += 1) if (passes(row)) expect(listed.has(row)).toBe(true);
      }),
      { numRuns: 60 },
    );
    expect(known).toBeGreaterThan(10);
  });

  it.each([
    { name: 'one value', filter: isEqual('colour', 'colour 3'), isKnown: true },
    { name: 'a value that no row has', filter: isEqual('colour', 'none'), isKnown: false },
    {
      name: 'some values',
      filter: { kind: 'in', field: 'sizes', values: ['S', 'M'] } as const,
      isKnown: true,
    },
    { name: 'not a value', filter: { kind: 'not', part: isEqual('sizes', 'S') } as const, isKnown: false },
    {
      name: 'a number',
      filter: { kind: 'compare', field: 'price', comparison: 'eq', value: 3 } as const,
      isKnown: false,
    },
    {
      name: 'either of two',
      filter: { kind: 'or', parts: [isEqual('sizes', 'S'), isEqual('colour', 'colour 3')] } as const,
      isKnown: false,
    },
  ])('are known for $name: $isKnown', ({ filter: one, isKnown }) => {
    expect(isReady(one)).toBe(isKnown);
  });

  it('are those of the narrowest part where all must pass', () => {
    const parts = [isEqual('sizes', 'size 1'), isEqual('colour', 'colour 3')];
    const count = (one: Filter) => compileFilter(one, columns).passing?.count ?? Infinity;
    const both = { kind: 'and', parts: [...parts, parts[0] ?? parts] } as Filter;
    expect(count(both)).toBe(Math.min(...parts.map(count)));
  });

  it('are not indexed in a small column', () => {
    const column = openColumns(100).column('colour');
    expect(column?.kind === 'values' && column.rowIndex()).toBeNull();
  });

  it('are right where a column has room after its last value', () => {
    const column = readValueColumn('colour');
    const ids = new Uint32Array(column.ids.length + 40);
    ids.set(column.ids);
    const run = (one: ValueColumn) => {
      const steps = buildRowIndex(one);
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
      }
    };
    expect(run({ ...column, ids })).toEqual(run(column));
  });

  it('are found in the index of a column by value', () => {
    const column = readValueColumn('sizes');
    const steps = buildRowIndex(column);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const { starts, rows } = step.value;
    expect(rows.length).toBe(column.ids.length);
    for (let value = 0; value < column.dictionary.size; value += 1) {
      const passes = compileFilter(isEqual('sizes', column.dictionary.at(value)), columns);
      const expected = Array.from({ length: size }, (_, row) => row).filter(passes);
      expect([...rows.subarray(starts[value], starts[value + 1])]).toEqual(expected);
    }
  });
});
