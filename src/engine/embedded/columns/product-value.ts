import type { FieldValue, Product } from '../../../domain/product.ts';

/** Columns stand on the mapped fields; what a product says by itself is known under its own name too. */
export const readProductValue = (row: Product, name: string): FieldValue | null | undefined =>
  Object.hasOwn(row.fields, name) ? row.fields[name] : wellKnown(row, name);

export const builtInFields = ['identifier', 'displayText', 'url', 'price', 'currency', 'imageUrl'] as const;

const wellKnown = (row: Product, name: string): FieldValue | null | undefined => {
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
