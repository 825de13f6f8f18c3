import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngineDatabase } from '../../../test/support/postgres/engine-database.ts';
import { dropEngineSchema } from '../../../test/support/postgres/pglite-database.ts';
import { createTables } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/database.ts';
import { openQuotaLedger } from '../quota-ledger.ts';
import type { UsageBatch } from '../usage.ts';
import { moveUsageToDatabase, moveUsageToFile } from './move-usage.ts';
import { limitTables } from './open-shared-limits.ts';
import { readTotals, sendBatches } from './shared-usage.ts';

/* Counted calls on their way from a data folder to PostgreSQL and back: each counts once. */

const schema = 'kindred';
const day = Date.UTC(2026, 4, 6);
const there = '11111111-1111-4111-8111-111111111111';
const back = '22222222-2222-4222-8222-222222222222';
const aNode = '44444444-4444-4444-8444-444444444444';
const counter = { subscriptionId: 7, per: 'day', startMs: day } as const;

const batchOf = (calls: number, hourMs = day): UsageBatch => ({
  quota: [{ counter, calls }],
  hours: [
    { websiteId: 3, subscriptionId: 7, hourMs, calls, overRate: 1, overQuota: 2, lastMs: hourMs + calls },
  ],
});

let opened: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
let folder: string;
let file: string;
beforeAll(async () => {
  opened = await openEngineDatabase();
  database = opened.open();
});
afterAll(async () => {
  await database.close();
  await opened.close();
});
beforeEach(async () => {
  await dropEngineSchema(database);
  await createTables(database, limitTables(schema));
  folder = mkdtempSync(join(tmpdir(), 'kindred-usage-'));
  file = join(folder, 'usage.sqlite');
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Calls that a service on the data folder counts. */
const countHere = (calls: number): void => {
  const ledger = openQuotaLedger(file);
  ledger.add(batchOf(calls));
  ledger.close();
};
let batches = 0;
/** Calls that a node counts. */
const countThere = (calls: number): Promise<void> =>
  sendBatches(database, schema, aNode, [{ number: (batches += 1), batch: batchOf(calls) }]);
const usedHere = (): number => {
  const ledger = openQuotaLedger(file);
  const used = ledger.used(counter);
  ledger.close();
  return used;
};
const usedThere = async (): Promise<number> =>
  (await readTotals(database, schema, null)).quota.find(({ subscriptionId }) => subscriptionId === 7)
    ?.calls ?? 0;
const toDatabase = (migration = there) => moveUsageToDatabase({ file, database, schema, migration });
const toFile = (migration = back) => moveUsageToFile({ file, database, schema, migration });

describe('used quota that moves to a database', () => {
  it('arrives with usage by hour', async () => {
    countHere(5);
    expect(await toDatabase()).toBe(5);
    expect(await readTotals(database, schema, null)).toMatchObject({
      quota: [{ ...counter, calls: 5 }],
      hours: [
        {
          websiteId: 3,
          subscriptionId: 7,
          hourMs: day,
          calls: 5,
          overRate: 1,
          overQuota: 2,
          lastMs: day + 5,
        },
      ],
    });
  });

  it('counts once, however often it is moved, with what was counted since', async () => {
    countHere(5);
    await toDatabase();
    await toDatabase();
    expect(await usedThere()).toBe(5);
    countHere(2);
    await countThere(10);
    expect(await toDatabase()).toBe(2);
    expect([await usedThere(), usedHere()]).toEqual([17, 7]);
  });

  it('is nothing where nothing was counted', async () => {
    expect([await toDatabase(), await usedThere(), await toFile(), usedHere()]).toEqual([0, 0, 0, 0]);
  });
});

describe('used quota that moves to a data folder', () => {
  it('replaces what the folder counted before the database was used, and adds what came since', async () => {
    countHere(5);
    await toDatabase();
    await countThere(10);
    expect(await toFile()).toBe(15);
    expect(usedHere()).toBe(15);
    await countThere(4);
    countHere(1);
    expect([await toFile(), await toFile(), usedHere()]).toEqual([4, 0, 20]);
    const ledger = openQuotaLedger(file);
    const hours = ledger.hours(3, 7, new Date(day), new Date(day + 3_600_000));
    ledger.close();
    expect(hours).toMatchObject([{ calls: 20 }]);
  });
});

describe('calls of both places', () => {
  it('are all at the last one, after moves in any order', async () => {
    const seed = 15;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('here', 'there', 'move', 'move again'), { minLength: 1, maxLength: 8 }),
        async (events) => {
          await database.script(`DELETE FROM kindred.quota_used; DELETE FROM kindred.usage_hours`);
          rmSync(file, { force: true });
          rmSync(`${file}-wal`, { force: true });
          const id = crypto.randomUUID();
          let calls = 0;
          for (const event of events) {
            if (event === 'here') countHere(3);
            if (event === 'there') await countThere(5);
            if (event.startsWith('move')) await toDatabase(id);
            calls += event === 'here' ? 3 : event === 'there' ? 5 : 0;
          }
          await toDatabase(id);
          expect(await usedThere()).toBe(calls);
        },
      ),
      { seed, numRuns: 8 },
    );
  });
});
