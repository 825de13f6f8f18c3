import type { Scalar } from '../../../src/domain/filter.ts';
import { pathLevels, type Product } from '../../../src/domain/product.ts';
import { encodeRecord } from '../../../src/domain/product-record.ts';
import type { DraftProduct, ProductDraft, ProductRow } from '../../../src/engine/engine.ts';
import { familyKey } from '../../../src/engine/semantics/search/order.ts';
import type { ReadField } from '../../../src/engine/semantics/search/match-filter.ts';

/** The rows of one version in the order of their identifiers, and what can be read of one. */
export type PlainRows = {
  readonly draft: ProductDraft;
  readonly rows: readonly DraftProduct[];
  /** Row of an identifier, or -1. */
  readonly find: (identifier: string) => number;
  readonly family: (row: number) => string;
  readonly read: (row: number) => ReadField;
  readonly toRow: (row: number) => ProductRow;
};

const builtIn = (product: Product, name: string): unknown => {
  const { identifier, displayText, url, price, currency, images } = product;
  return { identifier, displayText, url, price, currency, imageUrl: images[0] }[name];
};

const listValues = (product: Product, { name, type }: ProductDraft['fields'][number]): Scalar[] => {
  const value = Object.hasOwn(product.fields, name) ? product.fields[name] : builtIn(product, name);
  const list = ([value].flat() as (Scalar | null | undefined)[]).filter(
    (each): each is Scalar => each !== null && each !== undefined && each !== '',
  );
  switch (type) {
    case 'number':
      return list.slice(0, 1).map(Number).filter(Number.isFinite);
    case 'path':
      return [...new Set(list.flatMap((path) => pathLevels(String(path))))];
    case 'boolean':
      return [...new Set(list.map((each) => String(each) === 'true'))];
    case 'text':
    case 'list':
      return [...new Set(list.map(String))];
  }
};

export const createPlainRows = (draft: ProductDraft, products: readonly DraftProduct[]): PlainRows => {
  const rows = [...products].sort((a, b) => (a.product.identifier < b.product.identifier ? -1 : 1));
  const productAt = (row: number): Product => {
    const found = rows[row];
    if (!found) throw new Error(`There is no row ${row}.`);
    return found.product;
  };
  return {
    draft,
    rows,
    find: (identifier) => rows.findIndex(({ product }) => product.identifier === identifier),
    family: (row) => familyKey(productAt(row)),
    read: (row) => (name) => {
      if (name === 'identifier') return { type: 'text', values: [productAt(row).identifier] };
      const field = draft.fields.find((each) => each.name === name);
      return field ? { type: field.type, values: listValues(productAt(row), field) } : null;
    },
    toRow: (row) => ({ identifier: productAt(row).identifier, record: encodeRecord(productAt(row)) }),
  };
};
