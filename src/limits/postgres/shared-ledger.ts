import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { openSideDatabase } from '../../files/side-database.ts';
import type { Database } from '../../postgres/database.ts';
import { type QuotaLedger, readQuotaUsed } from '../quota-ledger.ts';
import type { HourlyCount, QuotaCounter, UsageBatch } from '../usage-batch.ts';
import { openUsageRows, usageTables } from '../usage-tables.ts';
import { type NumberedBatch, readTotals, sendBatches, type UsageTotals } from './shared-usage.ts';

const sharedLedgerDefaults = {
  busyTimeoutMs: 5_000,
  exchangeEveryMs: 500,
  batchesAtOnce: 200,
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

const outboxTables = `
  CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS node (id TEXT NOT NULL) STRICT;`;

const nameOf = ({ subscriptionId, per, startMs }: QuotaCounter): string =>
  `${subscriptionId}/${per}/${startMs}`;

/**
 * Quotas that several nodes share. Each count is first written to a file of this node, then sent to PostgreSQL every half
 * second, where each batch counts once however often it is sent. So nothing counted is lost when a node, the
 * database or the network between them fails.
 */
export const openSharedLedger = (parts: SharedLedgerParts): QuotaLedger & { exchange(): Promise<void> } => {
  const { file, database, schema, onFailed, exchangeEveryMs = sharedLedgerDefaults.exchangeEveryMs } = parts;
  const local = openSideDatabase(file, sharedLedgerDefaults.busyTimeoutMs, (opened) =>
    opened.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${usageTables} ${outboxTables}`),
  );
  const node = readNode(local);
  const rows = openUsageRows(local);
  const unsent = new Map<string, number>();
  const listeners: (() => void)[] = [];
  let readAt: string | null = null;
  let exchanging: Promise<void> | null = null;

  const countUnsent = (batch: UsageBatch, sign: 1 | -1): void => {
    for (const { counter, calls } of batch.quota)
      unsent.set(nameOf(counter), (unsent.get(nameOf(counter)) ?? 0) + sign * calls);
  };
  const listOutbox = (): NumberedBatch[] =>
    local
      .prepare('SELECT number, batch FROM outbox ORDER BY number LIMIT ?')
      .all(sharedLedgerDefaults.batchesAtOnce)
      .map(({ number, batch }) => ({
        number: Number(number),
        batch: JSON.parse(String(batch)) as UsageBatch,
      }));
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
    const remove = local.prepare('DELETE FROM outbox WHERE number = ?');
    local.exec('BEGIN IMMEDIATE');
    try {
      for (const { calls, ...counter } of totals.quota) rows.addQuota(counter, calls - rows.used(counter));
      totals.hours.forEach(replaceHour);
      for (const { number } of sent) remove.run(number);
      local.exec('COMMIT');
    } catch (error) {
      if (local.isTransaction) local.exec('ROLLBACK');
      throw error;
    }
    for (const { batch } of sent) countUnsent(batch, -1);
    readAt = totals.at;
    if (totals.quota.length > 0) for (const listener of listeners) listener();
  };

  const exchange = async (): Promise<void> => {
    const batches = listOutbox();
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

  for (const { batch } of listOutbox()) countUnsent(batch, 1);
  const timer = setInterval(() => void exchangeOnce(), exchangeEveryMs).unref();
  exchangeOnce().catch(onFailed);
  const add = local.prepare('INSERT INTO outbox (batch) VALUES (?)');
  return {
    hours: rows.hours,
    lastUsedAt: rows.lastUsedAt,
    used,
    quotaUsed: ({ id, quota }, now) => readQuotaUsed({ used }, id, quota, now),
    add: (batch) => {
      add.run(JSON.stringify(batch));
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
      local.close();
    },
  };
};

/** Who this node is: written once. */
const readNode = (local: DatabaseSync): string => {
  local.prepare('INSERT INTO node SELECT ? WHERE NOT EXISTS (SELECT 1 FROM node)').run(randomUUID());
  return String(local.prepare('SELECT id FROM node').get()?.['id']);
};
