import type { SearchBox } from '../../domain/box.ts';
import type { Field, FieldType } from '../../domain/dataset.ts';
import type { FacetCount, FacetValue } from '../../domain/facet.ts';
import type { Filter, Scalar } from '../../domain/filter.ts';
import { pathLevels } from '../../domain/product.ts';
import { type FacetKind, facetKinds } from './facet-kinds.ts';

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
      /** A value with a count of 0 leads to no results. */
      readonly values: readonly FacetValue[];
    }
  | {
      readonly kind: 'range';
      readonly min: number;
      readonly max: number;
      readonly filteredMin: number | null;
      readonly filteredMax: number | null;
    }
);

export type FacetChoice = Pick<SearchBox, 'facetType' | 'facets'>;

/** The fields that the engine must count. */
export const facetFields = (
  fields: readonly Field[],
  { facetType, facets }: FacetChoice,
  kind: FacetKind = facetKinds[facetType],
): readonly string[] => {
  const facetable = fields
    .filter((field) => field.facetable)
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
  if (facets.length === 0) return facetable;
  const configured = facets.filter((name) => facetable.includes(name));
  return kind.countsUnconfigured ? [...new Set([...configured, ...facetable])] : configured;
};

/**
 * Chooses and orders the facets by the kind of the box, and marks what leads to no results. A facet with a selected
 * value is never dropped.
 */
export const arrangeFacets = (
  counts: readonly FacetCount[],
  fields: readonly Field[],
  choice: FacetChoice & {
    readonly filter: Filter | null;
    readonly setSize: number;
  },
  kind: FacetKind = facetKinds[choice.facetType],
): ArrangedFacet[] => {
  const { facets: configured, setSize } = choice;
  const selected = selectedValues(choice.filter);
  const names = facetFields(fields, choice, kind);
  const available = addSelectedFacets(counts, names, fields, selected);
  const arranged: ArrangedFacet[] = [];
  for (const facet of kind.choose(available, { configured, fields, setSize, selected })) {
    const field = fields.find(({ name }) => name === facet.field);
    if (field !== undefined) arranged.push(toArrangedFacet(facet, field, selected.get(field.name) ?? []));
  }
  return arranged;
};

/** Values selected with `eq` or `in`, by field. Values under a `not` do not count. */
const selectedValues = (filter: Filter | null): Map<string, string[]> => {
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
  names: readonly string[],
  fields: readonly Field[],
  selected: ReadonlyMap<string, readonly string[]>,
): FacetCount[] => {
  const countsByField = new Map(counts.map((facet) => [facet.field, facet]));
  return names.flatMap((name): FacetCount[] => {
    const facet = countsByField.get(name);
    if (facet !== undefined) return [facet];
    const isNumber = fields.find((field) => field.name === name)?.type === 'number';
    return selected.has(name) && !isNumber ? [{ kind: 'value', field: name, count: 0, values: [] }] : [];
  });
};

const toArrangedFacet = (facet: FacetCount, field: Field, selected: readonly string[]): ArrangedFacet => {
  const { name, displayName } = field;
  const common = { name, displayName, dataType: toDataType(field.type), count: facet.count };
  if (facet.kind === 'range') {
    const { kind, min, max, filteredMin, filteredMax } = facet;
    return { ...common, kind, min, max, filteredMin, filteredMax, disabled: filteredMin === null };
  }
  const wanted = field.type === 'path' ? [...new Set(selected.flatMap(pathLevels))] : selected;
  const missing = wanted.filter((value) => !facet.values.some((known) => known.name === value));
  const values =
    missing.length === 0
      ? facet.values
      : [...facet.values, ...missing.map((value) => ({ name: value, count: 0 }))].sort(compareByFrequency);
  return { ...common, kind: 'value', values, disabled: values.every(({ count }) => count === 0) };
};

/** Puts a path level after the levels above it, which are at least as frequent. */
const compareByFrequency = (a: FacetValue, b: FacetValue): number =>
  b.count - a.count || (a.name < b.name ? -1 : 1);

const toDataType = (type: FieldType): ArrangedFacet['dataType'] =>
  type === 'number' || type === 'boolean' ? type : 'string';
