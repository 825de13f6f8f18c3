import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../src/postgres/sql.ts';
import { createPgliteDatabase, dropEngineSchema, openPglite } from './pglite-database.ts';

/** One database for the tests of a file; what is returned empties it. */
export const usePglite = (): (() => Promise<Database>) => {
  let pglite: Awaited<ReturnType<typeof openPglite>>;
  beforeAll(async () => {
    pglite = await openPglite();
  });
  afterAll(() => pglite.close());
  return async () => {
    const database = createPgliteDatabase(pglite);
    await dropEngineSchema(database);
    return database;
  };
};
