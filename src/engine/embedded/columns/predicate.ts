import type { Comparison, Filter, Scalar } from '../../../domain/filter.ts';
import { type Column, type Columns, type NumberColumn, type ValueColumn, valuesAt } from './column.ts';

export type Predicate = (row: number) => boolean;

export const always: Predicate = () => true;
export const never: Predicate = () => false;

/**
 * A filter as a question to one row. A row passes a comparison when one of its values does; `ne` is the
 * opposite of `eq`, so a row without the field passes it. The constant is read in the field's own type
 * (`'42'` fits a number field); one that cannot be read so fits nothing.
 */
export const compileFilter = (filter: Filter | null, columns: Columns): Predicate => {
  if (filter === null) return always;
  switch (filter.kind) {
    case 'and':
      return allOf(filter.parts.map((part) => compileFilter(part, columns)));
    case 'or':
      return anyOf(filter.parts.map((part) => compileFilter(part, columns)));
    case 'not':
      return negate(compileFilter(filter.part, columns));
    case 'in':
      return hasAnyValue(columns.column(filter.field), filter.values);
    case 'compare':
      return compare(columns.column(filter.field), filter.comparison, filter.value);
  }
};

export const allOf = (parts: readonly Predicate[]): Predicate => {
  const [first, second, ...rest] = parts.filter((part) => part !== always);
  if (!first) return always;
  if (!second) return first;
  const both: Predicate = (row) => first(row) && second(row);
  return rest.length === 0 ? both : allOf([both, ...rest]);
};

export const anyOf =
  (parts: readonly Predicate[]): Predicate =>
  (row) =>
    parts.some((part) => part(row));

export const negate =
  (part: Predicate): Predicate =>
  (row) =>
    !part(row);

/** Rows that carry at least one of the values. */
export const hasAnyValue = (column: Column | null, values: readonly Scalar[]): Predicate => {
  if (column === null) return never;
  if (column.kind === 'values') return hasOneId(column, idsOf(column, values));
  const wanted = new Set(values.map((value) => cast(column, value)).filter((value) => value !== null));
  const isWanted = column.type === 'boolean' ? (value: Scalar) => wanted.has(String(value)) : hasIn(wanted);
  return (row) => valuesAt(column, row).some(isWanted);
};

const compare = (column: Column | null, comparison: Comparison, value: Scalar): Predicate => {
  if (comparison === 'ne') return negate(compare(column, 'eq', value));
  if (comparison === 'eq')
    return column?.kind === 'numbers' ? numbers(column, 'eq', value) : hasAnyValue(column, [value]);
  if (column === null) return never;
  if (column.kind === 'numbers') return numbers(column, comparison, value);
  if (column.kind === 'values') return idRange(column, comparison, String(value));
  const limit = column.type === 'boolean' ? null : cast(column, value);
  return limit === null ? never : (row) => valuesAt(column, row).some((one) => holds(comparison, one, limit));
};

/** The value in the type of the column, or null when it has no such reading. */
const cast = (column: Column, value: Scalar): Scalar | null => {
  if (column.type !== 'number') return String(value);
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  return typeof value === 'boolean' || Number.isNaN(number) ? null : number;
};

const holds = (comparison: Comparison, a: Scalar, b: Scalar): boolean => {
  switch (comparison) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    case 'le':
      return a <= b;
  }
};

/** NaN, a row without a number, holds no comparison. */
const numbers = (column: NumberColumn, comparison: Comparison, value: Scalar): Predicate => {
  const limit = cast(column, value);
  if (limit === null) return never;
  const { numbers } = column;
  return (row) => holds(comparison, numbers[row] ?? NaN, limit);
};

const idsOf = (column: ValueColumn, values: readonly Scalar[]): number[] => [
  ...new Set(values.map((value) => column.dictionary.find(String(value))).filter((id) => id >= 0)),
];

const hasOneId = ({ offsets, ids }: ValueColumn, wanted: readonly number[]): Predicate => {
  const [only] = wanted;
  if (only === undefined) return never;
  const fits = wanted.length === 1 ? (id: number) => id === only : hasIn(new Set(wanted));
  return (row) => {
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at += 1) if (fits(ids[at] ?? -1)) return true;
    return false;
  };
};

const hasIn =
  <T>(set: ReadonlySet<T>) =>
  (one: T): boolean =>
    set.has(one);

/** Dictionaries are sorted, so an order of names is an order of ids. */
const idRange = (column: ValueColumn, comparison: Comparison, limit: string): Predicate => {
  if (column.type === 'boolean') return never;
  const { dictionary, offsets, ids } = column;
  const first = dictionary.lowerBound(limit);
  const known = first < dictionary.size && dictionary.at(first) === limit;
  const above = known ? first + 1 : first;
  const low = comparison === 'gt' ? above : comparison === 'ge' ? first : 0;
  const high = comparison === 'lt' ? first : comparison === 'le' ? above : dictionary.size;
  return (row) => {
    const end = offsets[row + 1] ?? 0;
    for (let at = offsets[row] ?? 0; at < end; at += 1) {
      const id = ids[at] ?? 0;
      if (id >= low && id < high) return true;
    }
    return false;
  };
};
