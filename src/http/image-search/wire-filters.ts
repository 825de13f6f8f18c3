import { collectFields, type Filter } from '../../domain/filter.ts';
import type { WireSearchParameters } from './schema.ts';

type Bounds = { min: number | null; max: number | null };
type Comparison = Extract<Filter, { kind: 'compare' }>;

/**
 * The parts of a filter that `searchParameters` can express: bounds of a number, and a choice of values, if they
 * are top-level conjuncts. Other alternatives and negations appear in `originalFilter` only. Two choices in one
 * field that must both hold (a product in S and in M) stay two entries.
 */
export const presentFilters = (filter: Filter | null): WireSearchParameters['filters'] => {
  const ranges = new Map<string, Bounds>();
  const termFilters: { name: string; values: string[] }[] = [];
  for (const part of conjuncts(filter)) {
    const bounds = part.kind === 'compare' ? narrowBounds(ranges.get(part.field), part) : null;
    const choice = bounds === null ? selectedValues(part) : null;
    if (bounds !== null && part.kind === 'compare') ranges.set(part.field, bounds);
    if (choice !== null) termFilters.push(choice);
  }
  const rangeFilters = [...ranges].map(([name, bounds]) => ({ name, ...bounds }));
  return { rangeFilters: nullIfEmpty(rangeFilters), termFilters: nullIfEmpty(termFilters) };
};

const conjuncts = (filter: Filter | null): readonly Filter[] => {
  if (filter === null) return [];
  return filter.kind === 'and' ? filter.parts.flatMap(conjuncts) : [filter];
};

/** Values of which a product must have one: `in`, `eq`, or an `or` of these over one field. */
const selectedValues = (part: Filter): { name: string; values: string[] } | null => {
  if (part.kind === 'in') return { name: part.field, values: part.values.map(String) };
  if (part.kind === 'compare')
    return part.comparison === 'eq' ? { name: part.field, values: [String(part.value)] } : null;
  if (part.kind !== 'or' || collectFields(part).size !== 1) return null;
  const choices = part.parts.map(selectedValues).filter((choice) => choice !== null);
  const [first] = choices;
  if (first === undefined || choices.length < part.parts.length) return null;
  return { name: first.name, values: [...new Set(choices.flatMap(({ values }) => values))] };
};

const narrowBounds = (known: Bounds | undefined, { comparison, value }: Comparison): Bounds | null => {
  if (typeof value !== 'number') return null;
  const { min, max } = known ?? { min: null, max: null };
  const raised = Math.max(min ?? value, value);
  const lowered = Math.min(max ?? value, value);
  if (comparison === 'eq') return { min: raised, max: lowered };
  if (comparison === 'gt' || comparison === 'ge') return { min: raised, max };
  if (comparison === 'lt' || comparison === 'le') return { min, max: lowered };
  return null;
};

export const nullIfEmpty = <T>(list: T[]): T[] | null => (list.length === 0 ? null : list);
