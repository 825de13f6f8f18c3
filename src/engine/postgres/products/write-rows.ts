import type { Queries } from '../../../postgres/database.ts';
import { type Sql, sql } from '../../../postgres/sql.ts';
import { parseProduct, type StoredRow, toStorableText } from './stored-row.ts';
import type { Product } from '../../../domain/product.ts';
import { tableOf } from '../sql/read-sql.ts';
import { existsAt, type ProductGeneration } from './product-version.ts';

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
export type StoredProduct = { readonly product: Product; readonly features: string | null };

type Row = { identifier: string; product: string; features: string | null };

/** Products as they were given, available or not, by identifier as it is stored. */
export const readProducts = async (
  database: Queries,
  generation: ProductGeneration,
  identifiers: readonly string[],
  withFeatures = false,
): Promise<Map<string, StoredProduct>> => {
  if (identifiers.length === 0) return new Map();
  const rows = await database.query<Row>(sql`
    SELECT identifier, product, CASE WHEN ${withFeatures}::boolean THEN features::text END AS features
    FROM ${tableOf('products', generation.generation)}
    WHERE identifier = ANY(${identifiers.map(toStorableText)}::text[]) AND ${existsAt(generation)}`);
  return new Map(
    rows.map(({ identifier, product, features }) => [
      identifier,
      { product: parseProduct(product), features },
    ]),
  );
};
