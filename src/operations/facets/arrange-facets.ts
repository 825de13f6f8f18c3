import type { Field, FieldType } from '../../domain/dataset.ts';
import type { FacetCount, FacetType, FacetValue } from '../../domain/facet.ts';
import type { Filter, Scalar } from '../../domain/filter.ts';
import { pathLevels } from '../../domain/product.ts';

export type ArrangedFacet = {
  readonly name: string;
  readonly displayName: string;
  readonly dataType: 'string' | 'number' | 'boolean';
  /** Products of the candidate set that have the field. */
  readonly count: number;
  readonly disabled: boolean;
} & (
  | {
      readonly kind: 'value';
      readonly values: readonly (FacetValue & { readonly disabled: boolean })[];
    }
  | {
      readonly kind: 'range';
      readonly min: number;
      readonly max: number;
      readonly filteredMin: number | null;
      readonly filteredMax: number | null;
    }
);

export type FacetChoice = {
  readonly facetType: FacetType;
  readonly facets: readonly string[];
};

export const facetDefaults = {
  /** Maximum number of facets that the adaptive types add. */
  adaptiveMaximum: 10,
  /** A number field that varies is rated like a value facet with this many equal parts. */
  rangeParts: 4,
  /** A field that fewer products than this share of the set have is dropped. */
  minimumCoverage: 0.1,
  /** With fewer products per value than this, the field identifies products instead of grouping them. */
  minimumPerValue: 1.25,
} as const;

/** The fields that the engine must count. */
export const facetFields = (fields: readonly Field[], { facetType, facets }: FacetChoice): string[] => {
  const facetable = [...fields]
    .filter((field) => field.facetable)
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
  const configured = facets.filter((name) => facetable.includes(name));
  if (facets.length === 0) return facetable;
  if (facetType !== 'semiAdaptive') return configured;
  return [...configured, ...facetable.filter((name) => !configured.includes(name))];
};

/**
 * basic: the configured facets. adaptive: the facets that split this set best. semiAdaptive: the configured
 * facets, then the best of the others. A facet with a selected value is never dropped.
 */
export const arrangeFacets = (
  counts: readonly FacetCount[],
  fields: readonly Field[],
  choice: FacetChoice & {
    readonly filter: Filter | null;
    readonly setSize: number;
  },
): ArrangedFacet[] => {
  const selected = selectedValues(choice.filter);
  const facets = addSelectedFacets(counts, fields, choice, selected);
  const isPinned = ({ field }: FacetCount) =>
    choice.facetType === 'basic' || (choice.facetType === 'semiAdaptive' && choice.facets.includes(field));
  const pinned = facets.filter(isPinned);
  const others = facets.filter((facet) => !isPinned(facet));
  return [...pinned, ...pickBestSplitting(others, fields, choice.setSize, selected)].flatMap((facet) => {
    const field = fields.find(({ name }) => name === facet.field);
    return field === undefined ? [] : [toArrangedFacet(facet, field, selected.get(field.name) ?? [])];
  });
};

/** Values selected with `eq` or `in`, by field. Values under a `not` do not count. */
export const selectedValues = (filter: Filter | null): Map<string, string[]> => {
  const selected = new Map<string, string[]>();
  const addValues = (field: string, values: readonly Scalar[]) => {
    const known = selected.get(field) ?? [];
    selected.set(field, [...new Set([...known, ...values.map(String)])]);
  };
  const visit = (part: Filter): void => {
    if (part.kind === 'compare' && part.comparison === 'eq') addValues(part.field, [part.value]);
    else if (part.kind === 'in') addValues(part.field, part.values);
    else if (part.kind === 'and' || part.kind === 'or') part.parts.forEach(visit);
  };
  if (filter !== null) visit(filter);
  return selected;
};

/** The engine omits a field that no product in the set has; a selection in it must stay visible. */
const addSelectedFacets = (
  counts: readonly FacetCount[],
  fields: readonly Field[],
  choice: FacetChoice,
  selected: ReadonlyMap<string, readonly string[]>,
): FacetCount[] => {
  const countsByField = new Map(counts.map((facet) => [facet.field, facet]));
  return facetFields(fields, choice).flatMap((name): FacetCount[] => {
    const facet = countsByField.get(name);
    if (facet !== undefined) return [facet];
    const isNumber = fields.find((field) => field.name === name)?.type === 'number';
    return selected.has(name) && !isNumber ? [{ kind: 'value', field: name, count: 0, values: [] }] : [];
  });
};

const pickBestSplitting = (
  facets: readonly FacetCount[],
  fields: readonly Field[],
  setSize: number,
  selected: ReadonlyMap<string, readonly string[]>,
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
export const splitQuality = (facet: FacetCount, setSize: number, isPath: boolean): number => {
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

const toArrangedFacet = (facet: FacetCount, field: Field, selected: readonly string[]): ArrangedFacet => {
  const { name, displayName } = field;
  const common = {
    name,
    displayName,
    dataType: toDataType(field.type),
    count: facet.count,
  };
  if (facet.kind === 'range') {
    const { min, max, filteredMin, filteredMax } = facet;
    return {
      ...common,
      kind: 'range',
      min,
      max,
      filteredMin,
      filteredMax,
      disabled: filteredMin === null,
    };
  }
  const wanted = field.type === 'path' ? [...new Set(selected.flatMap(pathLevels))] : selected;
  const missing = wanted.filter((value) => !facet.values.some((known) => known.name === value));
  const allValues = [...facet.values, ...missing.map((value) => ({ name: value, count: 0 }))];
  if (missing.length > 0) allValues.sort(compareByFrequency);
  const values = allValues.map((value) => ({ ...value, disabled: value.count === 0 }));
  return {
    ...common,
    kind: 'value',
    values,
    disabled: values.every(({ disabled }) => disabled),
  };
};

/** Puts a path level after the levels above it, which are at least as frequent. */
const compareByFrequency = (a: FacetValue, b: FacetValue): number => {
  return b.count - a.count || (a.name < b.name ? -1 : 1);
};

const toDataType = (type: FieldType): ArrangedFacet['dataType'] => {
  return type === 'number' || type === 'boolean' ? type : 'string';
};
