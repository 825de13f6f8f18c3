import { PGlite, type Transaction } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Database, type Queries, type Sql, sql, toText } from '../../../src/postgres/sql.ts';
import { decodeVector, formatVector } from '../../../src/engine/postgres/products/vectors.ts';
import { sessionSettings } from '../../../src/engine/postgres/sql/read-sql.ts';

/* PostgreSQL with pgvector in this process: the same SQL without a server. It has one connection. */

/** PGlite sends parameters as text. */
const toParameter = (value: unknown): unknown =>
  value instanceof Uint8Array ? formatVector(decodeVector(value)) : value;

const createQueries = (runner: Pick<PGlite | Transaction, 'query' | 'exec'>): Queries => ({
  query: async <R extends object>(statement: Sql) =>
    (await runner.query<R>(toText(statement), statement.values.map(toParameter))).rows,
  script: async (text) => {
    await runner.exec(text);
  },
});

export const openPglite = async (): Promise<PGlite> => {
  const pglite = await PGlite.create({ extensions: { vector, pg_trgm } });
  await pglite.exec('CREATE EXTENSION vector; CREATE EXTENSION pg_trgm');
  await pglite.exec(sessionSettings);
  return pglite;
};

/** Closing it leaves the database open, for the next test. */
export const createPgliteDatabase = (pglite: PGlite): Database => ({
  ...createQueries(pglite),
  transaction: (work) => pglite.transaction((transaction) => work(createQueries(transaction))),
  listen: async (channel, onMessage) => {
    await pglite.listen(channel, onMessage);
  },
  close: async () => {},
});

/** Removes everything that an engine stored before; one table at a time, because each takes locks. */
export const dropEngineSchema = async (database: Queries): Promise<void> => {
  const tables = await database.query<{ name: string }>(
    sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'kindred'`,
  );
  for (const { name } of tables) await database.script(`DROP TABLE kindred.${name}`);
  await database.script('DROP SCHEMA IF EXISTS kindred CASCADE');
};
