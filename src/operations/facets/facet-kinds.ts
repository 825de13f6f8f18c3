import type { Field } from '../../domain/dataset.ts';
import type { FacetCount, FacetType, FacetValue } from '../../domain/facet.ts';
import { pathLevels } from '../../domain/product.ts';

const facetDefaults = {
  /** Maximum number of facets that the adaptive types add. */
  adaptiveMaximum: 10,
  /** A number field that varies is rated like a value facet with this many equal parts. */
  rangeParts: 4,
  /** A field that fewer products than this share of the set have is dropped. */
  minimumCoverage: 0.1,
  /** With fewer products per value than this, the field identifies products instead of grouping them. */
  minimumPerValue: 1.25,
} as const;

/** The facets that split the set best, best first; facets with a selected value are always included. */
export const pickBestSplitting = (
  facets: readonly FacetCount[],
  { fields, setSize, selected }: Omit<FacetContext, 'configured'>,
): FacetCount[] => {
  const isPath = ({ field }: FacetCount) => fields.find(({ name }) => name === field)?.type === 'path';
  return facets
    .map((facet) => ({
      facet,
      worth: splitQuality(facet, setSize, isPath(facet)),
      chosen: selected.has(facet.field),
    }))
    .filter(({ worth: quality, chosen }) => quality > 0 || chosen)
    .sort((a, b) => b.worth - a.worth)
    .filter(({ chosen: isSelected }, place) => isSelected || place < facetDefaults.adaptiveMaximum)
    .map(({ facet }) => facet);
};

/** Coverage × entropy; 0 for a facet that does not help with this set. */
const splitQuality = (facet: FacetCount, setSize: number, isPath: boolean): number => {
  const coverage = setSize === 0 ? 0 : Math.min(1, facet.count / setSize);
  if (coverage < facetDefaults.minimumCoverage) return 0;
  if (facet.kind === 'range')
    return facet.min < facet.max ? coverage * Math.log2(facetDefaults.rangeParts) : 0;
  return coverage * Math.max(...groupByLevel(facet.values, isPath).map(entropy), 0);
};

/**
 * Path values are grouped by depth, because `Women` and `Women/Tops` overlap. A path facet is rated by its best
 * level.
 */
const groupByLevel = (values: readonly FacetValue[], isPath: boolean): FacetValue[][] => {
  const pathDepth = ({ name }: FacetValue) => (isPath ? pathLevels(name).length : 1);
  return [...Map.groupBy(values, pathDepth).values()];
};

/** In bits; 0 when all products share one value, or nearly every product has its own. */
const entropy = (values: readonly FacetValue[]): number => {
  const counts = values.map(({ count }) => count).filter((count) => count > 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (counts.length < 2 || total / counts.length < facetDefaults.minimumPerValue) return 0;
  return counts.reduce((sum, count) => sum - (count / total) * Math.log2(count / total), 0);
};

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
