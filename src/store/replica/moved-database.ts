import type { FileDatabase } from '../database/database.ts';
import { listTables, writingTable } from './changed-rows.ts';
import { hasTable, nameIn, type Tables } from '../../postgres/create-tables.ts';
import { type Database, type Queries, sql } from '../../postgres/sql.ts';

export const migrationTables = (schema: string): Tables => ({
  schema,
  script: new URL('moved-database.sql', import.meta.url),
  lastTable: 'migration',
});

/** See moved-database.sql. */
type Move = { readonly id: string; readonly state: 'arriving' | 'here' | 'leaving' | 'gone' };

/** Null: nothing was moved to or from this database. */
export const findMove = async (queries: Queries, schema: string): Promise<Move | null> => {
  if (!(await hasTable(queries, schema, 'migration'))) return null;
  const [move] = await queries.query<Move>(sql`SELECT id::text, state FROM ${nameIn(schema, 'migration')}`);
  return move ?? null;
};

export const writeMove = async (queries: Queries, schema: string, { id, state }: Move): Promise<void> => {
  await queries.query(sql`
    INSERT INTO ${nameIn(schema, 'migration')} (id, state) VALUES (${id}, ${state})
    ON CONFLICT (only_row) DO UPDATE SET id = excluded.id, state = excluded.state, changed_at = now()`);
};

/** Every change of a node passes this row: of settings store_state, of versions dataset. */
const listGuarded = async (queries: Queries, schema: string): Promise<string[]> => {
  const rows = await queries.query<{ name: string }>(sql`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = ${schema} AND tablename IN ('store_state', 'dataset')`);
  return rows.map(({ name }) => name);
};

/** Nodes answer 503 to changes until `acceptOnDatabase`. */
export const refuseOnDatabase = (database: Database, schema: string, id: string): Promise<void> =>
  database.transaction(async (queries) => {
    for (const table of await listGuarded(queries, schema))
      await queries.script(
        `CREATE OR REPLACE TRIGGER refuse_moved BEFORE INSERT OR UPDATE OR DELETE ON ${schema}.${table}
         FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse_moved()`,
      );
    await writeMove(queries, schema, { id, state: 'leaving' });
  });

export const acceptOnDatabase = async (queries: Queries, schema: string): Promise<void> => {
  for (const table of await listGuarded(queries, schema))
    await queries.script(`DROP TRIGGER IF EXISTS refuse_moved ON ${schema}.${table}`);
};

const prefix = 'refuse_moved_';
const events = ['INSERT', 'UPDATE', 'DELETE'] as const;

/**
 * From now on every process that changes the store, also one that has it open, gets a fault. Reads go on. It is
 * stored in the file, so that nothing is accepted that the new place would not have.
 */
export const refuseChanges = (database: FileDatabase): void =>
  database.transaction(() => {
    database.run(`CREATE TABLE IF NOT EXISTS ${writingTable} (only_row INTEGER PRIMARY KEY) STRICT`);
    for (const { name } of listTables(database))
      for (const event of events)
        database.run(
          `CREATE TRIGGER IF NOT EXISTS ${prefix}${event}_${name} BEFORE ${event} ON main.${name}
           WHEN NOT EXISTS (SELECT 1 FROM ${writingTable})
           BEGIN SELECT RAISE(ABORT, 'the settings were moved'); END`,
        );
  });

/** The store accepts changes again. */
export const acceptChanges = (database: FileDatabase): void => {
  const names = database
    .all(`SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE ?`, `${prefix}%`)
    .map(({ name }) => String(name));
  if (names.length === 0) return;
  database.transaction(() => {
    for (const name of names) database.run(`DROP TRIGGER IF EXISTS ${name}`);
    database.run(`DROP TABLE IF EXISTS ${writingTable}`);
  });
};

/**
 * The file after it became the copy of a shared database: its transactions write into it, and those of a service that
 * still takes it for its own store are refused. The mark is gone before a transaction ends, so that nobody else sees it.
 */
export const writeAsCopy = (database: FileDatabase): FileDatabase => {
  const isRefusing = (): boolean =>
    database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', writingTable) !== undefined;
  return {
    ...database,
    transaction: (work) =>
      database.transaction(() => {
        if (!isRefusing()) return work();
        database.run(`INSERT INTO ${writingTable} VALUES (1)`);
        const result = work();
        database.run(`DELETE FROM ${writingTable}`);
        return result;
      }),
  };
};
