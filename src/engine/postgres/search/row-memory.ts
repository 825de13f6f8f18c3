import { getOrAdd } from '../../../domain/memoize.ts';
import { prepareSql, type Queries, type Sql, sql } from '../../../postgres/sql.ts';
import { existsAt, type ProductGeneration } from '../products/product-version.ts';
import { type StoredRow, toProductRow } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';

/** Where a row is: a live change adds another one. */
type Place = { readonly identifier: string; readonly since: number };

type Column<T, Stored> = {
  /** What is read of a row, as `stored`. */
  readonly column: Sql;
  readonly parse: (stored: Stored) => T;
  readonly sizeOf: (value: T) => number;
  /** All sizes together at most. */
  readonly most: number;
};

/** Reads a column of rows, and remembers it of all versions until it is too much: a row never changes. */
const createColumnMemory = <T, Stored>({ column, parse, sizeOf, most }: Column<T, Stored>) => {
  /** By the version and the live change that the rows came with. */
  const parts = new Map<string, Map<string, T>>();
  let size = 0;
  const remember = (part: string, identifier: string, value: T): void => {
    if (size >= most) {
      parts.clear();
      size = 0;
    }
    size += sizeOf(value);
    getOrAdd(parts, part, () => new Map<string, T>()).set(identifier, value);
  };
  return async <R extends Place>(
    database: Queries,
    generation: ProductGeneration,
    rows: readonly R[],
    take: (row: R, value: T) => void,
  ): Promise<void> => {
    const built = `${generation.generation} 0`;
    const partOf = ({ since }: Place): string => (since === 0 ? built : `${generation.generation} ${since}`);
    const unknown = new Map<string, R>();
    for (const row of rows) {
      const value = parts.get(partOf(row))?.get(row.identifier);
      if (value === undefined) unknown.set(row.identifier, row);
      else take(row, value);
    }
    if (unknown.size === 0) return;
    const read = await database.query<{ identifier: string; stored: Stored }>(
      prepareSql(sql`
      SELECT identifier, ${column} AS stored FROM ${tableOf('products', generation.generation)}
      WHERE identifier = ANY(${[...unknown.keys()]}::text[]) AND ${existsAt(generation)}`),
    );
    for (const { identifier, stored } of read) {
      const row = unknown.get(identifier);
      if (!row) continue;
      const value = parse(stored);
      remember(partOf(row), identifier, value);
      take(row, value);
    }
  };
};

/** What a thread remembers of rows. */
export const createRowMemory = () => ({
  readValues: createColumnMemory({
    column: sql`"values"`,
    parse: (values: StoredRow['values']) => values,
    sizeOf: () => 1,
    most: 200_000,
  }),
  /** As callers get them, in bytes at most. */
  readRecords: createColumnMemory({
    column: sql`product`,
    parse: toProductRow,
    sizeOf: ({ record }) => 300 + record.length,
    most: 1 << 26,
  }),
});

export type RowMemory = ReturnType<typeof createRowMemory>;
