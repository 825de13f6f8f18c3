import type { FieldType } from '../../../domain/dataset.ts';
import type { Comparison, Scalar } from '../../../domain/filter.ts';

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
