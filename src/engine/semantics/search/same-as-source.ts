import type { FieldType } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import type { SearchMode } from '../../../domain/strategy.ts';

/**
 * The values of the source in a field that count: a row agrees with the source when it has one of them. Of a category
 * path only the innermost levels count, otherwise everything in `Women` would agree.
 */
export const selectRequired = (type: FieldType, values: readonly Scalar[]): readonly Scalar[] =>
  type === 'path' ? keepInnermost(values.map(String)) : values;

const keepInnermost = (levels: readonly string[]): string[] =>
  levels.filter((level) => !levels.some((other) => other.startsWith(`${level}/`)));

/** `verdicts`: of each field that requires something, whether the row agrees. */
export const agreesOverall = (mode: SearchMode, verdicts: readonly boolean[]): boolean => {
  if (verdicts.length === 0) return true;
  return mode === 'All' ? verdicts.every(Boolean) : verdicts.some(Boolean);
};
