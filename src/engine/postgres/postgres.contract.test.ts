import { afterAll, beforeAll } from 'vitest';
import { describeEngine } from '../../../test/contract/engine-contract.ts';
import {
  createPgliteDatabase,
  dropEngineSchema,
  openPglite,
} from '../../../test/support/postgres/pglite-database.ts';
import { openPostgresEngine } from './postgres.ts';

let pglite: Awaited<ReturnType<typeof openPglite>>;
beforeAll(async () => {
  pglite = await openPglite();
});
afterAll(() => pglite.close());

const openEngine = async () => {
  const database = createPgliteDatabase(pglite);
  await dropEngineSchema(database);
  const engine = await openPostgresEngine({ database });
  return { engine, dispose: () => engine.close() };
};

/** Vectors are stored with 11 significant bits, so scores differ from those of exact arithmetic. */
describeEngine('the PostgreSQL engine on PGlite', openEngine, { tolerance: 0.001 });
