import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createField, createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { columnFields, packColumns } from '../columns/column-writer.ts';
import { readColumns } from '../columns/column-reader.ts';
import { packRows, readRows } from '../rows/rows.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import { candidateKey, createFamilyPrefixFinder } from '../ranking/candidate-key.ts';
import { buildPlanGroups } from './plan-groups.ts';

const fields = [createField('category', 'path'), createField('sale', 'boolean')];
type Given = {
  readonly group?: string;
  readonly category?: string;
  readonly picture?: number;
  readonly available?: boolean;
  readonly sale?: boolean;
};

/** Rows with their columns, as a version has them. */
const open = (given: readonly Given[]) => {
  const products = given.map(({ group, category, available = true, sale }, at) =>
    createProduct(`p${String(at).padStart(3, '0')}`, {
      groupId: group ?? null,
      available,
      fields: { ...(category !== undefined && { category }), ...(sale !== undefined && { sale }) },
    }),
  );
  const rows = readRows(
    sectionsFromArrays(
      packRows(
        products,
        Int32Array.from(given, ({ picture = -1 }) => picture),
      ),
    ),
  );
  const own = columnFields(fields, []);
  const columns = readColumns(
    sectionsFromArrays(packColumns(own, fields, products)),
    own,
    fields,
    (row) => products[row]?.fields ?? {},
  );
  return { rows, columns };
};
const plan: NeighbourPlan = {
  weights: { looks: 1, colour: 0 },
  same: { fields: ['category'], mode: 'All' },
  exclude: null,
  candidates: 10,
};
const groupsOf = (given: readonly Given[], more: Partial<NeighbourPlan> = {}) => {
  const { rows, columns } = open(given);
  const { groups, listOf } = buildPlanGroups(rows, columns, { ...plan, ...more });
  return {
    groups: groups.map(({ queries, candidates }) => ({ queries: [...queries], candidates: [...candidates] })),
    listOf: [...listOf],
  };
};

describe('buildPlanGroups', () => {
  it('has one group for the sources of a category, with the candidates of that category', () => {
    const { groups, listOf } = groupsOf([
      { category: 'A', picture: 0 },
      { category: 'B', picture: 1 },
      { category: 'A', picture: 2 },
    ]);
    expect(groups).toEqual([
      { queries: [0, 2], candidates: [0, 2] },
      { queries: [1], candidates: [1] },
    ]);
    expect(listOf).toEqual([0, 2, 1]);
  });

  it('has no list for a product without a picture, and none of it as a candidate', () => {
    const { groups, listOf } = groupsOf([{ category: 'A', picture: 0 }, { category: 'A' }]);
    expect(groups).toEqual([{ queries: [0], candidates: [0] }]);
    expect(listOf).toEqual([0, -1]);
  });

  it('has one query and one list for variants that share a picture', () => {
    const { groups, listOf } = groupsOf([
      { group: 'g', category: 'A', picture: 5 },
      { group: 'g', category: 'A', picture: 5 },
      { category: 'A', picture: 5 },
    ]);
    expect(groups[0]?.queries).toEqual([0, 2]);
    expect(listOf).toEqual([0, 0, 1]);
  });

  it('leaves sold-out and excluded products out of the candidates, not out of the sources', () => {
    const exclude = { kind: 'compare', field: 'sale', comparison: 'eq', value: true } as const;
    const { groups } = groupsOf(
      [
        { category: 'A', picture: 0 },
        { category: 'A', picture: 1, available: false },
        { category: 'A', picture: 2, sale: true },
      ],
      { exclude },
    );
    expect(groups).toEqual([{ queries: [0, 1, 2], candidates: [0] }]);
  });

  it('takes the first variant of a look that passes', () => {
    const { groups } = groupsOf([
      { group: 'g', category: 'A', picture: 5, available: false },
      { group: 'g', category: 'A', picture: 5 },
    ]);
    expect(groups[0]?.candidates).toEqual([1]);
  });

  it('is one group where nothing must agree', () => {
    const { groups } = groupsOf(
      [{ category: 'A', picture: 0 }, { category: 'B', picture: 1 }, { picture: 2 }],
      { same: { fields: [], mode: 'All' } },
    );
    expect(groups).toEqual([{ queries: [0, 1, 2], candidates: [0, 1, 2] }]);
  });

  it('gives every product with a picture exactly one list, numbered without gaps', () => {
    const given = fc.record(
      {
        group: fc.option(fc.constantFrom('g', 'h'), { nil: undefined }),
        category: fc.option(fc.constantFrom('A', 'B', 'A/C'), { nil: undefined }),
        picture: fc.integer({ min: -1, max: 3 }),
        available: fc.boolean(),
      },
      { requiredKeys: ['picture', 'available'] },
    );
    fc.assert(
      fc.property(fc.array(given, { maxLength: 10 }), (drawn) => {
        const { groups, listOf } = groupsOf(drawn as Given[]);
        drawn.forEach(({ picture }, row) => expect((listOf[row] ?? -1) >= 0).toBe(picture >= 0));
        const lists = [...new Set(listOf.filter((list) => list >= 0))].sort((a, b) => a - b);
        expect(lists).toEqual(lists.map((_, at) => at));
        expect(groups.reduce((sum, { queries }) => sum + queries.length, 0)).toBe(lists.length);
      }),
    );
  });
});

describe('createFamilyPrefixFinder', () => {
  const find = createFamilyPrefixFinder(Uint32Array.of(0, 0, 1, 2, 1));
  const keys = (...rows: readonly number[]) =>
    Float64Array.from(rows, (row, at) => candidateKey(1000 - at, row));

  it.each([
    [[0, 1, 2, 3], 2, { length: 3, families: 2 }],
    [[0, 1], 2, { length: 2, families: 1 }],
    [[0, 2, 3], 3, { length: 3, families: 3 }],
    [[2, 4, 0], 1, { length: 1, families: 1 }],
    [[], 3, { length: 0, families: 0 }],
    [[0, 1, 2], 0, { length: 0, families: 0 }],
  ])('of rows %j for %i families is %j', (rows, wanted, expected) => {
    expect(find(keys(...rows), wanted)).toEqual(expected);
  });

  it('forgets what it marked for the list before', () => {
    const first = find(keys(0, 2, 3), 3);
    expect(find(keys(0, 2, 3), 3)).toEqual(first);
  });
});
