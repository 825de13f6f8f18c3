import type { Filter, Scalar } from '../contract/schema-parts.ts';
import type { comparisons } from './settings/choices.ts';

export type { Filter, Scalar };

export type Comparison = (typeof comparisons)[number];

/** Filters may name it like a facetable field, with `eq`, `ne` and `in`: every product has one. */
export const identifierField = 'identifier';

export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];
export type Sort = { readonly field: string; readonly order: SortOrder };

/** The conjunction of the filters; null when there is none. */
export const allOf = (filters: readonly (Filter | null)[]): Filter | null => {
  const parts = filters.filter((filter) => filter !== null);
  return parts.length > 1 ? { kind: 'and', parts } : (parts[0] ?? null);
};

export const collectFields = (filter: Filter): Set<string> => {
  if (filter.kind === 'compare' || filter.kind === 'in') return new Set([filter.field]);
  const parts = filter.kind === 'not' ? [filter.part] : filter.parts;
  return new Set(parts.flatMap((part) => [...collectFields(part)]));
};

export const countTerms = (filter: Filter): number => {
  if (filter.kind === 'compare' || filter.kind === 'in') return 1;
  const parts = filter.kind === 'not' ? [filter.part] : filter.parts;
  return parts.reduce((sum, part) => sum + countTerms(part), 0);
};

/**
 * The filter without the conjuncts that only test `field`. A facet is counted under it, so that choosing a value
 * keeps the other values of the same facet. A disjunction over several fields is kept.
 */
export const withoutField = (filter: Filter | null, field: string): Filter | null => {
  if (filter === null) return null;
  if (filter.kind === 'compare' || filter.kind === 'in') return filter.field === field ? null : filter;
  const conjuncts = filter.kind === 'and' ? filter.parts : [filter];
  const rest = conjuncts.flatMap((part) => {
    if (part.kind === 'and') return withoutField(part, field) ?? [];
    return isOnlyAbout(part, field) ? [] : [part];
  });
  return allOf(rest);
};

/** Whether a filter tests this field and no other one. */
export const isOnlyAbout = (filter: Filter, field: string): boolean => {
  if (filter.kind === 'compare' || filter.kind === 'in') return filter.field === field;
  const fields = collectFields(filter);
  return fields.size === 1 && fields.has(field);
};
