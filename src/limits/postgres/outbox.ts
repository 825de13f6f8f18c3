import type { DatabaseSync } from 'node:sqlite';
import type { NotedCall, UsageBatch } from '../usage-batch.ts';
import { createQuotas } from '../quotas.ts';
import { createUsageCounter } from '../usage-counter.ts';
import { type CallJournal, createCallJournal, type LeftJournal, listLeftJournals } from './call-journal.ts';
import type { NumberedBatch } from './shared-usage.ts';

export const outboxTables = `
  CREATE TABLE IF NOT EXISTS outbox (number INTEGER PRIMARY KEY AUTOINCREMENT, batch TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS journal (name TEXT PRIMARY KEY, position INTEGER NOT NULL) STRICT;`;

/** A journal grows up to here, about 30,000 calls. */
const journalBytes = 1 << 20;

/** Counts of this node that the shared database does not have yet. */
type Outbox = {
  /** Writes down a call before it is answered: it is part of the next batch. */
  note(call: NotedCall): void;
  /** Contains all calls that were noted before. */
  add(batch: UsageBatch): void;
  /** The oldest; without a limit: all. */
  list(limit?: number): NumberedBatch[];
  remove(number: number): void;
  close(): void;
};

/**
 * Batches in SQLite, and a journal of the calls since the last batch. A batch and the position up to which it contains the
 * journal are one transaction, so that a call counts once, whenever the process ends. What ended processes left in
 * their journals becomes batches when the outbox is opened.
 */
export const openOutbox = (
  local: DatabaseSync,
  folder: string,
  onFailed: (error: unknown) => void,
): Outbox => {
  const insert = local.prepare('INSERT INTO outbox (batch) VALUES (?)');
  const select = local.prepare('SELECT number, batch FROM outbox ORDER BY number LIMIT ?');
  const remove = local.prepare('DELETE FROM outbox WHERE number = ?');
  const findPosition = local.prepare('SELECT position FROM journal WHERE name = ?');
  const setPosition = local.prepare('INSERT OR REPLACE INTO journal VALUES (?, ?)');
  const removePosition = local.prepare('DELETE FROM journal WHERE name = ?');
  let journal: CallJournal | null = null;

  /** Counts go on without a journal: on a full disk calls are still answered. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      onFailed(error);
    }
  };
  const write = (batch: UsageBatch, name: string | undefined, position: number): void => {
    local.exec('BEGIN IMMEDIATE');
    try {
      if (batch.quota.length > 0 || batch.hours.length > 0) insert.run(JSON.stringify(batch));
      if (name !== undefined) setPosition.run(name, position);
      local.exec('COMMIT');
    } catch (error) {
      if (local.isTransaction) local.exec('ROLLBACK');
      throw error;
    }
  };
  const discard = (finished: Pick<CallJournal, 'name' | 'remove'>): void => {
    finished.remove();
    removePosition.run(finished.name);
  };
  const recover = (left: LeftJournal): void => {
    const from = Number(findPosition.get(left.name)?.['position'] ?? 0);
    write(toBatch(left.read(from)), left.name, left.bytes);
    discard(left);
  };
  /** A full journal is replaced; one that could not be created is tried again. */
  const renewJournal = (): void => {
    const full = journal;
    if (full && full.position() < journalBytes) return;
    journal = null;
    if (full) discard(full);
    journal = createCallJournal(folder);
  };

  for (const left of listLeftJournals(folder)) attempt(() => recover(left));
  attempt(renewJournal);
  return {
    note: (call) => attempt(() => journal?.append(call)),
    add: (batch) => {
      write(batch, journal?.name, journal?.position() ?? 0);
      attempt(renewJournal);
    },
    list: (limit = -1) =>
      select.all(limit).map(({ number, batch }) => ({
        number: Number(number),
        batch: JSON.parse(String(batch)) as UsageBatch,
      })),
    remove: (number) => void remove.run(number),
    close: () => attempt(() => journal?.close()),
  };
};

/** Counts calls as the limiter does. */
const toBatch = (calls: readonly NotedCall[]): UsageBatch => {
  const quotas = createQuotas({ used: () => 0 });
  const hours = createUsageCounter();
  for (const { websiteId, subscriptionId, per, atMs } of calls) {
    quotas.count(subscriptionId, { calls: 0, per }, atMs);
    hours.count({ websiteId, id: subscriptionId }, 'calls', atMs);
  }
  return { quota: quotas.pending(), hours: hours.pending() };
};
