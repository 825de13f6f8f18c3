import type { Scalar } from '../../../domain/filter.ts';
import type { SearchMode } from '../../../domain/strategy.ts';
import type { Source } from '../../engine.ts';
import { familyKey } from '../../semantics/search/order.ts';
import { describeProduct } from '../../semantics/text/product-text.ts';
import { parseRecord, recordJson } from '../../../domain/product-record.ts';
import { prepareSql, type Queries, type Sql, sql } from '../../../postgres/sql.ts';
import {
  listValues,
  parseProduct,
  readProducts,
  type StoredProduct,
  toStorableText,
} from '../products/stored-row.ts';
import { existsAt, findField, type ProductGeneration } from '../products/product-version.ts';
import { binaryFeatures, decodeVector } from '../products/vectors.ts';
import { tableOf } from '../sql/read-sql.ts';

/** With what a search from it needs: it is not read twice. */
class StoredSource implements Source {
  readonly identifier: string;
  readonly hasLooks: boolean;
  readonly stored: StoredProduct;
  readonly generation: ProductGeneration;

  constructor(generation: ProductGeneration, stored: StoredProduct) {
    this.generation = generation;
    this.stored = stored;
    this.identifier = stored.product.identifier;
    this.hasLooks = stored.features !== null;
  }

  values(name: string): readonly Scalar[] {
    const field = findField(this.generation, name);
    return field ? listValues(this.stored.product, field) : [];
  }

  text(mode: SearchMode): string {
    const { product } = this.stored;
    const record = parseRecord(recordJson(product));
    return describeProduct(product.displayText, record, this.generation.about.fields, mode);
  }
}

export const readSource = async (
  database: Queries,
  generation: ProductGeneration,
  identifier: string,
): Promise<Source | null> => {
  const find = (condition: Sql) =>
    database.query<{ product: string; features: Uint8Array | null }>(
      prepareSql(sql`
      SELECT product, ${binaryFeatures} AS features FROM ${tableOf('products', generation.generation)}
      WHERE ${condition} AND ${existsAt(generation)} ORDER BY identifier LIMIT 1`),
    );
  const family = toStorableText(familyKey({ identifier, groupId: identifier }));
  let [row] = await find(sql`identifier = ${toStorableText(identifier)}`);
  if (!row) [row] = await find(sql`family = ${family}`);
  if (!row) return null;
  const { product, features } = row;
  const stored = { product: parseProduct(product), features: features && decodeVector(features) };
  return new StoredSource(generation, stored);
};

/** The product of a source; null for a picture that is not in the catalogue. One of another state is read again. */
export const findStored = async (
  database: Queries,
  generation: ProductGeneration,
  source: Source | null,
): Promise<StoredProduct | null> => {
  if (source instanceof StoredSource && source.generation === generation) return source.stored;
  if (source === null || source.vectors) return null;
  const [found = null] = (await readProducts(database, generation, [source.identifier], true)).values();
  return found;
};
