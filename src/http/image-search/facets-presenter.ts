import type { ArrangedFacet } from '../../operations/facets/arrange-facets.ts';
import type { WireFilter } from './schema.ts';
import { nullIfEmpty } from './wire-filters.ts';

/** `filters` of an answer. */
export const presentFacets = (facets: readonly ArrangedFacet[]): WireFilter[] | null =>
  nullIfEmpty(facets.map(presentFacet));

const presentFacet = (facet: ArrangedFacet, order: number): WireFilter => {
  const { name, displayName, dataType, kind: type, count, disabled } = facet;
  const common = { name, displayName, dataType, type, order, count };
  if (facet.kind === 'range') {
    const { min, max, filteredMin, filteredMax } = facet;
    return { ...common, ranges: [{ min, max, filteredMin, filteredMax }], values: null, disabled };
  }
  const values = facet.values.map(({ count: products, name: value }) => {
    return { count: products, name: value, disabled: products === 0 };
  });
  return { ...common, ranges: null, values: nullIfEmpty(values), disabled };
};
