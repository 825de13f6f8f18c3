import type { Scalar } from '../../../domain/filter.ts';
import type { NeighbourPlan } from '../../engine.ts';
import { type Column, type Columns, valuesAt } from './column.ts';
import { allOf, always, anyOf, hasAnyValue, type Predicate } from './predicate.ts';

type Same = NeighbourPlan['same'];

/**
 * What a row must carry to agree with the source in a field: one of the source's values. Of a category path
 * only the innermost levels count, or everything in `Women` would be the same as everything else there.
 */
export const requiredValues = (column: Column | null, source: number): readonly Scalar[] => {
  if (column === null) return [];
  const values = valuesAt(column, source);
  return column.type === 'path' ? innermost(values.map(String)) : values;
};

const innermost = (levels: readonly string[]): string[] =>
  levels.filter((level) => !levels.some((other) => other.startsWith(`${level}/`)));

/** Rows that agree with the source. A field the source does not carry demands nothing. */
export const matchSource = (same: Same, source: number, columns: Columns): Predicate => {
  const demands = same.fields.flatMap((field) => {
    const column = columns.column(field);
    const values = requiredValues(column, source);
    return values.length > 0 ? [hasAnyValue(column, values)] : [];
  });
  if (demands.length === 0) return always;
  return same.mode === 'All' ? allOf(demands) : anyOf(demands);
};

/** Equal for sources that demand the same: they have the same candidates. */
export const sourceGroupKey = (same: Same, source: number, columns: Columns): string =>
  JSON.stringify(same.fields.map((field) => requiredValues(columns.column(field), source)));
