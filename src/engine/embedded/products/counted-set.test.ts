import { describe, expect, it } from 'vitest';
import { packValue } from '../../../domain/packed-values.ts';
import { countFacet } from '../../semantics/search/facets.ts';
import type { Column } from '../columns/column.ts';
import { createValueCounter } from '../columns/value-counter.ts';
import { createStringTable } from '../storage/strings.ts';
import { toCountedSet } from './counted-set.ts';
import { createFacetField, type FacetSet } from './facet-field.ts';

const names = ['blue', 'green', 'red'];
const dictionary = createStringTable(names.length, (index) => names[index] ?? '');
const counter = createValueCounter(dictionary);
const colour: Column = {
  kind: 'values',
  type: 'text',
  dictionary,
  offsets: Uint32Array.from([0, 1]),
  ids: Uint32Array.from([2]),
  counter: () => counter,
};
const price: Column = { kind: 'numbers', type: 'number', numbers: Float64Array.from([5]) };

const words = Uint32Array.from([packValue(9, 0), packValue(4, 2)]);
const packed = { names: dictionary, words, start: 0, end: 2 };
const range = { min: 1, max: 30, filteredMin: 1, filteredMax: 30 };
const plain = {
  count: 13,
  hits: [],
  text: null,
  facets: [
    { kind: 'value' as const, field: 'colour', count: 12, values: [], packed },
    { kind: 'range' as const, field: 'price', count: 11, ...range },
  ],
};

/** One red product for 5. */
const filtered: FacetSet = {
  count: 1,
  ranked: new Float64Array(0),
  organic: new Float64Array(0),
  pins: [],
  rungOf: () => 0,
  members: () => ({ rows: Uint32Array.from([0]), starts: Uint32Array.from([0, 1]), areAlone: true }),
  prepareMembers: async () => undefined,
};

const count = (field: string, column: Column, filteredField: string) => {
  const filter = { kind: 'compare', field: filteredField, comparison: 'eq', value: 'red' } as const;
  return countFacet(field, createFacetField(field, column), filter, async (wanted) => {
    const counted = toCountedSet(plain);
    if (counted === null) throw new Error('The set is not counted.');
    return wanted === null ? counted : filtered;
  });
};

describe('a set that is counted', () => {
  it('gives the values of the filter’s own field', async () => {
    expect(await count('colour', colour, 'colour')).toEqual({
      kind: 'value',
      field: 'colour',
      count: 1,
      values: [
        { name: 'blue', count: 9 },
        { name: 'red', count: 4 },
      ],
    });
  });

  it('gives other fields the values that the filter leaves without a product', async () => {
    expect(await count('colour', colour, 'brand')).toMatchObject({
      values: [
        { name: 'red', count: 1 },
        { name: 'blue', count: 0 },
      ],
    });
  });

  it('gives the bounds of a range', async () => {
    expect(await count('price', price, 'colour')).toMatchObject({
      count: 1,
      min: 1,
      max: 30,
      filteredMin: 5,
      filteredMax: 5,
    });
  });

  it('is not made of facets that are not packed', () => {
    const unpacked = { kind: 'value' as const, field: 'colour', count: 1, values: [] };
    expect(toCountedSet({ ...plain, facets: [unpacked] })).toBeNull();
  });
});
