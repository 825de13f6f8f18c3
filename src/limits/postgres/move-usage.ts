import type { Database } from '../../postgres/database.ts';
import { inTransaction } from '../../files/side-database.ts';
import { createTables } from '../../postgres/create-tables.ts';
import type { UsageBatch } from '../usage.ts';
import { openUsageRows } from '../usage-tables.ts';
import { beginMigration, countCalls, openCounts, readLocalTotals, takeUnmoved } from './moved-counts.ts';
import { limitTables } from './open-shared-limits.ts';
import { readTotals, sendBatches } from './shared-usage.ts';

export type UsageMove = {
  /** usage.sqlite of a data folder. */
  readonly file: string;
  readonly database: Database;
  readonly schema: string;
  /** A UUID; each has its own count of what it has moved. */
  readonly migration: string;
};

/** Of a batch that was sent its number stays. */
const emptyBatch = JSON.stringify({ quota: [], hours: [] } satisfies UsageBatch);

/**
 * Adds used quota and usage by hour of a data folder to the database; returns how many calls. Run again, it adds what was
 * counted since.
 */
export const moveUsageToDatabase = async ({
  file,
  database,
  schema,
  migration,
}: UsageMove): Promise<number> => {
  await createTables(database, limitTables(schema));
  const local = openCounts(file);
  try {
    inTransaction(local, () => {
      beginMigration(local, migration);
      const batch = takeUnmoved(local, migration, readLocalTotals(local));
      if (batch.quota.length + batch.hours.length === 0) return;
      local
        .prepare(
          `INSERT INTO moved_batches SELECT ?, coalesce(max(number), 0) + 1, ? FROM moved_batches WHERE migration = ?`,
        )
        .run(migration, JSON.stringify(batch), migration);
    });
    const batches = local
      .prepare('SELECT number, batch FROM moved_batches WHERE migration = ? ORDER BY number')
      .all(migration)
      .map((row) => ({
        number: Number(row['number']),
        batch: JSON.parse(String(row['batch'])) as UsageBatch,
      }));
    // One that was sent before the process ended is sent again: the database knows its number.
    await sendBatches(database, schema, migration, batches);
    local.prepare('UPDATE moved_batches SET batch = ? WHERE migration = ?').run(emptyBatch, migration);
    return batches.reduce((sum, { batch }) => sum + countCalls(batch), 0);
  } finally {
    local.close();
  }
};

/**
 * The other way: the first time the data folder gets the totals of the database, each time after that what was counted
 * there since. Returns how many calls were added this time.
 */
export const moveUsageToFile = async ({ file, database, schema, migration }: UsageMove): Promise<number> => {
  await createTables(database, limitTables(schema));
  const totals = await readTotals(database, schema, null);
  const local = openCounts(file);
  try {
    return inTransaction(local, () => {
      // What was counted here before the database was used is part of its totals.
      if (beginMigration(local, migration)) local.exec('DELETE FROM quota_used; DELETE FROM usage_hours');
      const batch = takeUnmoved(local, migration, totals);
      const rows = openUsageRows(local);
      for (const { counter, calls } of batch.quota) rows.addQuota(counter, calls);
      for (const hour of batch.hours) rows.addHour(hour);
      return countCalls(batch);
    });
  } finally {
    local.close();
  }
};
