import { getOrAdd } from '../../../domain/memoize.ts';
import { type Queries, rawSql, type Sql, sql, toText } from '../../../postgres/sql.ts';
import type { ProductGeneration } from '../products/product-version.ts';
import { tableOf } from '../sql/read-sql.ts';

/** How many rows of a version as it was built meet a condition; no more than one above the limit are counted. */
export type CountRows = (condition: Sql) => Promise<number>;

const mostRemembered = 10_000;

/**
 * Counts for each condition once: rows as built never change, so a question is answered in the same way after any live
 * change, and on every node. In a version that is smaller than the limit nothing is counted.
 */
export const createRowCounter = (
  database: Queries,
  { generation, builtSize }: Pick<ProductGeneration, 'generation' | 'builtSize'>,
  limit: number,
): CountRows => {
  if (builtSize <= limit) return () => Promise.resolve(builtSize);
  const known = new Map<string, Promise<number>>();
  return (condition) => {
    const key = `${toText(condition)}\n${JSON.stringify(condition.values)}`;
    if (known.size >= mostRemembered) known.clear();
    const count = getOrAdd(known, key, async () => {
      const [row] = await database.query<{ rows: number }>(sql`
        SELECT count(*)::int AS rows FROM (
          SELECT 1 FROM ${tableOf('products', generation)} WHERE since = 0 AND ${condition}
          LIMIT ${rawSql(String(limit + 1))}) AS counted`);
      return row?.rows ?? 0;
    });
    count.catch(() => known.delete(key));
    return count;
  };
};
