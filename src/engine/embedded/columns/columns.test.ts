import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../domain/dataset.ts';
import { comparisons } from '../../../domain/settings/choices.ts';
import type { Filter, Scalar } from '../../../domain/filter.ts';
import type { FieldValue, Product } from '../../../domain/product.ts';
import { createField, createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import {
  agreesOverall,
  listValueNames,
  parseNumber,
  readProductValue,
  selectRequired,
} from '../../semantics/search/field-values.ts';
import { matchesFilter } from '../../semantics/search/match-filter.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { createStringTable } from '../storage/strings.ts';
import { createValueCounter, numberAt, valuesAt } from './column.ts';
import { readColumns } from './column-reader.ts';
import { columnFields, packColumns } from './column-writer.ts';
import {
  allOf,
  always,
  anyOf,
  compileFilter,
  hasAnyValue,
  matchSource,
  negate,
  never,
  sourceGroupKey,
} from './predicate.ts';
import { sparseFields, sparseNumber } from './sparse-columns.ts';
import { sortValues } from '../../semantics/search/facets.ts';

const plain = { facetable: false, sortable: false };
const fields: readonly Field[] = [
  createField('category', 'path'),
  createField('colour', 'text'),
  createField('sizes', 'list'),
  createField('price', 'number'),
  createField('sale', 'boolean'),
  createField('note', 'text', plain),
  createField('weight', 'number', plain),
  createField('fragile', 'boolean', plain),
];

/** The columns of products as a version stores and reads them. */
const openColumns = (rows: readonly Product[], all: readonly Field[] = fields) => {
  const own = columnFields(all, []);
  const sections = sectionsFromArrays(packColumns(own, all, rows));
  return readColumns(sections, own, all, (row) => rows[row]?.fields ?? {});
};
const withFields = (...rows: readonly Record<string, FieldValue>[]) =>
  rows.map((values, at) => createProduct(`p${at}`, { fields: values }));

describe('columnFields', () => {
  it('gives a column of its own to lists, paths, facets and sorts', () => {
    expect(columnFields(fields, []).map(({ name }) => name)).toEqual([
      'category',
      'colour',
      'sizes',
      'price',
      'sale',
    ]);
  });

  it('gives one also to fields that plans compare or exclude by', () => {
    const plan = {
      weights: { looks: 1, colour: 0 },
      same: { fields: ['note'], mode: 'All' as const },
      exclude: { kind: 'compare' as const, field: 'fragile', comparison: 'eq' as const, value: true },
      candidates: 10,
    };
    const names = columnFields(fields, [plan]).map(({ name }) => name);
    expect(names).toContain('note');
    expect(names).toContain('fragile');
    expect(names).not.toContain('weight');
  });

  it('leaves numbers and flags to the sparse columns, and texts to the records', () => {
    expect(sparseFields(fields, columnFields(fields, [])).map(({ name }) => name)).toEqual([
      'weight',
      'fragile',
    ]);
  });
});

describe('listValueNames', () => {
  it.each([
    ['text', 'red', ['red']],
    ['text', '', []],
    ['text', undefined, []],
    ['text', null, []],
    ['list', ['S', 'M', 'S', ''], ['S', 'M']],
    ['boolean', true, ['true']],
    ['number', 5, ['5']],
    ['path', 'A/B/C', ['A', 'A/B', 'A/B/C']],
    ['path', ['A/B', 'A/C'], ['A', 'A/B', 'A/C']],
  ] as const)('of %s %j is %j', (type, value, expected) => {
    expect(listValueNames(type, value)).toEqual(expected);
  });
});

describe('parseNumber', () => {
  it.each([
    [5, 5],
    ['5.5', 5.5],
    [['7', '8'], 7],
    [true, 1],
    ['', NaN],
    ['five', NaN],
    [undefined, NaN],
    [null, NaN],
    [[], NaN],
    ['Infinity', NaN],
  ])('of %j is %d', (value, expected) => {
    expect(parseNumber(value)).toBe(expected);
  });
});

describe('readProductValue', () => {
  const product = createProduct('p1', {
    displayText: 'Lamp',
    price: 5,
    images: ['/a.jpg', '/b.jpg'],
    fields: { displayText: 'Mapped', colour: 'red' },
  });

  it.each([
    ['displayText', 'Mapped'],
    ['colour', 'red'],
    ['identifier', 'p1'],
    ['price', 5],
    ['currency', null],
    ['imageUrl', '/a.jpg'],
    ['groupId', undefined],
    ['toString', undefined],
  ])('%s is %j', (name, expected) => {
    expect(readProductValue(product, name)).toBe(expected);
  });
});

describe('sparseNumber', () => {
  it.each([
    ['number', '5', 5],
    ['number', 'x', NaN],
    ['boolean', true, 1],
    ['boolean', 'true', 1],
    ['boolean', false, 0],
    ['boolean', undefined, NaN],
  ] as const)('of %s %j is %d', (type, value, expected) => {
    expect(sparseNumber(type, value)).toBe(expected);
  });
});

const values: fc.Arbitrary<Record<string, FieldValue>> = fc.record(
  {
    category: fc.constantFrom('A', 'A/X', 'A/Y', 'B'),
    colour: fc.constantFrom('red', 'blue', 'Grün', ''),
    sizes: fc.subarray(['S', 'M', 'L']),
    price: fc.integer({ min: -2, max: 4 }),
    sale: fc.boolean(),
    note: fc.constantFrom('plain', 'special'),
    weight: fc.integer({ min: 1, max: 3 }),
    fragile: fc.boolean(),
  },
  { requiredKeys: [] },
);
const catalogue = fc.array(values, { minLength: 1, maxLength: 8 }).map((rows) => withFields(...rows));

/** The values of a product in a field, without any column. */
const expectedValues = ({ name, type }: Field, { fields: own }: Product): readonly Scalar[] => {
  const value = Object.hasOwn(own, name) ? own[name] : undefined;
  if (type === 'number') return typeof value === 'number' ? [value] : [];
  if (type === 'boolean') return typeof value === 'boolean' ? [value] : [];
  return listValueNames(type, value);
};

describe('columns of a catalogue', () => {
  it('have the values of every product in every field', () => {
    fc.assert(
      fc.property(catalogue, (rows) => {
        const columns = openColumns(rows);
        for (const field of fields) {
          const column = columns.column(field.name);
          if (column === null) throw new Error(`no column ${field.name}`);
          rows.forEach((product, row) => {
            expect([...valuesAt(column, row)].sort()).toEqual([...expectedValues(field, product)].sort());
          });
        }
        expect(columns.column('unknown')).toBeNull();
      }),
    );
  });

  it('have the number of a sparse field only on the rows that have it', () => {
    const columns = openColumns(withFields({}, { weight: 3 }, {}, { weight: 1 }, {}));
    const weight = columns.column('weight');
    if (weight?.kind !== 'sparse') throw new Error('not sparse');
    expect([0, 1, 2, 3, 4, 9].map((row) => numberAt(weight, row))).toEqual([NaN, 3, NaN, 1, NaN, NaN]);
    expect([...weight.rows]).toEqual([1, 3]);
  });

  it('are empty for a catalogue without products', () => {
    const columns = openColumns([]);
    expect(columns.column('colour')).toMatchObject({ kind: 'values' });
    expect(columns.column('price')).toMatchObject({ kind: 'numbers' });
  });

  const constant = fc.constantFrom<Scalar>(
    'red',
    'blue',
    'A',
    'A/X',
    'S',
    'plain',
    2,
    '2',
    -2,
    true,
    false,
    'true',
    'x',
    '',
  );
  const leaf: fc.Arbitrary<Filter> = fc.oneof(
    fc.record({
      kind: fc.constant('compare' as const),
      field: fc.constantFrom(...fields.map(({ name }) => name), 'unknown'),
      comparison: fc.constantFrom(...comparisons),
      value: constant,
    }),
    fc.record({
      kind: fc.constant('in' as const),
      field: fc.constantFrom(...fields.map(({ name }) => name)),
      values: fc.array(constant, { maxLength: 3 }),
    }),
  );
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc.record({ kind: fc.constant('and' as const), parts: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('or' as const), parts: fc.array(tie('filter'), { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('not' as const), part: tie('filter') }),
    ),
  }));

  it('let a filter pass exactly the products that it passes without columns', () => {
    fc.assert(
      fc.property(catalogue, filter, (rows, wanted) => {
        const passes = compileFilter(wanted, openColumns(rows));
        rows.forEach((product, row) => {
          const expected = matchesFilter(wanted, (name) => {
            const field = fields.find((each) => each.name === name);
            return field === undefined ? null : { type: field.type, values: expectedValues(field, product) };
          });
          expect(passes(row)).toBe(expected);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('let everything pass without a filter', () => {
    expect(compileFilter(null, openColumns(withFields({})))(0)).toBe(true);
  });
});

describe('predicates', () => {
  const isEven = (row: number) => row % 2 === 0;
  const isSmall = (row: number) => row < 3;
  const rows = [0, 1, 2, 3, 4];

  it.each([
    ['all of none', allOf([]), [0, 1, 2, 3, 4]],
    ['all of one', allOf([isEven]), [0, 2, 4]],
    ['all of several', allOf([isEven, isSmall, always]), [0, 2]],
    ['all with never', allOf([isEven, never]), []],
    ['any of none', anyOf([]), []],
    ['any of several', anyOf([isEven, isSmall]), [0, 1, 2, 4]],
    ['the opposite', negate(isEven), [1, 3]],
  ])('%s', (_, predicate, expected) => {
    expect(rows.filter(predicate)).toEqual(expected);
  });

  it('no row has a value in a field that is not known', () => {
    expect(hasAnyValue(null, ['x'])(0)).toBe(false);
  });
});

describe('matchSource', () => {
  const rows = withFields(
    { category: 'A/X', colour: 'red' },
    { category: 'A/X', colour: 'blue' },
    { category: 'A', colour: 'red' },
    { category: 'A/Y' },
    {},
  );
  const columns = openColumns(rows);
  const matching = (names: readonly string[], mode: 'All' | 'Any', source: number) =>
    [0, 1, 2, 3, 4].filter(matchSource({ fields: names, mode }, source, columns));

  it.each([
    ['the innermost category', ['category'], 'All', 0, [0, 1]],
    ['a category that others are inside of', ['category'], 'All', 2, [0, 1, 2, 3]],
    ['both', ['category', 'colour'], 'All', 0, [0]],
    ['either', ['category', 'colour'], 'Any', 0, [0, 1, 2]],
    ['nothing where the source has no value', ['colour'], 'All', 3, [0, 1, 2, 3, 4]],
    ['nothing without fields', [], 'All', 0, [0, 1, 2, 3, 4]],
    ['nothing in a field that is not known', ['unknown'], 'All', 0, [0, 1, 2, 3, 4]],
  ] as const)('requires %s', (_, names, mode, source, expected) => {
    expect(matching(names, mode, source)).toEqual(expected);
  });

  it('has the same key for sources that require the same', () => {
    const key = (row: number) => sourceGroupKey({ fields: ['category'], mode: 'All' }, row, columns);
    expect(key(0)).toBe(key(1));
    expect(key(0)).not.toBe(key(2));
    expect(key(4)).toBe(JSON.stringify([[]]));
  });

  it('agrees with the rules of the semantics', () => {
    fc.assert(
      fc.property(
        catalogue,
        fc.subarray(['category', 'colour', 'sizes', 'sale']),
        fc.constantFrom('All' as const, 'Any' as const),
        (drawn, names, mode) => {
          const own = openColumns(drawn);
          const predicate = matchSource({ fields: names, mode }, 0, own);
          drawn.forEach((product, row) => {
            const verdicts = names.flatMap((name) => {
              const field = fields.find((each) => each.name === name);
              const source = drawn[0];
              if (field === undefined || source === undefined) return [];
              const required = selectRequired(field.type, expectedValues(field, source));
              return required.length === 0
                ? []
                : [expectedValues(field, product).some((value) => required.includes(value))];
            });
            expect(predicate(row)).toBe(agreesOverall(mode, verdicts));
          });
        },
      ),
    );
  });
});

describe('createValueCounter', () => {
  const names = ['blue', 'green', 'red'];
  const counter = createValueCounter(createStringTable(names.length, (index) => names[index] ?? ''));

  it('counts each family once for a value', () => {
    counter.add(2, 0);
    counter.add(2, 0);
    counter.add(0, 0);
    counter.add(2, 1);
    expect(Object.fromEntries(counter.take())).toEqual({ red: 2, blue: 1 });
  });

  it('begins anew after each count', () => {
    expect(counter.take().size).toBe(0);
    counter.add(2, 0);
    expect(Object.fromEntries(counter.take())).toEqual({ red: 1 });
  });

  it('lists values most frequent first, then by name, also those of families with one value', () => {
    counter.add(0, 0);
    counter.add(1, 0);
    counter.add(1, 0);
    counter.add(2, 0);
    counter.add(2, 1);
    expect(counter.takeSorted()).toEqual([
      { name: 'red', count: 2 },
      { name: 'blue', count: 1 },
      { name: 'green', count: 1 },
    ]);
    expect(counter.takeSorted()).toEqual([]);
  });

  it('lists the same sorted and unsorted', () => {
    const pairs = fc.array(fc.tuple(fc.nat(2), fc.nat(5)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const sorted = drawn.toSorted((a, b) => a[1] - b[1]);
        for (const [id, family] of sorted) counter.add(id, family);
        const expected = sortValues(counter.take());
        for (const [id, family] of sorted) counter.add(id, family);
        expect(counter.takeSorted()).toEqual(expected);
      }),
    );
  });

  it('counts what a set counts', () => {
    const pairs = fc.array(fc.tuple(fc.nat(2), fc.nat(5)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const sorted = drawn.toSorted((a, b) => a[1] - b[1]);
        for (const [id, family] of sorted) counter.add(id, family);
        const expected = new Map<string, number>();
        for (const key of new Set(sorted.map(([id, family]) => `${id} ${family}`))) {
          const name = names[Number(key.split(' ')[0])] ?? '';
          expected.set(name, (expected.get(name) ?? 0) + 1);
        }
        expect(Object.fromEntries(counter.take())).toEqual(Object.fromEntries(expected));
      }),
    );
  });
});
