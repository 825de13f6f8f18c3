import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Quota, Subscription } from '../domain/subscription.ts';
import { openSideDatabase } from '../files/side-database.ts';
import { findPeriod } from './quota-period.ts';
import type { HourlyUsage, Usage } from './usage.ts';

/** One subscription's calls in one calendar period. */
export type QuotaCounter = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly startMs: number;
};

/** Calls of one subscription within one hour, since the last write. */
export type HourlyCount = {
  readonly websiteId: number;
  readonly subscriptionId: number;
  readonly hourMs: number;
  calls: number;
  overRate: number;
  overQuota: number;
  /** Time of the last admitted call; 0: there was none. */
  lastMs: number;
};

export type UsageBatch = {
  readonly quota: readonly { readonly counter: QuotaCounter; readonly calls: number }[];
  readonly hours: readonly HourlyCount[];
};

/** Durable storage of used quota. A shared store can implement it for several machines. */
export interface QuotaLedger extends Usage {
  used(counter: QuotaCounter): number;
  /** Adds to the counts of all processes; returns the totals of `quota`, in the same order. All or nothing. */
  add(batch: UsageBatch): number[];
  close(): void;
}

const ledgerDefaults = { busyTimeoutMs: 5000, keepHoursForMs: 400 * 24 * 3_600_000 } as const;

const tables = `
  CREATE TABLE IF NOT EXISTS quota_used (
    subscription_id INTEGER NOT NULL,
    per TEXT NOT NULL,
    start_ms INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (subscription_id, per, start_ms)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS usage_hours (
    website_id INTEGER NOT NULL,
    subscription_id INTEGER NOT NULL,
    hour_ms INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    over_rate INTEGER NOT NULL,
    over_quota INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    PRIMARY KEY (website_id, subscription_id, hour_ms)
  ) STRICT, WITHOUT ROWID;`;

/**
 * A separate database file: the counters are written every half second under load, and must neither wait for
 * nor invalidate readers of the configuration.
 */
export const openQuotaLedger = (file: string): QuotaLedger => {
  const database = openSideDatabase(file, ledgerDefaults.busyTimeoutMs, (opened) =>
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${tables}`),
  );
  const statements = prepareStatements(database);

  const addQuota = ({ subscriptionId, per, startMs }: QuotaCounter, calls: number): number => {
    statements.deleteOldQuota.run(subscriptionId, per, startMs);
    return Number(statements.addQuota.get(subscriptionId, per, startMs, calls)?.calls);
  };

  const addHour = (hour: HourlyCount): void => {
    const { websiteId, subscriptionId, hourMs } = hour;
    statements.deleteOldHours.run(websiteId, subscriptionId, hourMs - ledgerDefaults.keepHoursForMs);
    const { calls, overRate, overQuota, lastMs } = hour;
    statements.addHour.run(websiteId, subscriptionId, hourMs, calls, overRate, overQuota, lastMs);
  };

  const used = ({ subscriptionId, per, startMs }: QuotaCounter): number =>
    Number(statements.quota.get(subscriptionId, per, startMs)?.calls ?? 0);

  return {
    used,
    add: ({ quota, hours }) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const totals = quota.map(({ counter, calls }) => addQuota(counter, calls));
        hours.forEach(addHour);
        database.exec('COMMIT');
        return totals;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    hours: (websiteId, subscriptionId, from, to) =>
      statements.hours.all(websiteId, subscriptionId, from.getTime(), to.getTime()).map(toHourlyUsage),
    lastUsedAt: (websiteId, subscriptionId) => {
      const lastMs = Number(statements.lastUsed.get(websiteId, subscriptionId)?.last_ms ?? 0);
      return lastMs === 0 ? null : new Date(lastMs).toISOString();
    },
    quotaUsed: ({ id, quota }: Subscription, now) => {
      if (quota === null) return 0;
      const { startMs } = findPeriod(quota.per, now.getTime());
      return used({ subscriptionId: id, per: quota.per, startMs });
    },
    close: () => database.close(),
  };
};

const prepareStatements = (database: DatabaseSync) => {
  const whereSubscription = 'website_id = ? AND subscription_id = ?';
  return {
    quota: database.prepare(
      'SELECT calls FROM quota_used WHERE subscription_id = ? AND per = ? AND start_ms = ?',
    ),
    addQuota: database.prepare(
      `INSERT INTO quota_used (subscription_id, per, start_ms, calls) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET calls = calls + excluded.calls RETURNING calls`,
    ),
    deleteOldQuota: database.prepare(
      'DELETE FROM quota_used WHERE subscription_id = ? AND per = ? AND start_ms < ?',
    ),
    hours: database.prepare(
      `SELECT * FROM usage_hours WHERE ${whereSubscription} AND hour_ms >= ? AND hour_ms < ? ORDER BY hour_ms`,
    ),
    lastUsed: database.prepare(`SELECT MAX(last_ms) AS last_ms FROM usage_hours WHERE ${whereSubscription}`),
    addHour: database.prepare(
      `INSERT INTO usage_hours (website_id, subscription_id, hour_ms, calls, over_rate, over_quota, last_ms)
       VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET calls = calls + excluded.calls, over_rate = over_rate + excluded.over_rate,
         over_quota = over_quota + excluded.over_quota, last_ms = max(last_ms, excluded.last_ms)`,
    ),
    deleteOldHours: database.prepare(`DELETE FROM usage_hours WHERE ${whereSubscription} AND hour_ms < ?`),
  };
};

const toHourlyUsage = (row: Record<string, SQLOutputValue>): HourlyUsage => {
  return {
    at: new Date(Number(row.hour_ms)).toISOString(),
    calls: Number(row.calls),
    overRate: Number(row.over_rate),
    overQuota: Number(row.over_quota),
  };
};
