import type { Field } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import type { Product } from '../../../domain/product.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import type { Picture, PictureVectors, ProductRow } from '../../engine.ts';
import { familyKey } from '../../semantics/search/families.ts';
import { listScalars, readProductValue } from '../../semantics/search/field-values.ts';

/** A row of a products table, as it is written. */
export type StoredRow = {
  readonly identifier: string;
  readonly family: string;
  readonly available: boolean;
  readonly product: string;
  readonly picture_hash: string | null;
  readonly features: string | null;
  readonly values: Readonly<Record<string, readonly (string | number)[]>>;
};

/** PostgreSQL stores neither the character 0 nor half of a surrogate pair. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** All values of a product in a field; the property of the same name fills in for a missing field. */
export const listValues = (
  product: Product,
  { name, type }: Pick<Field, 'name' | 'type'>,
): readonly Scalar[] => listScalars(type, readProductValue(product, name));

/** A scalar as it is stored for filters and facets: flags as text. */
export const toStoredValue = (value: Scalar): string | number =>
  typeof value === 'number' ? value : toStorableText(String(value));

export const formatVector = (numbers: Iterable<number>): string => `[${[...numbers].join(',')}]`;

export const formatFeatures = ({ looks, colour, title = new Float32Array() }: PictureVectors): string =>
  formatVector([...looks, ...colour, ...title]);

export const parseVector = (text: string): Float32Array => Float32Array.from(JSON.parse(text) as number[]);

export const toStoredRow = (
  product: Product,
  picture: Picture | null,
  fields: readonly Field[],
): StoredRow => ({
  identifier: toStorableText(product.identifier),
  family: toStorableText(familyKey(product)),
  available: product.available,
  product: toStorableText(JSON.stringify(product)),
  picture_hash: picture?.hash ?? null,
  features: picture && formatFeatures(picture),
  values: Object.fromEntries(
    fields
      .map((field): [string, (string | number)[]] => [
        toStorableText(field.name),
        listValues(product, field).map(toStoredValue),
      ])
      .filter(([, values]) => values.length > 0),
  ),
});

export const parseProduct = (text: string): Product => JSON.parse(text) as Product;

export const toProductRow = (text: string): ProductRow => {
  const product = parseProduct(text);
  return { identifier: product.identifier, record: encodeRecord(product) };
};

/** As the record shows it: a mapped field fills in for a missing property, and only the first image is kept. */
export const toCurrentProduct = (product: Product): Product => {
  const price = product.price ?? product.fields['price'];
  return {
    ...product,
    price: typeof price === 'number' ? price : null,
    images: product.images.slice(0, 1),
  };
};
