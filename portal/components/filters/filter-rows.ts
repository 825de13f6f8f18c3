import { type Comparison, type Filter, type Scalar } from '../../../src/domain/filter.ts';
import { parseFilter, writeFilter } from '../../../src/domain/filter-text.ts';

/** One sentence of a filter: "Brand is Acme". The value is kept as text while it is typed. */
export type FilterRow = {
  readonly field: string;
  readonly comparison: Comparison;
  readonly value: string;
};

type TypedField = { readonly name: string; readonly type: string };

/** The sentences of a filter; null for one that sentences cannot say (or, not, in), which stays a text. */
export const readFilterRows = (text: string): FilterRow[] | null => {
  if (text.trim() === '') return [];
  const parsed = parseFilter(text);
  return parsed.ok ? toRows(parsed.filter) : null;
};

const toRows = (filter: Filter): FilterRow[] | null => {
  if (filter.kind === 'compare')
    return [{ field: filter.field, comparison: filter.comparison, value: String(filter.value) }];
  if (filter.kind !== 'and') return null;
  const parts = filter.parts.map(toRows);
  return parts.includes(null) ? null : parts.flatMap((rows) => rows ?? []);
};

/** The filter as the service reads it; sentences without a field or a value are left out. */
export const writeFilterRows = (rows: readonly FilterRow[], fields: readonly TypedField[]): string => {
  const parts = rows
    .filter(({ field, value }) => field !== '' && value.trim() !== '')
    .map(({ field, comparison, value }): Filter => {
      const type = fields.find(({ name }) => name === field)?.type ?? 'text';
      return { kind: 'compare', field, comparison, value: toScalar(value, type) };
    });
  const [first] = parts;
  if (first === undefined) return '';
  return writeFilter(parts.length === 1 ? first : { kind: 'and', parts });
};

const toScalar = (value: string, type: string): Scalar => {
  if (type === 'boolean') return value === 'true';
  return type === 'number' && Number.isFinite(Number(value)) ? Number(value) : value;
};

/** The comparisons that make sense for a type. */
export const listComparisons = (type: string): readonly Comparison[] => {
  if (type === 'number') return ['ge', 'le', 'eq', 'ne', 'gt', 'lt'];
  return type === 'boolean' ? ['eq'] : ['eq', 'ne'];
};
