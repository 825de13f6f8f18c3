import type { Database } from '../../postgres/database.ts';
import { openPool, type PoolOptions } from '../../postgres/open-pool.ts';
import { sessionSettings } from './sql/read-sql.ts';

/** Connections with the settings that the engine's statements rely on. */
export const openEnginePool = (options: Omit<PoolOptions, 'session'>): Database =>
  openPool({ ...options, session: sessionSettings });
