import { describe, expect, it } from 'vitest';
import type { Field, FieldType } from '../../domain/dataset.ts';
import type { FacetCount } from '../../domain/facet.ts';
import type { Filter } from '../../domain/filter.ts';
import { arrangeFacets, type FacetChoice, facetFields } from './arrange-facets.ts';

const field = (name: string, order: number, type: FieldType = 'text'): Field => ({
  name,
  displayName: name.toUpperCase(),
  from: name,
  type,
  facetable: true,
  sortable: false,
  searchable: false,
  order,
});
const fields = [
  field('price', 3, 'number'),
  field('brand', 1),
  field('color', 2),
  field('sku', 4),
  field('sale', 5, 'boolean'),
  { ...field('note', 0), facetable: false },
];
const values = (name: string, counts: Record<string, number>): FacetCount => ({
  kind: 'value',
  field: name,
  count: Object.values(counts).reduce((sum, count) => sum + count, 0),
  values: Object.entries(counts).map(([value, count]) => ({ name: value, count })),
});
const counted: FacetCount[] = [
  values('brand', { Acme: 10 }),
  values('color', { Red: 4, Blue: 3, Green: 3 }),
  { kind: 'range', field: 'price', count: 10, min: 5, max: 50, filteredMin: 10, filteredMax: 20 },
  values('sku', Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`s${index}`, 1]))),
  values('sale', { true: 9, false: 1 }),
];
const arrange = (choice: FacetChoice, filter: Filter | null = null, facets = counted) =>
  arrangeFacets(facets, fields, { ...choice, filter, setSize: 10 });
const names = (facets: { name: string }[]) => facets.map(({ name }) => name);

describe('arrangeFacets', () => {
  it('basic: keeps the configured order, or the mapping order when none is configured', () => {
    expect(names(arrange({ facetType: 'basic', facets: ['price', 'brand'] }))).toEqual(['price', 'brand']);
    expect(names(arrange({ facetType: 'basic', facets: [] }))).toEqual([
      'brand',
      'color',
      'price',
      'sku',
      'sale',
    ]);
    expect(facetFields(fields, { facetType: 'basic', facets: ['note', 'brand'] })).toEqual(['brand']);
  });

  it('adaptive: puts the best split first and drops facets with one value for all or one for each product', () => {
    expect(names(arrange({ facetType: 'adaptive', facets: [] }))).toEqual(['price', 'color', 'sale']);
  });

  it('semiAdaptive: puts the configured facets first, useful or not', () => {
    const choice: FacetChoice = { facetType: 'semiAdaptive', facets: ['brand', 'sale'] };
    expect(names(arrange(choice))).toEqual(['brand', 'sale', 'price', 'color']);
  });

  it('keeps a selected value when no product has it or its field any more', () => {
    const filter: Filter = { kind: 'in', field: 'color', values: ['Red', 'Pink'] };
    const [color] = arrange({ facetType: 'basic', facets: ['color'] }, filter);
    expect(color).toMatchObject({
      disabled: false,
      values: expect.arrayContaining([{ name: 'Pink', count: 0 }]) as unknown,
    });
    const [empty] = arrange({ facetType: 'adaptive', facets: [] }, filter, []);
    expect(empty).toMatchObject({ name: 'color', count: 0, disabled: true });
  });

  it('disables values and facets that lead to no results', () => {
    const none: FacetCount = {
      kind: 'range',
      field: 'price',
      count: 1,
      min: 1,
      max: 2,
      filteredMin: null,
      filteredMax: null,
    };
    const facets = arrange({ facetType: 'basic', facets: ['color', 'price'] }, null, [
      values('color', { Red: 0 }),
      none,
    ]);
    expect(facets.map(({ disabled }) => disabled)).toEqual([true, true]);
  });

  it('maps field types to the data types of the API', () => {
    const types = arrange({ facetType: 'basic', facets: [] }).map(({ name, dataType }) => [name, dataType]);
    expect(types).toEqual([
      ['brand', 'string'],
      ['color', 'string'],
      ['price', 'number'],
      ['sku', 'string'],
      ['sale', 'boolean'],
    ]);
  });
});
