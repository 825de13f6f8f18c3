import { getOrAdd } from '../../../domain/memoize.ts';
import { prepareSql, type Queries, rawSql, type Sql, sql, toText } from '../../../postgres/sql.ts';
import { countNumbers, type ProductGeneration } from '../products/product-version.ts';
import type { StoredRow } from '../products/stored-row.ts';
import { decodeVectors } from '../products/vectors.ts';
import { tableOf } from '../sql/read-sql.ts';
import { packedColumns, type Packed, type PackedRow, unpackRows } from './packed-rows.ts';

/** A row that is compared in the node. `features`: null for a product without a picture. */
export type GroupRow = {
  readonly row: PackedRow;
  readonly features: Float32Array | null;
  readonly values: StoredRow['values'];
};

/** The rows that meet a condition; null where the database compares them. */
export type ReadGroup = (condition: Sql) => Promise<readonly GroupRow[] | null>;

/** Bytes of all groups at most, numbers that one question compares at most, and what a row takes besides its vector (measured: 660). */
const [mostBytes, mostNumbers, rowBytes] = [1 << 28, 1 << 21, 700];

/**
 * Remembers rows that boxes compare, such as those of a category, while all rows of a catalogue fit into its memory: then a
 * question sends no rows. Which catalogues these are depends on nothing else, so that every node compares in the same way.
 */
export const createGroupMemory = () => {
  const known = new Map<string, Promise<readonly GroupRow[] | null>>();
  let bytes = 0;
  return (database: Queries, generation: ProductGeneration): ReadGroup => {
    const { builtSize, about } = generation;
    const numbers = about.dimensions === null ? 0 : countNumbers(about.dimensions);
    const bytesOf = (rows: number): number => rows * (4 * numbers + rowBytes);
    if (numbers === 0 || bytesOf(builtSize) > mostBytes) return () => Promise.resolve(null);
    return (condition) => {
      const key = `${generation.generation} ${toText(condition)}\n${JSON.stringify(condition.values)}`;
      const group = getOrAdd(known, key, async () => {
        const rows = await readRows(database, generation, condition, numbers);
        bytes += bytesOf(1 + (rows?.length ?? 0));
        return rows;
      });
      group.catch(() => known.delete(key));
      if (bytes > mostBytes) {
        known.clear();
        bytes = 0;
      }
      return group;
    };
  };
};

type Group = Packed & {
  readonly vectors: Uint8Array | null;
  readonly stored: readonly StoredRow['values'][] | null;
};

const readRows = async (
  database: Queries,
  { generation }: ProductGeneration,
  condition: Sql,
  numbers: number,
): Promise<readonly GroupRow[] | null> => {
  const limit = Math.floor(mostNumbers / numbers);
  const [packed] = await database.query<Group>(
    prepareSql(sql`
    SELECT ${packedColumns}, string_agg(halfvec_send(features), ''::bytea) AS vectors, json_agg("values") AS stored
    FROM (
      SELECT identifier, family, since, CASE WHEN features IS NOT NULL THEN 0 END AS units, false AS fuzzied, features, "values"
      FROM ${tableOf('products', generation)} WHERE ${condition} LIMIT ${rawSql(String(limit + 1))}) AS found`),
  );
  const rows = unpackRows(packed);
  if (rows.length > limit) return null;
  const vectors = decodeVectors(packed?.vectors ?? new Uint8Array(), numbers).values();
  return rows.map((row, at) => {
    const features = row.isScored ? (vectors.next().value ?? null) : null;
    return { row, features, values: packed?.stored?.[at] ?? {} };
  });
};
