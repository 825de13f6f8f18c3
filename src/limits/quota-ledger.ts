import type { Quota } from '../domain/subscription.ts';
import { openBackgroundSync } from '../files/background-sync.ts';
import { inTransaction, openSideDatabase } from '../files/side-database.ts';
import { findPeriod } from './quota-period.ts';
import type { QuotaCounter, Usage, UsageBatch } from './usage.ts';
import { openUsageRows, usageTables } from './usage-tables.ts';

/** Durable storage of used quota. A shared store can implement it for several machines. */
export interface QuotaLedger extends Usage {
  used(counter: QuotaCounter): number;
  /** Adds to the counts of all processes; returns the totals of `quota`, in the same order. All or nothing. */
  add(batch: UsageBatch): number[];
  /** Calls `listener` when totals may have changed without `add`: other machines count too. */
  onTotals?(listener: () => void): void;
  close(): void;
}

const ledgerDefaults = { busyTimeoutMs: 5000 } as const;

/**
 * A separate database file: the counters are written every half second under load, and must neither wait for
 * nor invalidate readers of the configuration.
 */
export const openQuotaLedger = (file: string): QuotaLedger => {
  const database = openSideDatabase(file, ledgerDefaults.busyTimeoutMs, (opened) =>
    // NORMAL: a commit does not wait for the disk, which would keep all requests waiting.
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${usageTables}`),
  );
  // A killed process loses nothing. A power cut loses what was not synced: at most the last moments.
  const sync = openBackgroundSync(`${file}-wal`);
  const { addQuota, addHour, ...rows } = openUsageRows(database);
  return {
    ...rows,
    add: ({ quota, hours }) => {
      const totals = inTransaction(database, () => {
        hours.forEach(addHour);
        return quota.map(({ counter, calls }) => addQuota(counter, calls));
      });
      sync.request();
      return totals;
    },
    quotaUsed: ({ quota, id }, now) => readQuotaUsed(rows, id, quota, now),
    close: () => {
      sync.close();
      database.close();
    },
  };
};

/** Calls used in the present period of a quota. */
export const readQuotaUsed = (
  { used }: Pick<QuotaLedger, 'used'>,
  subscriptionId: number,
  quota: Quota | null,
  now: Date,
): number => {
  if (quota === null) return 0;
  const { startMs } = findPeriod(quota.per, now.getTime());
  return used({ subscriptionId, per: quota.per, startMs });
};
