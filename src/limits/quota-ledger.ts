import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Quota } from '../domain/subscription.ts';

/** One subscription's calls in one calendar period. */
export type Counter = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly startMs: number;
};

/** Where used quota outlives the process. A shared store can implement it for several machines. */
export interface QuotaLedger {
  used(counter: Counter): number;
  /** Adds to what everybody else added; returns the totals, in the same order. All or nothing. */
  add(calls: readonly { readonly counter: Counter; readonly calls: number }[]): number[];
  close(): void;
}

const busyTimeoutMs = 5000;

/**
 * In a file of its own: the counters are written once a second under load, and must neither wait for nor
 * wake the readers of the configuration.
 */
export const openQuotaLedger = (file: string): QuotaLedger => {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS quota_used (
      subscription_id INTEGER NOT NULL,
      per TEXT NOT NULL,
      start_ms INTEGER NOT NULL,
      calls INTEGER NOT NULL,
      PRIMARY KEY (subscription_id, per, start_ms)
    ) STRICT, WITHOUT ROWID;`);
  const select = database.prepare(
    'SELECT calls FROM quota_used WHERE subscription_id = ? AND per = ? AND start_ms = ?',
  );
  const upsert = database.prepare(
    `INSERT INTO quota_used (subscription_id, per, start_ms, calls) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET calls = calls + excluded.calls RETURNING calls`,
  );
  const forget = database.prepare(
    'DELETE FROM quota_used WHERE subscription_id = ? AND per = ? AND start_ms < ?',
  );

  const addOne = ({ subscriptionId, per, startMs }: Counter, calls: number): number => {
    forget.run(subscriptionId, per, startMs);
    return Number(upsert.get(subscriptionId, per, startMs, calls)?.calls);
  };

  return {
    used: ({ subscriptionId, per, startMs }) => Number(select.get(subscriptionId, per, startMs)?.calls ?? 0),
    add: (entries) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        const totals = entries.map(({ counter, calls }) => addOne(counter, calls));
        database.exec('COMMIT');
        return totals;
      } catch (error) {
        if (database.isTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => database.close(),
  };
};
