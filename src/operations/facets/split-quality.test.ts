import { describe, expect, it } from 'vitest';
import type { Field } from '../../domain/dataset.ts';
import type { FacetCount } from '../../domain/facet.ts';
import { pickBestSplitting } from './facet-kinds.ts';

const valueFacet = (field: string, counts: readonly number[], count = 100): FacetCount => ({
  kind: 'value',
  field,
  count,
  values: counts.map((each, index) => ({ name: `v${index}`, count: each })),
});
const rangeFacet = (field: string, min: number, max: number, count = 100): FacetCount => ({
  kind: 'range',
  field,
  count,
  min,
  max,
  filteredMin: min,
  filteredMax: max,
});

const pick = (
  facets: readonly FacetCount[],
  {
    fields = [],
    setSize = 100,
    selected = [],
  }: { fields?: Field[]; setSize?: number; selected?: string[] } = {},
) =>
  pickBestSplitting(facets, {
    fields,
    setSize,
    selected: new Map(selected.map((name) => [name, ['x']])),
  }).map(({ field }) => field);

describe('pickBestSplitting', () => {
  it('prefers an even split to an uneven one, and many groups to few', () => {
    expect(
      pick([
        valueFacet('uneven', [99, 1]),
        valueFacet('even', [50, 50]),
        valueFacet('four', [25, 25, 25, 25]),
      ]),
    ).toEqual(['four', 'even', 'uneven']);
  });

  it('drops what does not split: one value, no value, a value for each product', () => {
    const own = Array.from({ length: 100 }, () => 1);
    expect(pick([valueFacet('one', [100]), valueFacet('none', []), valueFacet('own', own)])).toEqual([]);
    expect(pick([valueFacet('zero', [100, 0])])).toEqual([]);
  });

  it('drops a field that few products have, and keeps one at the bound', () => {
    expect(pick([valueFacet('rare', [5, 4], 9)])).toEqual([]);
    expect(pick([valueFacet('bound', [5, 5], 10)])).toEqual(['bound']);
  });

  it('prefers the field that more products have', () => {
    expect(pick([valueFacet('half', [25, 25], 50), valueFacet('all', [50, 50], 100)])).toEqual([
      'all',
      'half',
    ]);
  });

  it('rates a range like four equal parts, and a single number as nothing', () => {
    expect(
      pick([
        rangeFacet('price', 1, 9),
        valueFacet('three', [34, 33, 33]),
        valueFacet('five', [20, 20, 20, 20, 20]),
      ]),
    ).toEqual(['five', 'price', 'three']);
    expect(pick([rangeFacet('same', 5, 5)])).toEqual([]);
  });

  it('rates a path by its best level, not by all levels together', () => {
    const category: FacetCount = {
      kind: 'value',
      field: 'category',
      count: 100,
      values: [
        { name: 'A', count: 100 },
        { name: 'A/X', count: 50 },
        { name: 'A/Y', count: 50 },
      ],
    };
    const path = { name: 'category', type: 'path' } as Field;
    const colour = valueFacet('colour', [40, 30, 30]);
    expect(pick([category, colour], { fields: [path] })).toEqual(['colour', 'category']);
  });

  it('always has a facet with a selected value, and at most ten others', () => {
    const many = Array.from({ length: 14 }, (_, index) => valueFacet(`f${index}`, [50, 50]));
    expect(pick(many)).toHaveLength(10);
    expect(pick([...many, valueFacet('chosen', [100])], { selected: ['chosen'] })).toContain('chosen');
    expect(pick([valueFacet('chosen', [])], { setSize: 0, selected: ['chosen'] })).toEqual(['chosen']);
  });
});
