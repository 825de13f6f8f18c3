import { fieldText, valueText } from '../../api/filter-text.ts';
import type { FacetSelection } from '../../components/facets/facet-values.ts';

/** The chosen facet values as the operation's `facetFilter` parameter; null when nothing is chosen. */
export const buildFacetFilter = (chosen: FacetSelection): string | null => {
  const parts = Object.entries(chosen).flatMap(([name, { values = [], bounds = {} }]) => {
    const field = fieldText(name);
    return [
      ...(values.length > 0 ? [`${field} in (${values.map(valueText).join(', ')})`] : []),
      ...(bounds.min === undefined ? [] : [`${field} ge ${bounds.min}`]),
      ...(bounds.max === undefined ? [] : [`${field} le ${bounds.max}`]),
    ];
  });
  return parts.length > 0 ? parts.join(' and ') : null;
};
