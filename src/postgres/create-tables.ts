import { memoizeAsync } from '../domain/memoize.ts';
import { readFileSync } from 'node:fs';
import { type Database, type Queries, rawSql, type Sql, sql } from './sql.ts';

export type Tables = {
  readonly schema: string;
  /** A script that can be run again. It has `{schema}` where the name of the schema belongs. */
  readonly script: URL;
  /** The last table that the script creates: when it is there, all are. */
  readonly lastTable: string;
};

/** Of everything that Kindred stores in a database, unless tests ask for another. */
export const defaultSchema = 'kindred';

/** A table or a function of a schema, for a statement. */
export const nameIn = (schema: string, name: string): Sql => {
  if (!/^[a-z][a-z0-9_]*$/.test(schema)) throw new Error(`${schema} is no name of a schema.`);
  return rawSql(`${schema}.${name}`);
};

/** Two nodes that start at once must not both create the tables. */
const schemaLock = 7_201_515;

export const hasTable = async (queries: Queries, schema: string, table: string): Promise<boolean> => {
  const [found] = await queries.query<{ name: string | null }>(
    sql`SELECT to_regclass(${`${schema}.${table}`})::text AS name`,
  );
  return typeof found?.name === 'string';
};

export const createTables = async (
  database: Database,
  { schema, script, lastTable }: Tables,
): Promise<void> => {
  if (await hasTable(database, schema, lastTable)) return;
  await database.transaction(async (queries) => {
    await queries.query(sql`SELECT pg_advisory_xact_lock(${schemaLock})`);
    // Reads a table, so that the connection learns what was created while it waited for the lock.
    await queries.script('SELECT FROM pg_catalog.pg_namespace');
    await queries.script(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await queries.script(readFileSync(script, 'utf8').replaceAll('{schema}', schema));
  });
};

/**
 * The database with the tables created before the first statement that reaches it: it may be away when the service
 * starts.
 */
export const createTablesFirst = (database: Database, ...tables: readonly Tables[]): Database => {
  const create = memoizeAsync(async () => {
    for (const each of tables) await createTables(database, each);
  });
  return {
    ...database,
    query: async (statement) => {
      await create();
      return database.query(statement);
    },
    script: async (text) => {
      await create();
      return database.script(text);
    },
    transaction: async (work) => {
      await create();
      return database.transaction(work);
    },
  };
};
