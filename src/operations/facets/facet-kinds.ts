import type { Field } from '../../domain/dataset.ts';
import type { FacetCount, FacetType } from '../../domain/facet.ts';
import { pickBestSplitting } from './split-quality.ts';

export type FacetContext = {
  /** The facets of the box, in order. */
  readonly configured: readonly string[];
  readonly fields: readonly Field[];
  /** Size of the candidate set. */
  readonly setSize: number;
  /** Selected values by field. A facet with a selected value must stay. */
  readonly selected: ReadonlyMap<string, readonly string[]>;
};

/** How the facets of an answer are chosen and ordered. */
export type FacetKind = {
  /** Whether facets that the box does not configure are counted as well. */
  readonly countsUnconfigured: boolean;
  /** The facets to show, in order. The given ones are in the configured order, then in the order of the mapping. */
  readonly choose: (facets: readonly FacetCount[], context: FacetContext) => readonly FacetCount[];
};

/** A facet type that is added to the domain does not compile until it has a row here. */
export const facetKinds: Readonly<Record<FacetType, FacetKind>> = {
  /** The configured facets. */
  basic: { countsUnconfigured: false, choose: (facets) => facets },
  /** The facets that split this set best. */
  adaptive: { countsUnconfigured: false, choose: pickBestSplitting },
  /** The configured facets, then the best of the others. */
  semiAdaptive: {
    countsUnconfigured: true,
    choose: (facets, context) => {
      const isConfigured = ({ field }: FacetCount): boolean => context.configured.includes(field);
      const others = facets.filter((facet) => !isConfigured(facet));
      return [...facets.filter(isConfigured), ...pickBestSplitting(others, context)];
    },
  },
};
