import { afterAll, beforeAll, describe, it } from 'vitest';
import { openEnginePool, openPostgresEngine } from '../../src/engine/postgres/postgres.ts';
import { describeEngine } from '../contract/engine-contract.ts';
import { dropEngineSchema } from '../support/postgres/pglite-database.ts';
import {
  clusterOptions,
  createServerDatabase,
  serverUrl,
  withoutServer,
} from '../support/postgres/server-database.ts';

if (serverUrl === undefined)
  describe('the PostgreSQL engine on a server', () => {
    it('fulfils the engine contract', (context) => context.skip(withoutServer));
  });
else {
  let created: Awaited<ReturnType<typeof createServerDatabase>>;
  beforeAll(async () => {
    created = await createServerDatabase();
  });
  afterAll(() => created.drop());
  const openEngine = async () => {
    const database = openEnginePool({ url: created.url });
    await dropEngineSchema(database);
    const engine = await openPostgresEngine({ database, ...clusterOptions });
    return { engine, dispose: () => engine.close() };
  };
  describeEngine('the PostgreSQL engine on a server', openEngine, { tolerance: 0.001 });
}
