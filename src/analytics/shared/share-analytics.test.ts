import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { type Database, sql } from '../../postgres/sql.ts';
import { openEngineDatabase } from '../../../test/support/postgres/engine-database.ts';
import { dropEngineSchema } from '../../../test/support/postgres/pglite-database.ts';
import { openAnalyticsFile } from '../analytics-file.ts';
import { createCallCounter, toHour } from '../call-counter.ts';
import { readAnalytics } from '../read-analytics.ts';
import { shareAnalytics } from './share-analytics.ts';

const noonMs = Date.parse('2026-11-15T12:10:00Z');
const today = { from: new Date('2026-11-15T00:00:00Z'), to: new Date('2026-11-16T00:00:00Z') };

let created: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
let folder: string;
let closers: (() => Promise<void>)[];

beforeAll(async () => {
  created = await openEngineDatabase();
  database = created.open();
});
afterAll(async () => {
  await database.close();
  await created.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-shared-analytics-'));
  closers = [];
});
afterEach(async () => {
  for (const close of closers) await close();
  await dropEngineSchema(database);
  rmSync(folder, { recursive: true, force: true });
});

/** One machine before it shares anything, or (with `isShared`) a node. */
const openNode = (name: string, { isShared = true, nowMs = noonMs } = {}) => {
  let isAway = false;
  const failures: unknown[] = [];
  const reached: Database = {
    ...database,
    query: (statement) =>
      isAway ? Promise.reject(new Fault('unavailable', 'The database is away.')) : database.query(statement),
  };
  const own = openAnalyticsFile(join(folder, `${name}.sqlite`));
  const onFailed = (error: unknown): void => void failures.push(error);
  const shared = isShared
    ? shareAnalytics({ file: own, database: reached, everyMs: 3_600_000, onFailed })
    : null;
  const file = shared ?? own;
  const counter = createCallCounter({
    file,
    now: () => nowMs,
    mayKeep: () => true,
    onFlushFailed: (error) => failures.push(error),
    flushEveryMs: 3_600_000,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    counter.close();
    await shared?.end();
    own.close();
  };
  closers.push(close);
  const analytics = readAnalytics({ file, flush: () => counter.flush() });
  return {
    file,
    failures,
    close,
    /** As the timers do. */
    exchange: async () => {
      counter.flush();
      await shared?.exchange();
    },
    setAway: (value: boolean) => {
      isAway = value;
    },
    call: (text: string, found = true, websiteId = 1) =>
      counter.count({
        websiteId,
        boxId: 5,
        status: 200,
        elapsedMs: 3,
        input: { kind: 'pattern', text, found },
        campaigns: [9],
      }),
    show: (list: string) =>
      counter.countInteraction({ websiteId: 1, boxId: 5, kind: 'pattern', action: 'shown', list }),
    sell: (order: string) =>
      counter.countSale({
        websiteId: 1,
        boxId: 5,
        action: 'order',
        event: order,
        order,
        currency: 'EUR',
        amount: 20,
      }),
    totals: (websiteId = 1) => analytics.totals(websiteId, today),
    tops: () => analytics.tops(1, today).pattern,
    outcomes: () => analytics.outcomes(1, today),
    campaigns: () => analytics.campaigns(1, today).map(({ ruleId, answers }) => ({ ruleId, answers })),
  };
};

it('shows the calls, inputs, sales and campaigns of two nodes on both, and adds each once', async () => {
  const [one, other] = [openNode('one'), openNode('other')];
  for (const text of ['tent', 'tent', 'rope']) one.call(text);
  other.call('tent');
  other.call('lamp', false);
  other.show('list-1');
  other.sell('order-1');
  one.sell('order-2');
  await one.exchange();
  await other.exchange();
  await one.exchange();
  for (const node of [one, other]) {
    expect(node.totals()).toMatchObject({ calls: 5, found: 4, notFound: 1, errors: 0 });
    expect(node.tops().all).toContainEqual({ text: 'tent', count: 3 });
    expect(node.tops().failed).toEqual([{ text: 'lamp', count: 1 }]);
    expect(node.outcomes()).toMatchObject({ orders: 2, revenue: [{ currency: 'EUR', amount: 40 }] });
    expect(node.campaigns()).toEqual([{ ruleId: 9, answers: 5 }]);
  }
  one.call('tent');
  await one.exchange();
  await other.exchange();
  await other.exchange();
  expect(other.totals()?.calls).toBe(6);
  expect(other.totals()?.p50Ms).toBe(one.totals()?.p50Ms);
});

it('sends what was counted while the database was away, and what an ended process left', async () => {
  const one = openNode('one');
  one.call('tent');
  one.setAway(true);
  await one.exchange();
  expect(one.failures).toMatchObject([{ code: 'unavailable' }]);
  one.call('rope');
  await one.close();
  const other = openNode('other');
  await other.exchange();
  expect(other.totals()?.calls).toBe(0);
  const again = openNode('one');
  again.call('lamp');
  await again.exchange();
  await other.exchange();
  expect(other.totals()?.calls).toBe(3);
  expect(again.totals()?.calls).toBe(3);
});

it('sends what a machine counted before it shared', async () => {
  const before = openNode('one', { isShared: false, nowMs: noonMs - 5 * 3_600_000 });
  before.call('tent');
  before.call('tent', true, 2);
  await before.exchange();
  await before.close();
  const [one, other] = [openNode('one'), openNode('other')];
  await one.exchange();
  await other.exchange();
  expect([other.totals()?.calls, other.totals(2)?.calls, one.totals()?.calls]).toEqual([1, 1, 1]);
});

it('gives a node with a new file everything again, also what it counted itself', async () => {
  const one = openNode('one');
  one.call('tent');
  await one.exchange();
  await one.close();
  const replaced = openNode('new file');
  await replaced.exchange();
  expect(replaced.totals()?.calls).toBe(1);
});

it('leaves out columns that another release has', async () => {
  const [one, other] = [openNode('one'), openNode('other')];
  one.call('tent');
  await one.exchange();
  await database.query(sql`
    UPDATE kindred.analytics_part SET rows = jsonb_set(rows, '{hours,0,later}', '1') WHERE website_id = 1`);
  await other.exchange();
  expect(other.totals()?.calls).toBe(1);
  expect(other.failures).toEqual([]);
});

it('removes old hours everywhere', async () => {
  const one = openNode('one');
  one.call('tent');
  await one.exchange();
  one.file.prune(toHour(noonMs) + 1);
  await one.exchange();
  const [row] = await database.query<{ parts: string; writers: string }>(sql`
    SELECT (SELECT count(*) FROM kindred.analytics_part)::text AS parts,
      (SELECT count(*) FROM kindred.analytics_writer)::text AS writers`);
  expect(row).toEqual({ parts: '0', writers: '0' });
});
