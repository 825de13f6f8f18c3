import type { FieldType } from '../../../domain/dataset.ts';
import type { Comparison, Filter, Scalar } from '../../../domain/filter.ts';

/** The values of one row in a field; null for a field the version does not know. */
export type ReadField = (
  field: string,
) => { readonly type: FieldType; readonly values: readonly Scalar[] } | null;

/**
 * Whether a row passes a filter. It passes a comparison when one of its values does; `ne` is the opposite of `eq`, so a
 * row without the field passes it. The constant is converted to the type of the field (`'42'` for a number field); one
 * that cannot be converted matches nothing.
 */
export const matchesFilter = (filter: Filter | null, read: ReadField): boolean => {
  if (filter === null) return true;
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesFilter(part, read));
    case 'or':
      return filter.parts.some((part) => matchesFilter(part, read));
    case 'not':
      return !matchesFilter(filter.part, read);
    case 'in':
      return filter.values.some((value) => matchesComparison(filter.field, 'eq', value, read));
    case 'compare':
      return matchesComparison(filter.field, filter.comparison, filter.value, read);
  }
};

const matchesComparison = (name: string, comparison: Comparison, value: Scalar, read: ReadField): boolean => {
  if (comparison === 'ne') return !matchesComparison(name, 'eq', value, read);
  const field = read(name);
  if (field === null) return false;
  const { type, values } = field;
  const constant = castConstant(type, value);
  if (constant === null) return false;
  // Flags have no order.
  if (type === 'boolean') return comparison === 'eq' && values.some((each) => String(each) === constant);
  return values.some((each) => compareValues(comparison, each, constant));
};

/** The constant of a filter in the type of the field, or null when it cannot be converted. Flags compare as text. */
export const castConstant = (type: FieldType, value: Scalar): string | number | null => {
  if (type !== 'number') return String(value);
  const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value);
  return typeof value === 'boolean' || Number.isNaN(number) ? null : number;
};

export const compareValues = (comparison: Comparison, a: Scalar, b: Scalar): boolean => {
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
