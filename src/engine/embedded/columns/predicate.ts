import type { Comparison, Filter, Scalar } from '../../../domain/filter.ts';
import { castConstant, compareValues } from '../../semantics/search/match-filter.ts';
import { type Column, type Columns, type NumberColumn, type ValueColumn, valuesAt } from './column.ts';
import type { Row } from '../rows/rows.ts';
import type { NeighbourPlan, Source } from '../../engine.ts';
import { selectRequired } from '../../semantics/search/field-values.ts';

export type Predicate = (row: Row) => boolean;

export const always: Predicate = () => true;
export const never: Predicate = () => false;

/**
 * Compiles a filter to a test of one row. A row passes a comparison when one of its values does; `ne` is the
 * opposite of `eq`, so a row without the field passes it. The constant is converted to the type of the field
 * (`'42'` for a number field); one that cannot be converted matches nothing.
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
      return compileComparison(columns.column(filter.field), filter.comparison, filter.value);
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

/** Rows with at least one of the values. */
export const hasAnyValue = (column: Column | null, values: readonly Scalar[]): Predicate => {
  if (column === null) return never;
  if (column.kind === 'values') return hasAnyId(column, findIds(column, values));
  if (column.kind === 'records' && column.rowOf) {
    return isIn(new Set(values.map(String).map(column.rowOf)));
  }
  const wanted = new Set<Scalar>(
    values.map((value) => castConstant(column.type, value)).filter((value) => value !== null),
  );
  const isWanted = column.type === 'boolean' ? (value: Scalar) => wanted.has(String(value)) : isIn(wanted);
  return (row) => valuesAt(column, row).some(isWanted);
};

const compileComparison = (column: Column | null, comparison: Comparison, value: Scalar): Predicate => {
  if (comparison === 'ne') return negate(compileComparison(column, 'eq', value));
  if (comparison === 'eq')
    return column?.kind === 'numbers' ? compareNumbers(column, 'eq', value) : hasAnyValue(column, [value]);
  if (column === null) return never;
  if (column.kind === 'numbers') return compareNumbers(column, comparison, value);
  if (column.kind === 'values') return hasIdInRange(column, comparison, String(value));
  const limit = column.type === 'boolean' ? null : castConstant(column.type, value);
  return limit === null
    ? never
    : (row) => valuesAt(column, row).some((one) => compareValues(comparison, one, limit));
};

/** NaN, for a row without a number, passes no comparison. */
const compareNumbers = (column: NumberColumn, comparison: Comparison, value: Scalar): Predicate => {
  const limit = castConstant(column.type, value);
  if (limit === null) return never;
  const { numbers } = column;
  return (row) => compareValues(comparison, numbers[row] ?? NaN, limit);
};

const findIds = (column: ValueColumn, values: readonly Scalar[]): number[] => [
  ...new Set(values.map((value) => column.dictionary.find(String(value))).filter((id) => id >= 0)),
];

/** Rows with at least one of these ids of the dictionary. */
const hasAnyId = (column: ValueColumn, wanted: readonly number[]): Predicate => {
  const { offsets, ids } = column;
  const [only] = wanted;
  if (only === undefined) return never;
  const isWantedId = wanted.length === 1 ? (id: number) => id === only : isIn(new Set(wanted));
  // From the end: the innermost level of a path is the last one.
  return (row) => {
    const start = offsets[row] ?? 0;
    for (let at = (offsets[row + 1] ?? 0) - 1; at >= start; at -= 1)
      if (isWantedId(ids[at] ?? -1)) return true;
    return false;
  };
};

const isIn =
  <T>(set: ReadonlySet<T>) =>
  (one: T): boolean =>
    set.has(one);

/** Dictionaries are sorted, so a range of names is a range of ids. */
const hasIdInRange = (column: ValueColumn, comparison: Comparison, limit: string): Predicate => {
  if (column.type === 'boolean') return never;
  const { dictionary, offsets, ids } = column;
  const first = dictionary.lowerBound(limit);
  const isInDictionary = first < dictionary.size && dictionary.at(first) === limit;
  const above = isInDictionary ? first + 1 : first;
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

type Same = NeighbourPlan['same'];

/** The values that a row must have one of to agree with the source in a field. */
const requiredValues = (column: Column | null, source: Row): readonly Scalar[] =>
  column === null ? [] : selectRequired(column.type, valuesAt(column, source));

/** The same as ids of the dictionary. */
const requiredIds = ({ type, offsets, ids, dictionary }: ValueColumn, source: Row): readonly number[] => {
  const own = Array.from(ids.subarray(offsets[source], offsets[source + 1]));
  if (type !== 'path') return own;
  const names = own.map((id) => dictionary.at(id));
  const required = selectRequired(type, names);
  return own.filter((_, at) => required.includes(names[at] ?? ''));
};

/** Rows that agree with the source. A field that the source does not have requires nothing. */
export const matchSource = (same: Same, source: Row, columns: Columns): Predicate =>
  matchRequired(same, columns, (column) => {
    if (column.kind !== 'values') return matchAny(column, requiredValues(column, source));
    const ids = requiredIds(column, source);
    return ids.length > 0 ? hasAnyId(column, ids) : null;
  });

/** Rows that agree with a source that is not in the catalogue. */
export const matchValues = (same: Same, source: Pick<Source, 'values'>, columns: Columns): Predicate =>
  matchRequired(same, columns, (column, field) =>
    matchAny(column, selectRequired(column.type, source.values(field))),
  );

const matchAny = (column: Column, values: readonly Scalar[]): Predicate | null =>
  values.length > 0 ? hasAnyValue(column, values) : null;

const matchRequired = (
  same: Same,
  columns: Columns,
  compile: (column: Column, field: string) => Predicate | null,
): Predicate => {
  const requirements: Predicate[] = [];
  for (const field of same.fields) {
    const column = columns.column(field);
    const requirement = column && compile(column, field);
    if (requirement !== null) requirements.push(requirement);
  }
  if (requirements.length === 0) return always;
  return same.mode === 'All' ? allOf(requirements) : anyOf(requirements);
};

/** Equal for sources with the same required values: they have the same candidates. */
export const sourceGroupKey = (same: Same, source: Row, columns: Columns): string =>
  JSON.stringify(same.fields.map((field) => requiredValues(columns.column(field), source)));
