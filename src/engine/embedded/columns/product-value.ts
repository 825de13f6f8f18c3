import type { FieldValue, Product } from '../../../domain/product.ts';

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
