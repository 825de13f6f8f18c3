import { type Database, rawSql, sql } from '../../../postgres/sql.ts';
import { searchSettings, tableOf } from './read-sql.ts';

const shardsPerWorker = 2;

const countWorkers = async (database: Database): Promise<number> => {
  const [installed] = await database.query(sql`SELECT 1 FROM pg_extension WHERE extname = 'citus'`);
  if (!installed) return 0;
  const [row] = await database.query<{ workers: number }>(
    sql`SELECT count(*)::int AS workers FROM citus_get_active_worker_nodes()`,
  );
  return row?.workers ?? 0;
};

/** Settings of a session end at the coordinator: those of searches belong to the database, on every machine of a cluster. */
export const prepareCluster = async (database: Database): Promise<void> => {
  if ((await countWorkers(database)) === 0) return;
  for (const [name, value] of searchSettings)
    await database.query(sql`
      SELECT run_command_on_all_nodes(format('ALTER DATABASE %I SET %s = %s', current_database(), ${name}::text, ${value}::text))`);
};

/** Spreads the rows of a large version over the workers of a Citus cluster; elsewhere nothing happens. True: it did. */
export const distributeRows = async (
  database: Database,
  generation: number,
  rows: number,
  distributeFrom: number,
): Promise<boolean> => {
  const workers = rows < distributeFrom ? 0 : await countWorkers(database);
  if (workers === 0) return false;
  const [table = ''] = tableOf('products', generation).texts;
  await database.transaction(async (queries) => {
    await queries.script('SET LOCAL statement_timeout = 0');
    await queries.query(sql`
      SELECT create_distributed_table(${table}::regclass, 'identifier', shard_count => ${rawSql(String(workers * shardsPerWorker))})`);
  });
  await database.query(sql`SELECT truncate_local_data_after_distributing_table(${table}::regclass)`);
  return true;
};
