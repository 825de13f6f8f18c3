import { randomUUID } from 'node:crypto';
import { createTablesFirst, defaultSchema } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/database.ts';
import { createJobRows, createLeaseRows, importTables, type JobRows } from './import-rows.ts';
import { createSharedLeases, type SharedLeases, sharedLeaseDefaults } from './shared-leases.ts';

type Options = {
  readonly database: Database;
  readonly schema?: string;
  /** The name under which another process has the right already; a new one otherwise. */
  readonly holder?: string;
  readonly seconds?: number;
  readonly renewMs?: number;
  readonly monotonicMs?: () => number;
};

/** What nodes on one database share of imports. */
export type SharedImports = {
  readonly holder: string;
  readonly leases: SharedLeases;
  readonly jobs: JobRows;
  close(): Promise<void>;
};

export const openSharedImports = async (options: Options): Promise<SharedImports> => {
  const { schema = defaultSchema, holder = randomUUID(), seconds = sharedLeaseDefaults.seconds } = options;
  const { renewMs = sharedLeaseDefaults.renewMs, monotonicMs = () => performance.now() } = options;
  const database = createTablesFirst(options.database, importTables(schema));
  const jobs = createJobRows(database, schema);
  const rows = createLeaseRows(database, schema, seconds);
  const leases = createSharedLeases({ rows, jobs, holder, seconds, renewMs, monotonicMs });
  // The database may be away at the start: the service looks again every second.
  await leases.look().catch(() => undefined);
  return { holder, leases, jobs, close: () => options.database.close() };
};
