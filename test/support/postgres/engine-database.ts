import { openEnginePool } from '../../../src/engine/postgres/postgres.ts';
import type { Database } from '../../../src/postgres/sql.ts';
import { createPgliteDatabase, openPglite } from './pglite-database.ts';
import { createServerDatabase, serverUrl } from './server-database.ts';

type EngineDatabase = {
  /** Connections of one engine, which closes them. */
  open(): Database;
  close(): Promise<void>;
};

/** An empty database for engines: on a server where there is one, which takes a fraction of the time of PGlite. */
export const openEngineDatabase = async (): Promise<EngineDatabase> => {
  if (serverUrl === undefined) {
    const pglite = await openPglite();
    return { open: () => createPgliteDatabase(pglite), close: () => pglite.close() };
  }
  const created = await createServerDatabase();
  return { open: () => openEnginePool({ url: created.url }), close: created.drop };
};
