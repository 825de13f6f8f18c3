import type { FieldType } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import type { SearchMode } from '../../../domain/strategy.ts';

/**
 * The values of the source in a field that count: a row agrees with the source when it has one of them. Of a category
 * path only the innermost levels count, otherwise everything in `Women` would agree. Of several paths only the deepest
 * count: trousers in `Men/Bottoms/Pants` and `Promotions/Sale` are not of the same kind as every product on sale.
 */
export const selectRequired = (type: FieldType, values: readonly Scalar[]): readonly Scalar[] =>
  type === 'path' ? keepDeepest(values.map(String)) : values;

/** Every level of a path is a value, so the values with the most levels are innermost ones. */
const keepDeepest = (levels: readonly string[]): string[] => {
  const depths = levels.map((level) => level.split('/').length);
  const deepest = Math.max(0, ...depths);
  return levels.filter((_, at) => depths[at] === deepest);
};

/** `verdicts`: of each field that requires something, whether the row agrees. */
export const agreesOverall = (mode: SearchMode, verdicts: readonly boolean[]): boolean => {
  if (verdicts.length === 0) return true;
  return mode === 'All' ? verdicts.every(Boolean) : verdicts.some(Boolean);
};
