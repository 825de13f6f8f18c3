import { describe, expect, it } from 'vitest';
import type { Filter } from '../../../domain/filter.ts';
import { countFacet, type FacetField } from './facets.ts';

/** A set is a list of families, each with its values. */
type Families = readonly (readonly (string | number)[])[];

const field = (kind: 'values' | 'numbers'): FacetField<Families> => ({
  kind,
  countValues: (set) => {
    const counts = new Map<string, number>();
    for (const values of set)
      for (const value of new Set(values)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
    return counts;
  },
  countCarriers: (set) => set.filter((values) => values.length > 0).length,
  findBounds: (set) => {
    const numbers = set.flat().map(Number);
    return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) };
  },
});
const eq = (name: string, value: string): Filter => ({
  kind: 'compare',
  field: name,
  comparison: 'eq',
  value,
});
/** Sets by the JSON of their filter; asking for another one fails. */
const sets = (known: Readonly<Record<string, Families>>) => async (filter: Filter | null) => {
  const set = known[JSON.stringify(filter)];
  if (!set) throw new Error(`unexpected filter ${JSON.stringify(filter)}`);
  return set;
};

describe('countFacet', () => {
  it('counts values without the conjuncts about the field, and keeps chosen and unfiltered values with 0', async () => {
    const brand = eq('brand', 'Acme');
    const filter: Filter = { kind: 'and', parts: [eq('colour', 'violet'), brand] };
    const facet = await countFacet(
      'colour',
      field('values'),
      filter,
      sets({
        null: [['red'], ['blue'], ['green']],
        [JSON.stringify(brand)]: [['red', 'blue'], ['red'], []],
        [JSON.stringify(filter)]: [],
      }),
    );
    expect(facet).toEqual({
      kind: 'value',
      field: 'colour',
      count: 0,
      values: [
        { name: 'red', count: 2 },
        { name: 'blue', count: 1 },
        { name: 'green', count: 0 },
        { name: 'violet', count: 0 },
      ],
    });
  });

  it('does not list values of a negated or mixed conjunct as chosen', async () => {
    const negated: Filter = { kind: 'not', part: eq('colour', 'violet') };
    const facet = await countFacet(
      'colour',
      field('values'),
      negated,
      sets({ null: [['red']], [JSON.stringify(negated)]: [['red']] }),
    );
    expect(facet).toMatchObject({ count: 1, values: [{ name: 'red', count: 1 }] });
    const mixed: Filter = { kind: 'or', parts: [eq('colour', 'violet'), eq('brand', 'Acme')] };
    const other = await countFacet(
      'colour',
      field('values'),
      mixed,
      sets({ null: [['red']], [JSON.stringify(mixed)]: [['red']] }),
    );
    expect(other).toMatchObject({ values: [{ name: 'red', count: 1 }] });
  });

  it('has the bounds of the unfiltered set, and null for those of an empty filtered one', async () => {
    const filter = eq('brand', 'Acme');
    const find = sets({ null: [[3], [7]], [JSON.stringify(filter)]: [] });
    expect(await countFacet('price', field('numbers'), filter, find)).toEqual({
      kind: 'range',
      field: 'price',
      count: 0,
      min: 3,
      max: 7,
      filteredMin: null,
      filteredMax: null,
    });
    expect(await countFacet('price', field('numbers'), null, find)).toMatchObject({
      count: 2,
      filteredMin: 3,
      filteredMax: 7,
    });
  });

  it('is left out for an unknown field and for one without values', async () => {
    const find = sets({ null: [[], []] });
    expect(await countFacet('x', null, null, find)).toBeNull();
    expect(await countFacet('x', field('values'), null, find)).toBeNull();
    expect(await countFacet('x', field('numbers'), null, find)).toBeNull();
  });
});
