import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openEngineDatabase } from '../../../test/support/postgres/engine-database.ts';
import { dropEngineSchema } from '../../../test/support/postgres/pglite-database.ts';
import { createTables } from '../../postgres/create-tables.ts';
import type { Database } from '../../postgres/sql.ts';
import { type HourlyCount, openQuotaLedger } from '../quota-ledger.ts';
import { moveUsageToDatabase, moveUsageToFile } from './move-usage.ts';
import { limitTables } from './open-shared-limits.ts';
import { readCounts, sendCounts } from './shared-ledger.ts';

/* Counted calls on their way from a data folder to PostgreSQL and back: each counts once. */

const schema = 'kindred';
const day = Date.UTC(2026, 4, 6);
const aNode = '44444444-4444-4444-8444-444444444444';

const countOf = (calls: number): HourlyCount => ({
  websiteId: 3,
  subscriptionId: 7,
  hourMs: day,
  calls,
  overRate: 1,
  overQuota: 2,
  used: calls,
  lastMs: day + calls,
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
  countedThere = 0;
  folder = mkdtempSync(join(tmpdir(), 'kindred-usage-'));
  file = join(folder, 'usage.sqlite');
  return () => rmSync(folder, { recursive: true, force: true });
});

/** Calls that a service on the data folder counts. */
const countHere = (calls: number): void => {
  const ledger = openQuotaLedger(file);
  ledger.add([countOf(calls)]);
  ledger.close();
};
let countedThere = 0;
/** Calls that a node counts. */
const countThere = (calls: number): Promise<void> => {
  countedThere += calls;
  return sendCounts(database, schema, [{ ...countOf(countedThere), node: aNode }]);
};
const usedHere = (): number => {
  const ledger = openQuotaLedger(file);
  const used = ledger.used(7, { startMs: day, endMs: day + 24 * 3_600_000 });
  ledger.close();
  return used;
};
const usedThere = async (): Promise<number> =>
  (await readCounts(database, schema, null)).counts.reduce((sum, { used }) => sum + used, 0);
const toDatabase = () => moveUsageToDatabase({ file, database, schema });
const toFile = () => moveUsageToFile({ file, database, schema });

describe('used quota that moves to a database', () => {
  it('arrives with usage by hour', async () => {
    countHere(5);
    expect(await toDatabase()).toBe(5);
    expect((await readCounts(database, schema, null)).counts).toMatchObject([countOf(5)]);
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
  it('adds what other nodes counted, and what came since', async () => {
    countHere(5);
    await toDatabase();
    await countThere(10);
    expect(await toFile()).toBe(10);
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
        fc.array(fc.constantFrom('here', 'there', 'move', 'move back'), { minLength: 1, maxLength: 8 }),
        async (events) => {
          await database.script('DELETE FROM kindred.usage_count');
          countedThere = 0;
          rmSync(file, { force: true });
          rmSync(`${file}-wal`, { force: true });
          let calls = 0;
          for (const event of events) {
            if (event === 'here') countHere(3);
            if (event === 'there') await countThere(5);
            if (event === 'move') await toDatabase();
            if (event === 'move back') await toFile();
            calls += event === 'here' ? 3 : event === 'there' ? 5 : 0;
          }
          await toDatabase();
          await toFile();
          expect([await usedThere(), usedHere()]).toEqual([calls, calls]);
        },
      ),
      { seed, numRuns: 8 },
    );
  });
});
