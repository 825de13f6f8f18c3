import type { Subscription } from '../domain/subscription.ts';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { openBackgroundSync } from '../files/background-sync.ts';
import { inTransaction, openSideDatabase } from '../files/side-database.ts';
import { convertOldTables } from './convert-old-tables.ts';
import { findPeriod, type Period } from './quota-period.ts';

/** Calls of one subscription within one hour (UTC). `at`: start of the hour. */
type HourlyUsage = Readonly<Pick<HourlyCount, 'calls' | 'overRate' | 'overQuota'>> & { readonly at: string };

/** Usage by hour, kept for 400 days; at most a second behind. Any process may read it. */
export interface Usage {
  /** `from` included, `to` not; hours without a call are left out. */
  hours(websiteId: number, subscriptionId: number, from: Date, to: Date): readonly HourlyUsage[];
  /** Time of the last admitted call; null: never. */
  lastUsedAt(websiteId: number, subscriptionId: number): string | null;
  /** Calls used in the current period of the quota. */
  quotaUsed(subscription: Subscription, now: Date): number;
  /** Calls that only this node knows of. Left out: nobody else counts. */
  unsentCalls?(): number;
}

/** Calls of one subscription within one hour. */
export type HourlyCount = {
  readonly websiteId: number;
  readonly subscriptionId: number;
  readonly hourMs: number;
  calls: number;
  overRate: number;
  overQuota: number;
  /** What the calls took of a quota; 0 without one. */
  used: number;
  /** Time of the last admitted call; 0: there was none. */
  lastMs: number;
};

/** Durable storage of used quota and of usage by hour. */
export interface QuotaLedger extends Usage {
  /** What calls of this period took, those of other processes and nodes included. */
  used(subscriptionId: number, period: Period): number;
  /** Adds to what was counted before. All or nothing. */
  add(hours: readonly HourlyCount[]): void;
  /** Calls `listener` when others may have counted without `add`: on other machines. */
  onTotals?(listener: () => void): void;
  close(): void;
}

export type NodeCount = HourlyCount & { readonly node: string };

/** The ledger as it is exchanged with other nodes: each node has rows of its own, which only grow. */
export type Counts = ReturnType<typeof openQuotaLedger>;

const busyTimeoutMs = 5_000;

export const keepHoursForMs = 400 * 24 * 3_600_000;

/** `node`: empty for this one. `sent`: the calls that a database of several nodes has; `is_sent`: it has the whole row. */
const tables = `
  CREATE TABLE IF NOT EXISTS node (id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS counts (
    subscription_id INTEGER NOT NULL,
    hour_ms INTEGER NOT NULL,
    node TEXT NOT NULL,
    website_id INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    over_rate INTEGER NOT NULL,
    over_quota INTEGER NOT NULL,
    used INTEGER NOT NULL,
    last_ms INTEGER NOT NULL,
    sent INTEGER NOT NULL DEFAULT 0,
    is_sent INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (subscription_id, hour_ms, node)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS unsent ON counts (subscription_id) WHERE node = '' AND is_sent = 0;`;

/**
 * A separate database file: the counters are written every half second under load, and must neither wait for
 * nor invalidate readers of the configuration.
 */
