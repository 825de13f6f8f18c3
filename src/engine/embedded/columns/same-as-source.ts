import type { Scalar } from '../../../domain/filter.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { type Column, type Columns, valuesAt } from './column.ts';
import { allOf, always, anyOf, hasAnyValue, type Predicate } from './predicate.ts';

type Same = NeighbourPlan['same'];

/**
 * The values of the source in a field: a row agrees with the source when it has one of them. Of a category path only
 * the innermost levels count, otherwise everything in `Women` would agree.
 */
export const requiredValues = (column: Column | null, source: number): readonly Scalar[] => {
  if (column === null) return [];
  const values = valuesAt(column, source);
  return column.type === 'path' ? keepInnermost(values.map(String)) : values;
};

const keepInnermost = (levels: readonly string[]): string[] =>
  levels.filter((level) => !levels.some((other) => other.startsWith(`${level}/`)));

/** Rows that agree with the source. A field that the source does not have requires nothing. */
export const matchSource = (same: Same, source: number, columns: Columns): Predicate => {
  const requirements = same.fields.flatMap((field) => {
    const column = columns.column(field);
    const values = requiredValues(column, source);
    return values.length > 0 ? [hasAnyValue(column, values)] : [];
  });
  if (requirements.length === 0) return always;
  return same.mode === 'All' ? allOf(requirements) : anyOf(requirements);
};

/** Equal for sources with the same required values: they have the same candidates. */
export const sourceGroupKey = (same: Same, source: number, columns: Columns): string =>
  JSON.stringify(same.fields.map((field) => requiredValues(columns.column(field), source)));
