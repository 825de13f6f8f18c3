import { isUnavailable } from '../../../errors.ts';
import { type Database, rawSql, sql } from '../../../postgres/sql.ts';
import { readScript, tableOf } from './read-sql.ts';

/**
 * Much memory builds an index of vectors many times faster: without it, pgvector continues on disk. As much as the administrator
 * says that the server can keep in memory, divided by the builds that may run at once.
 */
const memory = sql`
  SELECT set_config('maintenance_work_mem', greatest(
    pg_size_bytes(current_setting('maintenance_work_mem')),
    pg_size_bytes(current_setting('effective_cache_size')) / 8) / 1024 || 'kB', true)`;

const createIndex = (database: Database, statement: string, workers: string): Promise<void> =>
  database.transaction(async (queries) => {
    // Indexes of millions of rows take longer than any statement of a request may.
    await queries.script(`SET LOCAL statement_timeout = 0; ${workers}`);
    await queries.query(memory);
    await queries.query(rawSql(statement));
  });

/** Runs the statements of a script one after the other: those that were built stay when one fails, and a cluster takes no two at once. */
export const createIndexes = async (
  database: Database,
  script: 'product-indexes' | 'vector-index' | 'keyword-indexes',
  numbers: Readonly<Record<string, number>>,
): Promise<void> => {
  const statements = readScript(script, numbers)
    .replaceAll(/^--.*$/gm, '')
    .split(';');
  for (const statement of statements.map((text) => text.trim()).filter((text) => text !== ''))
    await createIndex(database, statement, '').catch((error: unknown) => {
      // Several workers need shared memory, of which a container has little. Any other failure would only repeat itself.
      if (!isUnavailable(error)) throw error;
      return createIndex(database, statement, 'SET LOCAL max_parallel_maintenance_workers = 0');
    });
};

/** Writes rows that have the same values of a field beside one another: a box that asks for them reads few pages. */
export const groupRows = (database: Database, generation: number, field: string): Promise<void> =>
  database.transaction(async (queries) => {
    const table = tableOf('products', generation);
    const [{ order } = { order: '' }] = await queries.query<{ order: string }>(sql`
      SELECT format('CREATE INDEX grouped_%s ON kindred.products_%1$s (hashtext(("values" -> %L)::text))',
        ${generation}::bigint, ${field}::text) AS order`);
    const index = rawSql(`grouped_${generation}`);
    // One worker sorts numbers fast enough, and needs no shared memory.
    await queries.script('SET LOCAL statement_timeout = 0; SET LOCAL max_parallel_maintenance_workers = 0');
    await queries.query(memory);
    for (const statement of [
      rawSql(order),
      sql`CLUSTER ${table} USING ${index}`,
      sql`DROP INDEX kindred.${index}`,
    ])
      await queries.query(statement);
  });
