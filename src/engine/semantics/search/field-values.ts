import type { Field, FieldType } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import { type FieldValue, pathLevels, type Product } from '../../../domain/product.ts';
import type { SearchMode } from '../../../domain/strategy.ts';

const asList = (value: FieldValue | undefined | null): readonly (string | number | boolean)[] => {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? value : [value];
};

/** A field value as a number, NaN when it is none. */
export const parseNumber = (value: FieldValue | undefined | null): number => {
  const [first] = asList(value);
  if (first === undefined || first === '') return NaN;
  const number = Number(first);
  return Number.isFinite(number) ? number : NaN;
};

/** Names of a value in facets and filters, each once; a path has one for every level. */
export const listValueNames = (type: Field['type'], value: FieldValue | undefined | null): string[] => {
  const names = asList(value)
    .map(String)
    .filter((name) => name !== '');
  return [...new Set(type === 'path' ? names.flatMap(pathLevels) : names)];
};

/** The value of a mapped field; without one, the product's own property of that name. */
export const readProductValue = (row: Product, name: string): FieldValue | null | undefined =>
  Object.hasOwn(row.fields, name) ? row.fields[name] : readBuiltIn(row, name);

export const builtInFields = ['identifier', 'displayText', 'url', 'price', 'currency', 'imageUrl'] as const;

const readBuiltIn = (row: Product, name: string): FieldValue | null | undefined => {
  switch (name) {
    case 'identifier':
    case 'displayText':
    case 'url':
    case 'price':
    case 'currency':
      return row[name];
    case 'imageUrl':
      return row.images[0];
    default:
      return undefined;
  }
};

/** All values of a field in the field's own type. */
export const listScalars = (type: Field['type'], value: FieldValue | undefined | null): readonly Scalar[] => {
  if (type !== 'number') {
    const names = listValueNames(type, value);
    return type === 'boolean' ? [...new Set(names.map((name) => name === 'true'))] : names;
  }
  const number = parseNumber(value);
  return Number.isNaN(number) ? [] : [number];
};

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
