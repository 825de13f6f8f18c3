import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, openSideDatabase } from '../../files/side-database.ts';
import type { Database } from '../../postgres/database.ts';
import { type QuotaLedger, readQuotaUsed } from '../quota-ledger.ts';
import type { HourlyCount, QuotaCounter, UsageBatch } from '../usage.ts';
import { openUsageRows, usageTables } from '../usage-tables.ts';
import {
  type NumberedBatch,
  readTotals,
  removeOldUsage,
  sendBatches,
  type UsageTotals,
} from './shared-usage.ts';

const sharedLedgerDefaults = {
  busyTimeoutMs: 5_000,
  exchangeEveryMs: 500,
  batchesPerStatement: 200,
  removeEveryMs: 3_600_000,
} as const;

type SharedLedgerParts = {
  /** What this node counted and has not sent, and the totals of all nodes as last read. */
  readonly file: string;
  readonly database: Database;
  readonly schema: string;
  /** Called when the database is away. Nothing is lost: counts stay in the file until they are sent. */
  readonly onFailed: (error: unknown) => void;
  readonly exchangeEveryMs?: number;
};

/** Who this node is, and batches that the database does not have yet. */
const nodeTables = `
  CREATE TABLE IF NOT EXISTS node (id TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT NOT NULL) STRICT;`;

const nameOf = ({ subscriptionId, per, startMs }: QuotaCounter): string =>
  `${subscriptionId}/${per}/${startMs}`;

/**
 * Quotas that several nodes share. Counts are first written to a file of this node, then sent to PostgreSQL every half
 * second, where each batch counts once however often it is sent. So what was written is not lost when a node, the database or
 * the network between them fails.
 */
export const openSharedLedger = (parts: SharedLedgerParts): QuotaLedger & { exchange(): Promise<void> } => {
  const { file, database, schema, onFailed, exchangeEveryMs = sharedLedgerDefaults.exchangeEveryMs } = parts;
  const local = openSideDatabase(file, sharedLedgerDefaults.busyTimeoutMs, (opened) =>
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${usageTables} ${nodeTables}`),
  );
  const node = readNode(local);
  const rows = openUsageRows(local);
  const insertBatch = local.prepare('INSERT INTO outbox (batch) VALUES (?)');
  const selectBatches = local.prepare('SELECT number, batch FROM outbox ORDER BY number LIMIT ?');
  const deleteBatch = local.prepare('DELETE FROM outbox WHERE number = ?');
  const unsent = new Map<string, number>();
  const listeners: (() => void)[] = [];
  let readAt: string | null = null;
  let exchanging: Promise<void> | null = null;

  const countUnsent = (batch: UsageBatch, sign: 1 | -1): void => {
    for (const { counter, calls } of batch.quota)
      unsent.set(nameOf(counter), (unsent.get(nameOf(counter)) ?? 0) + sign * calls);
  };
  const used = (counter: QuotaCounter): number => rows.used(counter) + (unsent.get(nameOf(counter)) ?? 0);

  const deleteHour = local.prepare(
    'DELETE FROM usage_hours WHERE website_id = ? AND subscription_id = ? AND hour_ms = ?',
  );
  const replaceHour = (hour: HourlyCount): void => {
    deleteHour.run(hour.websiteId, hour.subscriptionId, hour.hourMs);
    rows.addHour(hour);
  };

  /** The totals contain the batches that were sent, so both are written together. */
  const storeTotals = (totals: UsageTotals, sent: readonly NumberedBatch[]): void => {
    inTransaction(local, () => {
      for (const { calls, ...counter } of totals.quota) rows.addQuota(counter, calls - rows.used(counter));
      totals.hours.forEach(replaceHour);
      for (const { number } of sent) deleteBatch.run(number);
    });
    for (const { batch } of sent) countUnsent(batch, -1);
    readAt = totals.at;
    if (totals.quota.length > 0) for (const listener of listeners) listener();
  };

  /** The oldest; -1: all. */
  const listBatches = (limit: number): NumberedBatch[] =>
    selectBatches.all(limit).map(({ number, batch }) => ({
      number: Number(number),
      batch: JSON.parse(String(batch)) as UsageBatch,
    }));

  const exchange = async (): Promise<void> => {
    const batches = listBatches(sharedLedgerDefaults.batchesPerStatement);
    if (batches.length > 0) await sendBatches(database, schema, node, batches);
    const totals = await readTotals(database, schema, readAt);
    if (local.isOpen) storeTotals(totals, batches);
  };
  const exchangeOnce = (): Promise<void> => {
    exchanging ??= exchange()
      .catch(onFailed)
      .finally(() => {
        exchanging = null;
      });
    return exchanging;
  };

  for (const { batch } of listBatches(-1)) countUnsent(batch, 1);
  const timer = setInterval(() => void exchangeOnce(), exchangeEveryMs).unref();
  const removal = setInterval(() => {
    removeOldUsage(database, schema, Date.now()).catch(onFailed);
  }, sharedLedgerDefaults.removeEveryMs).unref();
  exchangeOnce().catch(onFailed);
  return {
    hours: rows.hours,
    lastUsedAt: rows.lastUsedAt,
    used,
    unsentCalls: () => unsent.values().reduce((sum, calls) => sum + calls, 0),
    quotaUsed: ({ id, quota }, now) => readQuotaUsed({ used }, id, quota, now),
    add: (batch) => {
      insertBatch.run(JSON.stringify(batch));
      countUnsent(batch, 1);
      return batch.quota.map(({ counter }) => used(counter));
    },
    onTotals: (listener) => void listeners.push(listener),
    exchange: async () => {
      // One that is under way may have begun before the last count.
      await exchanging;
      await exchangeOnce();
    },
    close: () => {
      clearInterval(timer);
      clearInterval(removal);
      local.close();
    },
  };
};

/** Written once. */
const readNode = (local: DatabaseSync): string => {
  local.prepare('INSERT INTO node SELECT ? WHERE NOT EXISTS (SELECT 1 FROM node)').run(randomUUID());
  return String(local.prepare('SELECT id FROM node').get()?.['id']);
};
