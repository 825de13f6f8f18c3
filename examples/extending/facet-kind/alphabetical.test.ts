import { describe, expect, it } from 'vitest';
import type { Field } from '../../../src/domain/dataset.ts';
import type { FacetCount } from '../../../src/domain/facet.ts';
import { arrangeFacets, facetFields } from '../../../src/operations/facets/arrange-facets.ts';
import { alphabetical } from './alphabetical.ts';

const createField = (name: string, displayName: string, order: number): Field => ({
  name,
  displayName,
  from: name,
  type: 'text',
  facetable: true,
  sortable: false,
  searchable: false,
  order,
});

const fields = [
  createField('size', 'Size', 1),
  createField('farbe', 'Colour', 2),
  createField('maker', 'Brand', 3),
];

const count = (field: string, value: string): FacetCount => ({
  kind: 'value',
  field,
  count: 2,
  values: [{ name: value, count: 2 }],
});

/** A box that configures one facet; the type is that of the box until the kind has a name of its own. */
const choice = { facetType: 'basic', facets: ['size'] } as const;

describe('an alphabetical facet kind', () => {
  it('counts every facetable field', () => {
    expect(facetFields(fields, choice, alphabetical)).toEqual(['size', 'farbe', 'maker']);
  });

  it('orders facets by the name that shoppers read', () => {
    const counts = [count('size', 'M'), count('farbe', 'Red'), count('maker', 'Acme')];
    const facets = arrangeFacets(counts, fields, { ...choice, filter: null, setSize: 2 }, alphabetical);
    expect(facets.map(({ displayName }) => displayName)).toEqual(['Brand', 'Colour', 'Size']);
  });

  it('keeps a facet whose selected value no product has', () => {
    const filter = { kind: 'compare', field: 'maker', comparison: 'eq', value: 'Other' } as const;
    const facets = arrangeFacets(
      [count('size', 'M')],
      fields,
      { ...choice, filter, setSize: 2 },
      alphabetical,
    );
    expect(facets).toMatchObject([
      { name: 'maker', disabled: true, values: [{ name: 'Other', count: 0 }] },
      { name: 'size', disabled: false },
    ]);
  });
});
