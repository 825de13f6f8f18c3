/** A restriction that was asked for. (What the wire calls "Filter" is a Facet here.) */
export type Scalar = string | number | boolean;

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';

export type Filter =
  | {
      readonly kind: 'compare';
      readonly field: string;
      readonly comparison: Comparison;
      readonly value: Scalar;
    }
  | { readonly kind: 'in'; readonly field: string; readonly values: readonly Scalar[] }
  | { readonly kind: 'and'; readonly parts: readonly Filter[] }
  | { readonly kind: 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter };

export type Sort = { readonly field: string; readonly order: 'asc' | 'desc' };

/** All of them must hold; null when there is nothing to hold. */
export const allOf = (filters: readonly (Filter | null)[]): Filter | null => {
  const parts = filters.filter((filter) => filter !== null);
  return parts.length > 1 ? { kind: 'and', parts } : (parts[0] ?? null);
};

/** The fields a filter speaks of. */
export const collectFields = (filter: Filter): Set<string> => {
  if (filter.kind === 'compare' || filter.kind === 'in') return new Set([filter.field]);
  const parts = filter.kind === 'not' ? [filter.part] : filter.parts;
  return new Set(parts.flatMap((part) => [...collectFields(part)]));
};

/**
 * The filter without the conjuncts that speak of `field` alone. A facet is counted under this one, so
 * that choosing a value does not make its siblings vanish. A disjunction over several fields stays whole.
 */
export const withoutField = (filter: Filter | null, field: string): Filter | null => {
  if (filter === null) return null;
  const conjuncts = filter.kind === 'and' ? filter.parts : [filter];
  const rest = conjuncts.flatMap((part) => {
    if (part.kind === 'and') return withoutField(part, field) ?? [];
    const fields = collectFields(part);
    return fields.size === 1 && fields.has(field) ? [] : [part];
  });
  return allOf(rest);
};
