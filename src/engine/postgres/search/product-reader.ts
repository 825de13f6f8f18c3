import type { CatalogueFacts, ProductReader, ProductRow } from '../../engine.ts';
import { unpicturedLimit } from '../../engine.ts';
import { sortValues } from '../../semantics/search/facets.ts';
import { type Database, type Sql, sql } from '../../../postgres/sql.ts';
import { filterSql } from './filter-sql.ts';
import { toPicture } from './looks-scoring.ts';
import { type SearchOptions, searchProducts } from './search-products.ts';
import { readSource } from './stored-source.ts';
import { readProducts, toProductRow, toStorableText } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';
import { existsAt, findField, type ProductGeneration } from '../products/product-version.ts';

/** Answers from one generation, as it was after one live change: the same for as long as it is open. */
export const createProductReader = (
  database: Database,
  generation: ProductGeneration,
  options: SearchOptions,
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
    search: (query) => searchProducts(database, generation, query, options),
    pictures: async (identifiers) => {
      const stored = await readProducts(database, generation, identifiers, true);
      return identifiers.map((identifier) => {
        const features = stored.get(toStorableText(identifier))?.features ?? null;
        return features === null ? null : toPicture(generation.about.dimensions, features);
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
  const rows = await database.query<{ identifier: string; family: string }>(sql`
    SELECT identifier, family FROM ${table} WHERE ${exists} AND family IN (
      SELECT family FROM ${table} WHERE identifier = ANY(${identifiers.map(toStorableText)}::text[]) AND ${exists})
    ORDER BY identifier`);
  const familyOf = new Map(rows.map(({ identifier, family }) => [identifier, family]));
  const members = Map.groupBy(rows, ({ family }) => family);
  return identifiers.map((identifier) =>
    (members.get(familyOf.get(toStorableText(identifier)) ?? '') ?? []).map((row) => row.identifier),
  );
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
