import type { Field } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import { type FieldValue, type Product, pathLevels } from '../../../domain/product.ts';

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
