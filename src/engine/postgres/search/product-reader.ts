import { decodeRecord } from '../../../domain/product-record.ts';
import type { CatalogueFacts, ProductReader, ProductRow, Source } from '../../engine.ts';
import { unpicturedLimit } from '../../engine.ts';
import { sortValues } from '../../semantics/search/facets.ts';
import { familyKey } from '../../semantics/search/order.ts';
import { describeProduct } from '../../semantics/text/product-text.ts';
import { type Database, type Sql, sql } from '../../../postgres/sql.ts';
import { filterSql } from './filter-sql.ts';
import { parsePicture } from './looks-scoring.ts';
import { searchProducts } from './search-products.ts';
import {
  listValues,
  parseProduct,
  readProducts,
  toProductRow,
  toStorableText,
} from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';
import { existsAt, findField, type ProductGeneration } from '../products/product-version.ts';

export type ReaderOptions = {
  /** With at most so many rows to compare, all are compared; otherwise the vector index is asked. */
  readonly exactLimit: number;
};

/** Answers from one generation, as it was after one live change: the same for as long as it is open. */
export const createProductReader = (
  database: Database,
  generation: ProductGeneration,
  { exactLimit }: ReaderOptions,
): ProductReader => {
  const table = tableOf('products', generation.generation);
  const exists = existsAt(generation);
  const readRows = async (rest: Sql): Promise<readonly ProductRow[]> => {
    const rows = await database.query<{ product: string }>(
      sql`SELECT product FROM ${table} WHERE ${exists} AND ${rest}`,
    );
    return rows.map(({ product }) => toProductRow(product));
  };
  const readByIdentifier = async (identifiers: readonly string[], more: Sql) => {
    const stored = identifiers.map(toStorableText);
    const rows = await readRows(sql`identifier = ANY(${stored}::text[]) AND ${more}`);
    const byIdentifier = new Map(rows.map((row) => [row.identifier, row]));
    return identifiers.flatMap((identifier) => byIdentifier.get(identifier) ?? []);
  };
  return {
    version: generation.version,
    fields: generation.about.fields,
    titleWeight: generation.about.titleWeight ?? null,
    minimumScore: generation.about.minimumScore ?? null,
    comparison: generation.about.comparison ?? null,
    model: generation.about.model,
    size: generation.size,
    source: (identifier) => readSource(database, generation, identifier),
    search: (query) => searchProducts(database, generation, query, exactLimit),
    pictures: async (identifiers) => {
      const stored = await readProducts(database, generation, identifiers, true);
      return identifiers.map((identifier) => {
        const features = stored.get(toStorableText(identifier))?.features ?? null;
        return features === null ? null : parsePicture(generation.about.dimensions, features);
      });
    },
    records: (identifiers) => readByIdentifier(identifiers, sql`available`),
    rows: (identifiers) => readByIdentifier(identifiers, sql`true`),
    scan: ({ after, size }) =>
      readRows(sql`identifier > ${after === null ? '' : toStorableText(after)}
        ORDER BY identifier LIMIT ${size}`),
    findFamilies: async ({ filter, skip, size }) => {
      const passes = filter === null ? sql`true` : filterSql(filter, (name) => findField(generation, name));
      const [counted] = await database.query<{ count: number }>(
        sql`SELECT count(DISTINCT family)::int AS count FROM ${table} WHERE ${exists} AND ${passes}`,
      );
      const rows = await readRows(sql`identifier IN (
        SELECT min(identifier) FROM ${table} WHERE ${exists} AND ${passes} GROUP BY family) ORDER BY identifier LIMIT ${size} OFFSET ${skip}`);
      return { rows, count: counted?.count ?? 0 };
    },
    findByPrefix: (prefix, limit) => {
      const pattern = `${toStorableText(prefix)
        .toLowerCase()
        .replaceAll(/[\\%_]/g, '\\$&')}%`;
      return readRows(sql`lower(identifier) LIKE ${pattern} ORDER BY identifier LIMIT ${limit}`);
    },
    families: (identifiers) => readFamilies(database, table, exists, identifiers),
    facts: () => readFacts(database, table, exists),
    fieldValues: async (name, limit) => {
      if (!findField(generation, name)) return [];
      const rows = await database.query<{ value: string; rows: number }>(sql`
        SELECT v.value, count(*)::int AS rows
        FROM ${table}, LATERAL jsonb_array_elements_text("values" -> ${toStorableText(name)}::text) AS v(value)
        WHERE ${exists} GROUP BY v.value ORDER BY rows DESC, v.value COLLATE "C" LIMIT ${limit}`);
      return sortValues(new Map(rows.map(({ value, rows: count }) => [value, count])));
    },
  };
};

const readFamilies = async (database: Database, table: Sql, exists: Sql, identifiers: readonly string[]) => {
  const rows = await database.query<{ identifier: string; members: string[] }>(sql`
    SELECT p.identifier, ARRAY(
      SELECT m.identifier FROM ${table} m WHERE m.family = p.family AND ${exists} ORDER BY m.identifier) AS members
    FROM ${table} p WHERE p.identifier = ANY(${identifiers.map(toStorableText)}::text[]) AND ${exists}`);
  const families = new Map(rows.map(({ identifier, members }) => [identifier, members]));
  return identifiers.map((identifier) => families.get(toStorableText(identifier)) ?? []);
};

const readFacts = async (database: Database, table: Sql, exists: Sql): Promise<CatalogueFacts> => {
  const [counts] = await database.query<{ rows: number; families: number; without: number }>(sql`
    SELECT count(*)::int AS rows, count(DISTINCT family)::int AS families,
      count(*) FILTER (WHERE features IS NULL)::int AS without
    FROM ${table} WHERE ${exists}`);
  const unpictured = await database.query<{ identifier: string }>(sql`
    SELECT identifier FROM ${table} WHERE ${exists} AND features IS NULL ORDER BY identifier LIMIT ${unpicturedLimit}`);
  return {
    rows: counts?.rows ?? 0,
    families: counts?.families ?? 0,
    withoutPicture: counts?.without ?? 0,
    unpictured: unpictured.map(({ identifier }) => identifier),
  };
};

const readSource = async (
  database: Database,
  generation: ProductGeneration,
  identifier: string,
): Promise<Source | null> => {
  const find = (condition: Sql) =>
    database.query<{ product: string; looks: boolean }>(sql`
      SELECT product, features IS NOT NULL AS looks FROM ${tableOf('products', generation.generation)}
      WHERE ${condition} AND ${existsAt(generation)} ORDER BY identifier LIMIT 1`);
  const family = toStorableText(familyKey({ identifier, groupId: identifier }));
  let [row] = await find(sql`identifier = ${toStorableText(identifier)}`);
  if (!row) [row] = await find(sql`family = ${family}`);
  if (!row) return null;
  const product = parseProduct(row.product);
  const record = decodeRecord(toProductRow(row.product).record);
  return {
    identifier: product.identifier,
    hasLooks: row.looks,
    values: (name) => {
      const field = findField(generation, name);
      return field ? listValues(product, field) : [];
    },
    text: (mode) => describeProduct(product.displayText, record, generation.about.fields, mode),
  };
};
