import type { Field } from '../../../domain/dataset.ts';
import type { Scalar } from '../../../domain/filter.ts';
import type { Product } from '../../../domain/product.ts';
import { encodeRecord } from '../../../domain/product-record.ts';
import type { Picture, ProductRow } from '../../engine.ts';
import { familyKey } from '../../semantics/search/order.ts';
import { listScalars, readProductValue } from '../../semantics/search/field-values.ts';
import { prepareSql, type Queries, type Sql, sql } from '../../../postgres/sql.ts';
import { tableOf } from '../sql/read-sql.ts';
import { existsAt, type ProductGeneration } from './product-version.ts';
import { binaryFeatures, decodeVector, formatVector, joinVectors } from './vectors.ts';

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
  features: picture && formatVector(joinVectors(picture)),
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

/** The words of a row, and their impacts. */
export type RowText = {
  readonly identifier: string;
  readonly impacts: Readonly<Record<string, number>>;
};

/** Adds rows; identifiers that exist already are left alone. Returns those that were added. */
export const insertRows = async (
  database: Queries,
  table: Sql,
  rows: readonly StoredRow[],
  since = 0,
): Promise<readonly string[]> => {
  const added = await database.query<{ identifier: string }>(sql`
    INSERT INTO ${table} (identifier, since, family, available, product, picture_hash, features, "values")
    SELECT r.identifier, ${since}::bigint, r.family, r.available, r.product, r.picture_hash, r.features::halfvec, r."values"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(
      identifier text, family text, available boolean, product text, picture_hash text, features text, "values" jsonb
    )
    ON CONFLICT DO NOTHING
    RETURNING identifier`);
  return added.map(({ identifier }) => identifier);
};

/** Lexemes are limited to 2 kB by PostgreSQL; nobody searches for such a word. */
const longestTerm = 200;

export const isStorableTerm = (term: string): boolean => term.length <= longestTerm;

export const writeTexts = async (
  database: Queries,
  table: Sql,
  texts: readonly RowText[],
  since = 0,
): Promise<void> => {
  await database.query(sql`
    UPDATE ${table} AS p
    SET impacts = t.impacts, words = array_to_tsvector(ARRAY(SELECT jsonb_object_keys(t.impacts)))
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS t(identifier text, impacts jsonb)
    WHERE p.identifier = t.identifier AND p.since = ${since}::bigint`);
};

/** `features`: left out unless they are asked for. */
export type StoredProduct = { readonly product: Product; readonly features: Float32Array | null };

type Row = { identifier: string; product: string; features: Uint8Array | null };

/** Products as they were given, available or not, by identifier as it is stored. */
export const readProducts = async (
  database: Queries,
  generation: ProductGeneration,
  identifiers: readonly string[],
  withFeatures = false,
): Promise<Map<string, StoredProduct>> => {
  if (identifiers.length === 0) return new Map();
  const rows = await database.query<Row>(
    prepareSql(sql`
    SELECT identifier, product, CASE WHEN ${withFeatures}::boolean THEN ${binaryFeatures} END AS features
    FROM ${tableOf('products', generation.generation)}
    WHERE identifier = ANY(${identifiers.map(toStorableText)}::text[]) AND ${existsAt(generation)}`),
  );
  return new Map(
    rows.map(({ identifier, product, features }) => [
      identifier,
      { product: parseProduct(product), features: features && decodeVector(features) },
    ]),
  );
};
