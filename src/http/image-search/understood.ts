import type { Filter } from '../../domain/filter.ts';
import type { WireSearchParameters } from './schema.ts';

type Bounds = { min: number | null; max: number | null };

/**
 * The parts of a filter that the wire has a form for: a bound of a number, and a choice of values. Both only
 * where they must hold; alternatives and negations are told by `originalFilter` alone.
 */
export const understoodFilters = (filter: Filter | null): WireSearchParameters['filters'] => {
  const ranges = new Map<string, Bounds>();
  const terms = new Map<string, string[]>();
  for (const part of conjuncts(filter)) {
    if (part.kind === 'in') terms.set(part.field, part.values.map(String));
    if (part.kind !== 'compare') continue;
    if (part.comparison === 'eq') terms.set(part.field, [String(part.value)]);
    const bounds = narrowed(ranges.get(part.field), part);
    if (bounds !== null) ranges.set(part.field, bounds);
  }
  const rangeFilters = [...ranges].map(([name, bounds]) => ({ name, ...bounds }));
  const termFilters = [...terms].map(([name, values]) => ({ name, values }));
  return { rangeFilters: orNull(rangeFilters), termFilters: orNull(termFilters) };
};

function conjuncts(filter: Filter | null): readonly Filter[] {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [filter];
}

function narrowed(known: Bounds | undefined, part: Extract<Filter, { kind: 'compare' }>): Bounds | null {
  if (typeof part.value !== 'number') return null;
  const { min, max } = known ?? { min: null, max: null };
  if (part.comparison === 'gt' || part.comparison === 'ge')
    return { min: Math.max(min ?? part.value, part.value), max };
  if (part.comparison === 'lt' || part.comparison === 'le')
    return { min, max: Math.min(max ?? part.value, part.value) };
  return null;
}

export const orNull = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);
