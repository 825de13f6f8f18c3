import { Fault } from '../../errors.ts';
import { hasTable, nameIn, type Tables } from '../../postgres/create-tables.ts';
import type { Database, Queries } from '../../postgres/database.ts';
import { sql } from '../../postgres/sql.ts';

export const migrationTables = (schema: string): Tables => ({
  schema,
  script: new URL('moved-database.sql', import.meta.url),
  lastTable: 'migration',
});

/** See moved-database.sql. */
export type MoveState = 'arriving' | 'here' | 'leaving' | 'gone';

type Move = { readonly id: string; readonly state: MoveState };

export const readMove = async (queries: Queries, schema: string): Promise<Move | null> => {
  const [move] = await queries.query<Move>(sql`SELECT id::text, state FROM ${nameIn(schema, 'migration')}`);
  return move ?? null;
};

/** The same of a database that may have no tables yet. */
export const findMove = async (queries: Queries, schema: string): Promise<Move | null> =>
  (await hasTable(queries, schema, 'migration')) ? readMove(queries, schema) : null;

export const writeMove = async (queries: Queries, schema: string, { id, state }: Move): Promise<void> => {
  await queries.query(sql`
    INSERT INTO ${nameIn(schema, 'migration')} (id, state) VALUES (${id}, ${state})
    ON CONFLICT (only_row) DO UPDATE SET id = excluded.id, state = excluded.state, changed_at = now()`);
};

/** Every change of a node passes this row: of settings store_state, of versions dataset. */
const guardedTables = ['store_state', 'dataset'] as const;

const listGuarded = async (queries: Queries, schema: string): Promise<string[]> => {
  const names = [...guardedTables];
  const rows = await queries.query<{ name: string }>(sql`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = ${schema} AND tablename = ANY(${names}::text[])`);
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

export const acceptOnDatabase = (database: Database, schema: string, move: Move | null): Promise<void> =>
  database.transaction(async (queries) => {
    for (const table of await listGuarded(queries, schema))
      await queries.script(`DROP TRIGGER IF EXISTS refuse_moved ON ${schema}.${table}`);
    if (move === null) await queries.query(sql`DELETE FROM ${nameIn(schema, 'migration')}`);
    else await writeMove(queries, schema, move);
  });

export const otherMove = (): Fault =>
  new Fault('conflict', 'Another run of `kindred migrate` is moving the contents of this database.', {
    nextStep: 'Run the other one again on the data folder where it began, to its end or with --cancel.',
  });
