import type { DatabaseSync } from 'node:sqlite';
import { openSideDatabase } from '../../files/side-database.ts';
import type { HourlyCount, QuotaCounter, UsageBatch } from '../usage.ts';
import { usageTables } from '../usage-tables.ts';

/**
 * What a migration has moved, beside the counts themselves and in the same transactions: so each call is moved once,
 * however often the migration is interrupted or run again.
 */
const movedTables = `
  CREATE TABLE IF NOT EXISTS moved_counts (
    migration TEXT NOT NULL,
    counter TEXT NOT NULL,
    counts TEXT NOT NULL,
    PRIMARY KEY (migration, counter)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS moved_batches (
    migration TEXT NOT NULL,
    number INTEGER NOT NULL,
    batch TEXT NOT NULL,
    PRIMARY KEY (migration, number)
  ) STRICT, WITHOUT ROWID;`;

const busyTimeoutMs = 5_000;

/** The counts of a data folder, whether a service has them open or not. */
export const openCounts = (file: string): DatabaseSync =>
  openSideDatabase(file, busyTimeoutMs, (opened) =>
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${usageTables} ${movedTables}`),
  );

/** Totals of counters, each with its name. */
type Totals = {
  readonly quota: readonly (QuotaCounter & { readonly calls: number })[];
  readonly hours: readonly HourlyCount[];
};

export const readLocalTotals = (database: DatabaseSync): Totals => ({
  quota: database
    .prepare('SELECT subscription_id, per, start_ms, calls FROM quota_used')
    .all()
    .map((row) => ({
      subscriptionId: Number(row['subscription_id']),
      per: String(row['per']) as QuotaCounter['per'],
      startMs: Number(row['start_ms']),
      calls: Number(row['calls']),
    })),
  hours: database
    .prepare('SELECT * FROM usage_hours')
    .all()
    .map((row) => ({
      websiteId: Number(row['website_id']),
      subscriptionId: Number(row['subscription_id']),
      hourMs: Number(row['hour_ms']),
      calls: Number(row['calls']),
      overRate: Number(row['over_rate']),
      overQuota: Number(row['over_quota']),
      lastMs: Number(row['last_ms']),
    })),
});

type Counts = { readonly calls: number; readonly overRate: number; readonly overQuota: number };

const none: Counts = { calls: 0, overRate: 0, overQuota: 0 };

/** What of these totals was not moved yet. Notes that it is. */
export const takeUnmoved = (
  database: DatabaseSync,
  migration: string,
  { quota, hours }: Totals,
): UsageBatch => {
  const find = database.prepare('SELECT counts FROM moved_counts WHERE migration = ? AND counter = ?');
  const note = database.prepare('INSERT OR REPLACE INTO moved_counts VALUES (?, ?, ?)');
  const take = (counter: string, now: Counts): Counts => {
    const row = find.get(migration, counter);
    const before = row ? (JSON.parse(String(row['counts'])) as Counts) : none;
    note.run(migration, counter, JSON.stringify(now));
    return {
      calls: now.calls - before.calls,
      overRate: now.overRate - before.overRate,
      overQuota: now.overQuota - before.overQuota,
    };
  };
  const isAny = ({ calls, overRate, overQuota }: Counts): boolean => calls + overRate + overQuota > 0;
  return {
    quota: quota.flatMap(({ calls: total, ...counter }) => {
      const name = `quota/${counter.subscriptionId}/${counter.per}/${counter.startMs}`;
      const { calls } = take(name, { ...none, calls: total });
      return calls > 0 ? [{ counter, calls }] : [];
    }),
    hours: hours.flatMap((hour) => {
      const name = `hour/${hour.websiteId}/${hour.subscriptionId}/${hour.hourMs}`;
      const { calls, overRate, overQuota } = hour;
      const counts = take(name, { calls, overRate, overQuota });
      return isAny(counts) ? [{ ...hour, ...counts }] : [];
    }),
  };
};

/** Whether a migration has not moved anything yet. What earlier ones moved is forgotten. */
export const beginMigration = (database: DatabaseSync, migration: string): boolean => {
  const isKnown = database.prepare('SELECT 1 FROM moved_counts WHERE migration = ? LIMIT 1').get(migration);
  if (isKnown) return false;
  database.prepare('DELETE FROM moved_counts').run();
  database.prepare('DELETE FROM moved_batches').run();
  database.prepare('INSERT INTO moved_counts VALUES (?, ?, ?)').run(migration, 'begun', JSON.stringify(none));
  return true;
};

export const countCalls = ({ hours }: UsageBatch): number => hours.reduce((sum, { calls }) => sum + calls, 0);
