import type { FacetCount, FacetValue } from '../../../domain/facet.ts';
import { type Filter, isOnlyAbout, type Scalar, withoutField } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../search-query.ts';

/** What a facet needs to know of a field, for a set of families. */
export type FacetField<S> = {
  readonly kind: 'values' | 'numbers';
  /** How many families have each value; a family counts once, however many of its members have it. */
  countValues(set: S): Map<string, number>;
  /** The same as `sortValues` would list it, where there is a faster way. */
  listValues?(set: S): FacetValue[] | null;
  /** Families with a member that has a value. */
  countCarriers(set: S): number;
  /** Smallest and largest number; null when no family has one. */
  findBounds(set: S): { readonly min: number; readonly max: number } | null;
};

/** The part of the set that matches what was chosen; the whole set for null. */
export type FindSet<S> = (filter: Filter | null) => Promise<S>;

/** Makes each set once: facets need the same few several times. */
export const memoizeByFilter = <S>(create: FindSet<S>): FindSet<S> => {
  /** By the filter itself, because it is mostly the same object, and by its text. */
  const sets = new Map<Filter | string | null, Promise<S>>();
  return (filter) => {
    const same = sets.get(filter);
    if (same) return same;
    const key = JSON.stringify(filter);
    const set = sets.get(key) ?? create(filter);
    sets.set(key, set);
    sets.set(filter, set);
    return set;
  };
};

/** One after the other: fields may share what they count with. Without those that have nothing to list. */
export const countFacets = async <S>(
  { facets, facetFilter = null }: SearchQuery,
  openField: (field: string) => FacetField<S> | null,
  findSet: FindSet<S>,
): Promise<FacetCount[]> => {
  const counts: FacetCount[] = [];
  for (const field of facets) {
    const count = await countFacet(field, openField(field), facetFilter, findSet);
    if (count !== null) counts.push(count);
  }
  return counts;
};

/**
 * One facet; `filter` is what was chosen among the facets. The values are counted without its conjuncts about the field
 * itself; values of the whole set and selected values are listed with 0. A range has the bounds of the whole set and of
 * the chosen part. Null when there is nothing to list.
 */
export const countFacet = async <S>(
  field: string,
  source: FacetField<S> | null,
  filter: Filter | null,
  findSet: FindSet<S>,
): Promise<FacetCount | null> => {
  if (source === null) return null;
  return source.kind === 'numbers'
    ? countRange(field, source, filter, findSet)
    : countValues(field, source, filter, findSet);
};

const countValues = async <S>(
  field: string,
  source: FacetField<S>,
  filter: Filter | null,
  findSet: FindSet<S>,
): Promise<FacetCount | null> => {
  if (filter === null) return countUnfiltered(field, source, await findSet(null));
  const otherConjuncts = withoutField(filter, field);
  const set = await findSet(otherConjuncts);
  const whole = otherConjuncts === null ? null : await findSet(null);
  const selected = listSelectedValues(filter, field);
  const values = listFiltered(source, set, whole, selected);
  if (values.length === 0) return null;
  const count = source.countCarriers(await findSet(filter));
  return { kind: 'value', field, count, values };
};

const listFiltered = <S>(
  source: FacetField<S>,
  set: S,
  whole: S | null,
  selected: readonly string[],
): FacetValue[] => {
  const counts = source.countValues(set);
  const others = whole === null ? [] : source.countValues(whole).keys();
  for (const value of [...others, ...selected]) if (!counts.has(value)) counts.set(value, 0);
  return sortValues(counts);
};

const countUnfiltered = <S>(field: string, source: FacetField<S>, set: S): FacetCount | null => {
  const values = source.listValues?.(set) ?? sortValues(source.countValues(set));
  return values.length === 0 ? null : { kind: 'value', field, count: source.countCarriers(set), values };
};

/** Most frequent first, then by name. */
export const sortValues = (counts: ReadonlyMap<string, number>): FacetValue[] =>
  Array.from(counts, ([name, count]) => ({ name, count })).sort(
    (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1),
  );

const countRange = async <S>(
  field: string,
  source: FacetField<S>,
  filter: Filter | null,
  findSet: FindSet<S>,
): Promise<FacetCount | null> => {
  const bounds = source.findBounds(await findSet(null));
  if (bounds === null) return null;
  const filteredSet = await findSet(filter);
  const filtered = filter === null ? bounds : source.findBounds(filteredSet);
  return {
    kind: 'range',
    field,
    count: source.countCarriers(filteredSet),
    ...bounds,
    filteredMin: filtered?.min ?? null,
    filteredMax: filtered?.max ?? null,
  };
};

/** Values that the caller's filter selects in this field: they are listed even when no family has them. */
const listSelectedValues = (filter: Filter | null, field: string): string[] => {
  if (filter === null) return [];
  if (filter.kind === 'and') return filter.parts.flatMap((part) => listSelectedValues(part, field));
  return isOnlyAbout(filter, field) ? listComparedValues(filter).map(String) : [];
};

const listComparedValues = (filter: Filter): readonly Scalar[] => {
  switch (filter.kind) {
    case 'compare':
      return filter.comparison === 'eq' ? [filter.value] : [];
    case 'in':
      return filter.values;
    case 'and':
    case 'or':
      return filter.parts.flatMap(listComparedValues);
    case 'not':
      return [];
  }
};
