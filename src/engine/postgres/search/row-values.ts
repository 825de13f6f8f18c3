import { getOrAdd } from '../../../domain/memoize.ts';
import { prepareSql, type Queries, sql } from '../../../postgres/sql.ts';
import { existsAt, type ProductGeneration } from '../products/product-version.ts';
import type { StoredRow } from '../products/stored-row.ts';
import { tableOf } from '../sql/read-sql.ts';

type Values = StoredRow['values'];

const mostRows = 200_000;

/** Values of rows, of all versions, until there are too many. A row never changes: a live change adds another one. */
export const createRowMemory = () => {
  /** By the version and the live change that the rows came with. */
  const parts = new Map<string, Map<string, Values>>();
  let size = 0;
  return {
    get: (part: string, identifier: string): Values | undefined => parts.get(part)?.get(identifier),
    add: (part: string, identifier: string, values: Values): void => {
      if (size >= mostRows) parts.clear();
      size = size >= mostRows ? 1 : size + 1;
      getOrAdd(parts, part, () => new Map<string, Values>()).set(identifier, values);
    },
  };
};

export type RowMemory = ReturnType<typeof createRowMemory>;

/** A row that needs its values. */
type Valued = { readonly identifier: string; readonly since: number; values: Values };

export const readValues = async (
  database: Queries,
  generation: ProductGeneration,
  memory: RowMemory,
  rows: readonly Valued[],
): Promise<void> => {
  const built = `${generation.generation} 0`;
  const partOf = ({ since }: Valued): string => (since === 0 ? built : `${generation.generation} ${since}`);
  const unknown = new Map<string, Valued>();
  for (const row of rows) {
    const values = memory.get(partOf(row), row.identifier);
    if (values) row.values = values;
    else unknown.set(row.identifier, row);
  }
  if (unknown.size === 0) return;
  const read = await database.query<Pick<StoredRow, 'identifier' | 'values'>>(
    prepareSql(sql`
    SELECT identifier, "values" FROM ${tableOf('products', generation.generation)}
    WHERE identifier = ANY(${[...unknown.keys()]}::text[]) AND ${existsAt(generation)}`),
  );
  for (const { identifier, values } of read) {
    const row = unknown.get(identifier);
    if (!row) continue;
    row.values = values;
    memory.add(partOf(row), identifier, values);
  }
};
