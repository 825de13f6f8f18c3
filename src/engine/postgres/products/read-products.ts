import type { Product } from '../../../domain/product.ts';
import type { Queries } from '../../../postgres/database.ts';
import { sql } from '../../../postgres/sql.ts';
import { existsAt } from '../search/restrictions.ts';
import { tableOf } from '../sql/read-sql.ts';
import type { ProductGeneration } from './product-version.ts';
import { parseProduct, toStorableText } from './stored-row.ts';

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
