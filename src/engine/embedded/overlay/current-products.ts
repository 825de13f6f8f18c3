import type { FieldValue, Product } from '../../../domain/product.ts';
import { type Catalogue, readRecord } from '../catalogue/catalogue.ts';
import type { ProductState } from '../../semantics/fold-changes.ts';
import type { Row } from '../rows/index-spaces.ts';

/** Reads a product back from a version, with the number of its picture. Only the first image is stored. */
export const readProductState = (catalogue: Catalogue, row: Row): ProductState<number> => {
  const { rows } = catalogue;
  const record: Readonly<Record<string, FieldValue>> = readRecord(catalogue.records, row);
  const text = (name: string): string | null =>
    Object.hasOwn(record, name) ? String(record[name] ?? '') : null;
  const imageUrl = text('imageUrl');
  const price = Object.hasOwn(record, 'price') ? Number(record['price']) : NaN;
  const product: Product = {
    identifier: rows.identifiers.at(row),
    displayText: text('displayText') ?? '',
    url: text('url') ?? '',
    price: Number.isNaN(price) ? null : price,
    currency: text('currency'),
    images: imageUrl === null ? [] : [imageUrl],
    groupId: readGroupId(catalogue, row),
    available: rows.available[row] === 1,
    fields: record,
  };
  const look = rows.lookOf[row] ?? -1;
  return { product, picture: look < 0 ? null : (rows.pictureOf[look] ?? null) };
};

const readGroupId = ({ rows }: Catalogue, row: Row): string | null => {
  const name = rows.groups.at(rows.familyOf[row] ?? 0);
  return name === '' ? null : name.slice(1);
};
