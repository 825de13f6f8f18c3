import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSideDatabase } from '../../files/side-database.ts';
import type { Database } from '../../postgres/database.ts';
import { type QuotaLedger, readQuotaUsed } from '../quota-ledger.ts';
import type { HourlyCount, QuotaCounter, UsageBatch } from '../usage-batch.ts';
import { openUsageRows, usageTables } from '../usage-tables.ts';
import { openOutbox, outboxTables } from './outbox.ts';
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
  batchesAtOnce: 200,
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

const nodeTable = 'CREATE TABLE IF NOT EXISTS node (id TEXT NOT NULL) STRICT;';

const nameOf = ({ subscriptionId, per, startMs }: QuotaCounter): string =>
  `${subscriptionId}/${per}/${startMs}`;

/**
 * Quotas that several nodes share. Each call is first written to a file of this node, before it is answered. Counts
 * are sent to PostgreSQL every half second, where each batch counts once however often it is sent. So nothing answered is
 * lost when a node, the database or the network between them fails.
 */
export const openSharedLedger = (parts: SharedLedgerParts): QuotaLedger & { exchange(): Promise<void> } => {
  const { file, database, schema, onFailed, exchangeEveryMs = sharedLedgerDefaults.exchangeEveryMs } = parts;
  const local = openSideDatabase(file, sharedLedgerDefaults.busyTimeoutMs, (opened) =>
    opened.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${usageTables} ${outboxTables} ${nodeTable}`,
    ),
  );
  const node = readNode(local);
  const rows = openUsageRows(local);
  // Journals belong to the positions in this file: one that was made anew does not know them.
  const outbox = openOutbox(local, join(`${file}.calls`, node), onFailed);
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
    local.exec('BEGIN IMMEDIATE');
    try {
      for (const { calls, ...counter } of totals.quota) rows.addQuota(counter, calls - rows.used(counter));
      totals.hours.forEach(replaceHour);
      for (const { number } of sent) outbox.remove(number);
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
    const batches = outbox.list(sharedLedgerDefaults.batchesAtOnce);
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

  for (const { batch } of outbox.list()) countUnsent(batch, 1);
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
    note: (call) => outbox.note(call),
    add: (batch) => {
      outbox.add(batch);
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
      outbox.close();
      local.close();
    },
  };
};

/** Who this node is: written once. */
const readNode = (local: DatabaseSync): string => {
  local.prepare('INSERT INTO node SELECT ? WHERE NOT EXISTS (SELECT 1 FROM node)').run(randomUUID());
  return String(local.prepare('SELECT id FROM node').get()?.['id']);
};
