import type { Scalar } from '../../../domain/filter.ts';
import type { NeighbourPlan, Source } from '../../engine.ts';
import { selectRequired } from '../../semantics/search/same-as-source.ts';
import { type Column, type Columns, valuesAt } from './column.ts';
import { allOf, always, anyOf, hasAnyValue, type Predicate } from './predicate.ts';
import type { Row } from '../rows/index-spaces.ts';

type Same = NeighbourPlan['same'];

/** The values that a row must have one of to agree with the source in a field. */
const requiredValues = (column: Column | null, source: Row): readonly Scalar[] =>
  column === null ? [] : selectRequired(column.type, valuesAt(column, source));

/** Rows that agree with the source. A field that the source does not have requires nothing. */
export const matchSource = (same: Same, source: Row, columns: Columns): Predicate =>
  matchRequired(same, columns, (column) => requiredValues(column, source));

/** Rows that agree with a source that is not in the catalogue. */
export const matchValues = (same: Same, source: Pick<Source, 'values'>, columns: Columns): Predicate =>
  matchRequired(same, columns, ({ type }, field) => selectRequired(type, source.values(field)));

const matchRequired = (
  same: Same,
  columns: Columns,
  readRequired: (column: Column, field: string) => readonly Scalar[],
): Predicate => {
  const requirements = same.fields.flatMap((field) => {
    const column = columns.column(field);
    const values = column === null ? [] : readRequired(column, field);
    return values.length > 0 ? [hasAnyValue(column, values)] : [];
  });
  if (requirements.length === 0) return always;
  return same.mode === 'All' ? allOf(requirements) : anyOf(requirements);
};

/** Equal for sources with the same required values: they have the same candidates. */
export const sourceGroupKey = (same: Same, source: Row, columns: Columns): string =>
  JSON.stringify(same.fields.map((field) => requiredValues(columns.column(field), source)));