export const openQuotaLedger = (file: string) => {
  const database = openSideDatabase(file, busyTimeoutMs, (opened) => {
    // NORMAL: a commit does not wait for the disk, which would keep all requests waiting.
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${tables}`);
    convertOldTables(opened);
  });
  // A killed process loses nothing. A power cut loses what was not synced: at most the last moments.
  const sync = openBackgroundSync(`${file}-wal`);
  const node = readNode(database);
  const { add, deleteOld, merge, markSent, ...statements } = prepareStatements(database);
  const toCount = (row: Row): NodeCount => ({ ...toHourlyCount(row), node: String(row['node'] || node) });
  const used = (subscriptionId: number, { startMs, endMs }: Period): number =>
    Number(statements.used.get(subscriptionId, startMs, endMs)?.['used']);
  const ledger: QuotaLedger = {
    used,
    quotaUsed: ({ id, quota }, now) => (quota === null ? 0 : used(id, findPeriod(quota.per, now.getTime()))),
    hours: (websiteId, subscriptionId, from, to) =>
      statements.hours.all(websiteId, subscriptionId, from.getTime(), to.getTime()).map(toHourlyUsage),
    lastUsedAt: (websiteId, subscriptionId) => {
      const lastMs = Number(statements.lastUsed.get(websiteId, subscriptionId)?.['last_ms'] ?? 0);
      return lastMs === 0 ? null : new Date(lastMs).toISOString();
    },
    add: (hours) => {
      inTransaction(database, () => {
        for (const hour of hours) {
          deleteOld.run(hour.subscriptionId, hour.hourMs - keepHoursForMs);
          add.run(...keyOf(hour), '', ...valuesOf(hour));
        }
      });
      sync.request();
    },
    close: () => {
      sync.close();
      database.close();
    },
  };
  return {
    ...ledger,
    node,
    /** Calls of this node that `markSent` was not told of. */
    unsentCalls: () => Number(statements.unsentCalls.get()?.['calls']),
    listUnsent: (atMost: number): NodeCount[] => statements.unsent.all(atMost).map(toCount),
    listAll: (): NodeCount[] => statements.all.all().map(toCount),
    markSent: (counts: readonly NodeCount[]): void =>
      inTransaction(database, () => {
        // What was counted meanwhile is sent next time.
        for (const count of counts)
          markSent.run(count.calls, ...valuesOf(count).slice(1, 5), ...keyOf(count));
      }),
    /** Takes over what nodes counted, this one included, where it is more than is known. False: it is not. */
    merge: (counts: readonly NodeCount[]): boolean =>
      inTransaction(database, () => {
        const changed = counts.map((count) =>
          merge.run(...keyOf(count), count.node === node ? '' : count.node, ...valuesOf(count)),
        );
        return changed.some(({ changes }) => changes > 0);
      }),
    isOpen: (): boolean => database.isOpen,
  };
};

type Row = Readonly<Record<string, SQLOutputValue>>;

const keyOf = ({ subscriptionId, hourMs }: HourlyCount): [number, number] => [subscriptionId, hourMs];

const valuesOf = (count: HourlyCount): number[] => {
  const { websiteId, calls, overRate, overQuota, used, lastMs } = count;
  return [websiteId, calls, overRate, overQuota, used, lastMs];
};

const prepareStatements = (database: DatabaseSync) => {
  const insert = `INSERT INTO counts
    (subscription_id, hour_ms, node, website_id, calls, over_rate, over_quota, used, last_ms)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET website_id = max(website_id, excluded.website_id),
    last_ms = max(last_ms, excluded.last_ms),`;
  const ofSubscription = 'website_id = ? AND subscription_id = ?';
  return {
    add: database.prepare(
      `${insert} calls = calls + excluded.calls, over_rate = over_rate + excluded.over_rate,
         over_quota = over_quota + excluded.over_quota, used = used + excluded.used, is_sent = 0`,
    ),
    merge: database.prepare(
      `${insert} calls = max(calls, excluded.calls), over_rate = max(over_rate, excluded.over_rate),
         over_quota = max(over_quota, excluded.over_quota), used = max(used, excluded.used)
       WHERE excluded.calls + excluded.over_rate + excluded.over_quota + excluded.used > calls + over_rate + over_quota + used`,
    ),
    deleteOld: database.prepare('DELETE FROM counts WHERE subscription_id = ? AND hour_ms < ?'),
    used: database.prepare(
      'SELECT total(used) AS used FROM counts WHERE subscription_id = ? AND hour_ms >= ? AND hour_ms < ?',
    ),
    hours: database.prepare(
      `SELECT hour_ms, sum(calls) AS calls, sum(over_rate) AS over_rate, sum(over_quota) AS over_quota FROM counts
       WHERE ${ofSubscription} AND hour_ms >= ? AND hour_ms < ?
       GROUP BY hour_ms HAVING sum(calls + over_rate + over_quota) > 0 ORDER BY hour_ms`,
    ),
    lastUsed: database.prepare(`SELECT max(last_ms) AS last_ms FROM counts WHERE ${ofSubscription}`),
    all: database.prepare('SELECT * FROM counts'),
    unsent: database.prepare(`SELECT * FROM counts WHERE node = '' AND is_sent = 0 LIMIT ?`),
    unsentCalls: database.prepare(
      `SELECT total(calls - sent) AS calls FROM counts WHERE node = '' AND is_sent = 0`,
    ),
    markSent: database.prepare(
      `UPDATE counts SET sent = ?1, is_sent = calls = ?2 AND over_rate = ?3 AND over_quota = ?4 AND used = ?5
       WHERE subscription_id = ?6 AND hour_ms = ?7 AND node = ''`,
    ),
  };
};

/** Written once. */
const readNode = (database: DatabaseSync): string => {
  database.prepare('INSERT INTO node SELECT ? WHERE NOT EXISTS (SELECT 1 FROM node)').run(randomUUID());
  return String(database.prepare('SELECT id FROM node').get()?.['id']);
};

const toHourlyCount = (row: Row): HourlyCount => ({
  websiteId: Number(row['website_id']),
  subscriptionId: Number(row['subscription_id']),
  hourMs: Number(row['hour_ms']),
  calls: Number(row['calls']),
  overRate: Number(row['over_rate']),
  overQuota: Number(row['over_quota']),
  used: Number(row['used']),
  lastMs: Number(row['last_ms']),
});

const toHourlyUsage = (row: Row): HourlyUsage => ({
  at: new Date(Number(row['hour_ms'])).toISOString(),
  calls: Number(row['calls']),
  overRate: Number(row['over_rate']),
  overQuota: Number(row['over_quota']),
});
