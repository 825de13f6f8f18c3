import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { HourlyCount, HourlyUsage, QuotaCounter, Usage } from './usage.ts';

export const usageTables = `
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

export const keepHoursForMs = 400 * 24 * 3_600_000;

type UsageRows = Pick<Usage, 'hours' | 'lastUsedAt'> & {
  used(counter: QuotaCounter): number;
  /** Adds calls and returns the total. Older periods of the subscription are deleted. */
  readonly addQuota: (counter: QuotaCounter, calls: number) => number;
  readonly addHour: (hour: HourlyCount) => void;
};

/** Reads and writes the tables of used quota and hourly usage. */
export const openUsageRows = (database: DatabaseSync): UsageRows => {
  const statements = prepareStatements(database);
  return {
    used: ({ subscriptionId, per, startMs }) =>
      Number(statements.quota.get(subscriptionId, per, startMs)?.calls ?? 0),
    addQuota: ({ subscriptionId, per, startMs }, calls) => {
      statements.deleteOldQuota.run(subscriptionId, per, startMs);
      return Number(statements.addQuota.get(subscriptionId, per, startMs, calls)?.calls);
    },
    addHour: (hour) => {
      const { websiteId, subscriptionId, hourMs } = hour;
      statements.deleteOldHours.run(websiteId, subscriptionId, hourMs - keepHoursForMs);
      const { calls, overRate, overQuota, lastMs } = hour;
      statements.addHour.run(websiteId, subscriptionId, hourMs, calls, overRate, overQuota, lastMs);
    },
    hours: (websiteId, subscriptionId, from, to) =>
      statements.hours.all(websiteId, subscriptionId, from.getTime(), to.getTime()).map(toHourlyUsage),
    lastUsedAt: (websiteId, subscriptionId) => {
      const lastMs = Number(statements.lastUsed.get(websiteId, subscriptionId)?.last_ms ?? 0);
      return lastMs === 0 ? null : new Date(lastMs).toISOString();
    },
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
