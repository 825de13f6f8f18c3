import type { Scalar } from '../../../domain/filter.ts';
import type { NeighbourPlan, Source } from '../../engine.ts';
import { selectRequired } from '../../semantics/search/same-as-source.ts';
import { type Column, type Columns, type ValueColumn, valuesAt } from './column.ts';
import { allOf, always, anyOf, hasAnyId, hasAnyValue, type Predicate } from './predicate.ts';
import type { Row } from '../rows/index-spaces.ts';

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
