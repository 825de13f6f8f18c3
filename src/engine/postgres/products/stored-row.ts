import type { Field } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import { type FieldValue, pathLevels, type Product } from '../../../domain/product.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import type { Picture, ProductRow } from '../../engine.ts';
import { familyKey } from '../../semantics/search/families.ts';

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

const readBuiltIn = (product: Product, name: string): FieldValue | null | undefined => {
  const { identifier, displayText, url, price, currency, images } = product;
  const properties: Record<string, FieldValue | null | undefined> = {
    identifier,
    displayText,
    url,
    price,
    currency,
    imageUrl: images[0],
  };
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
};

/** All values of a product in a field; the property of the same name fills in for a missing field. */
export const listValues = (product: Product, { name, type }: Pick<Field, 'name' | 'type'>): Scalar[] => {
  const value = Object.hasOwn(product.fields, name) ? product.fields[name] : readBuiltIn(product, name);
  const all: readonly Scalar[] = value === undefined || value === null ? [] : [value].flat();
  const list = all.filter((each) => each !== '');
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

/** A scalar as it is stored for filters and facets: flags as text. */
export const toStoredValue = (value: Scalar): string | number =>
  typeof value === 'number' ? value : toStorableText(String(value));

export const formatVector = (numbers: Iterable<number>): string => `[${[...numbers].join(',')}]`;

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
  features: picture && formatVector([...picture.looks, ...picture.colour, ...(picture.title ?? [])]),
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
