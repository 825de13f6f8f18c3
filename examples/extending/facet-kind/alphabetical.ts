import type { FacetKind } from '../../../src/operations/facets/facet-kinds.ts';

/** Every facetable field of the catalogue, by the name that shoppers read. */
export const alphabetical: FacetKind = {
  countsUnconfigured: true,
  choose: (facets, { fields }) => {
    const names = new Map(fields.map(({ name, displayName }) => [name, displayName]));
    const nameOf = (field: string): string => names.get(field) ?? field;
    return [...facets].sort((a, b) => nameOf(a.field).localeCompare(nameOf(b.field), 'en'));
  },
};
