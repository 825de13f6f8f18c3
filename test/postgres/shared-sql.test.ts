import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitTables } from '../../src/limits/postgres/open-shared-limits.ts';
import { createLeasedWindows } from '../../src/limits/postgres/leased-windows.ts';
import { noNetwork } from '../../src/limits/network.ts';
import { type Database, type Queries, sql } from '../../src/postgres/sql.ts';
import { leaseCalls, type LeaseRequest, removeOldWindows } from '../../src/limits/postgres/lease-calls.ts';
import { readCounts, removeOldCounts, sendCounts } from '../../src/limits/postgres/shared-ledger.ts';
import { createTables, createTablesFirst } from '../../src/postgres/create-tables.ts';
import { leaseTables, openLease } from '../../src/postgres/open-lease.ts';
import { pruneRows, pullRows, pushRows, storeTables } from '../../src/store/replica/shared-rows.ts';
import { openEngineDatabase } from '../support/postgres/engine-database.ts';

/* The statements that nodes share data with. */

const schema = 'kindred';
let opened: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
beforeAll(async () => {
  opened = await openEngineDatabase();
  const tables = [storeTables(schema), limitTables(schema), leaseTables(schema)];
  database = createTablesFirst(opened.open(), ...tables);
});
afterAll(async () => {
  await database.close();
  await opened.close();
});

const row = (key: string, content: object | null) => ({
  table: 'websites',
  key: JSON.stringify([key]),
  row: content && JSON.stringify(content),
});
const parseRows = async (since: number) =>
  (await pullRows(database, schema, since)).rows
    .toSorted((one, other) => one.key.localeCompare(other.key))
    .map(({ key, row: text }) => [key, text === null ? null : (JSON.parse(text) as unknown)]);

describe('shared rows', () => {
  it('are created once, however often a node starts', async () => {
    await createTables(database, storeTables(schema));
    await createTables(database, limitTables(schema));
    expect(await pullRows(database, schema, 0)).toMatchObject({ revision: 0, rows: [] });
  });

  it('are stored as the next revision, and only by a node that knows the last one', async () => {
    expect(
      await pushRows(database, schema, 0, [row('a', { id: 'a', name: 'A' }), row('b', { id: 'b' })]),
    ).toBe(1);
    expect(await pushRows(database, schema, 0, [row('a', { id: 'a', name: 'lost' })])).toBeNull();
    expect(await pushRows(database, schema, 7, [row('a', { id: 'a', name: 'lost' })])).toBeNull();
    expect(await pushRows(database, schema, 1, [row('c', { id: 'c' })])).toBe(2);
    expect(await parseRows(0)).toEqual([
      ['["a"]', { id: 'a', name: 'A' }],
      ['["b"]', { id: 'b' }],
      ['["c"]', { id: 'c' }],
    ]);
    expect(await parseRows(1)).toEqual([['["c"]', { id: 'c' }]]);
  });

  it('keep columns that a writer of an older version does not know', async () => {
    await pushRows(database, schema, 2, [row('d', { id: 'd', name: 'D', added: 'by a newer program' })]);
    await pushRows(database, schema, 3, [row('d', { id: 'd', name: 'E' })]);
    expect(await parseRows(3)).toEqual([['["d"]', { id: 'd', name: 'E', added: 'by a newer program' }]]);
  });

  it('of a removal are handed to nodes that have the row, and forget its values', async () => {
    await pushRows(database, schema, 4, [row('d', null)]);
    expect(await parseRows(4)).toEqual([['["d"]', null]]);
    await pushRows(database, schema, 5, [row('d', { id: 'd' })]);
    expect(await parseRows(5)).toEqual([['["d"]', { id: 'd' }]]);
  });

  it('forget a removal after many changes, and say so to nodes that missed more of them', async () => {
    const readKeys = () =>
      database.query(sql`SELECT key FROM kindred.store_row WHERE content IS NULL ORDER BY key`);
    const { revision } = await pullRows(database, schema, 0);
    await pushRows(database, schema, revision, [row('old', null)]);
    await pruneRows(database, schema);
    await pushRows(database, schema, revision + 1, [row('young', null)]);
    expect(await readKeys()).toContainEqual({ key: '["old"]' });
    await pruneRows(database, schema, 1);
    await pruneRows(database, schema, 1);
    await pruneRows(database, schema);
    expect(await readKeys()).toEqual([{ key: '["young"]' }]);
    expect(await pullRows(database, schema, 0)).toMatchObject({
      prunedTo: revision + 1,
      revision: revision + 2,
    });
  });

  it('let exactly one of two writers win', async () => {
    const { revision } = await pullRows(database, schema, 0);
    const results = await Promise.all(
      ['x', 'y', 'z'].map((name) => pushRows(database, schema, revision, [row(name, { id: name })])),
    );
    expect(results.filter((result) => result !== null)).toEqual([revision + 1]);
    expect(await parseRows(revision)).toHaveLength(1);
  });
});

const ask = (changes: Partial<LeaseRequest>): LeaseRequest => ({
  name: 'w',
  most: 10,
  perSeconds: 3_600,
  grains: 500,
  wanted: 1,
  spare: 0,
  lastsMs: 5,
  settled: { booking: 0, returned: 0, made: 0, earlierMs: 0 },
  ...changes,
});

describe('leases of calls', () => {
  it('never give more than fit into the window, and say when calls leave it', async () => {
    const [first] = await leaseCalls(database, schema, [ask({ wanted: 4 })]);
    expect(first).toMatchObject({ name: 'w', granted: 4, spared: 0, used: 4 });
    const [second] = await leaseCalls(database, schema, [ask({ wanted: 9 })]);
    expect(second).toMatchObject({ granted: 6, used: 10 });
    const [third] = await leaseCalls(database, schema, [ask({ wanted: 3 })]);
    expect(third).toMatchObject({ granted: 0, used: 10 });
    expect(third?.waitMs).toBeGreaterThan(3_500_000);
    expect(third?.waitMs).toBeLessThanOrEqual(3_620_000);
  });

  it('give spare calls only while half of the window is free', async () => {
    const [free] = await leaseCalls(database, schema, [ask({ name: 'spare', wanted: 2, spare: 3 })]);
    expect(free).toMatchObject({ granted: 2, spared: 3, used: 5 });
    const [busy] = await leaseCalls(database, schema, [ask({ name: 'spare', wanted: 1, spare: 1 })]);
    expect(busy).toMatchObject({ granted: 1, spared: 0, used: 6 });
  });

  it('of several windows are answered together and counted apart', async () => {
    const leases = await leaseCalls(database, schema, [
      ask({ name: 'b', wanted: 2 }),
      ask({ name: 'a', wanted: 20 }),
      ask({ name: 'c', grains: 20, wanted: 1 }),
    ]);
    expect(leases.map(({ name, granted }) => [name, granted])).toEqual([
      ['a', 10],
      ['b', 2],
      ['c', 1],
    ]);
    expect(await leaseCalls(database, schema, [])).toEqual([]);
  });

  it('are free again when the calls have left the window', async () => {
    const short = { name: 'short', perSeconds: 0.2, most: 1 };
    expect(await leaseCalls(database, schema, [ask(short)])).toMatchObject([{ granted: 1 }]);
    await expect
      .poll(async () => (await leaseCalls(database, schema, [ask(short)]))[0]?.granted, { interval: 20 })
      .toBe(1);
  });

  it('forget counts from a clock that was far ahead', async () => {
    await leaseCalls(database, schema, [ask({ name: 'ahead', wanted: 10 })]);
    await database.query(
      sql`UPDATE kindred.rate_booking SET ends = ARRAY[ends[1] + 10000000000] WHERE name = 'ahead'`,
    );
    expect(await leaseCalls(database, schema, [ask({ name: 'ahead', wanted: 2 })])).toMatchObject([
      { granted: 2, used: 2 },
    ]);
  });

  const readBookings = (name: string) =>
    database.query(sql`SELECT each.ends::float8 AS ends, each.calls
      FROM kindred.rate_booking, unnest(ends, calls) AS each (ends, calls) WHERE name = ${name} ORDER BY 1`);

  it('take back calls that were not made', async () => {
    const [lease] = await leaseCalls(database, schema, [ask({ name: 'back', wanted: 8 })]);
    const settled = { booking: lease?.booking ?? 0, returned: 3, made: 5, earlierMs: 0 };
    expect(await leaseCalls(database, schema, [ask({ name: 'back', wanted: 9, settled })])).toMatchObject([
      { granted: 5, used: 10 },
    ]);
  });

  it('count calls from when they were made, and until then from the end of the lease', async () => {
    const hour = 3_600_000;
    const short = { name: 'early', lastsMs: hour / 4, grains: 3_600 };
    const [lease] = await leaseCalls(database, schema, [ask({ ...short, wanted: 4 })]);
    expect(lease?.waitMs).toBeGreaterThanOrEqual((5 * hour) / 4);
    const booking = lease?.booking ?? 0;
    const settled = { booking, returned: 1, made: 3, earlierMs: hour / 4 };
    const [next] = await leaseCalls(database, schema, [ask({ ...short, wanted: 0, settled })]);
    expect(next).toMatchObject({ granted: 0, used: 3 });
    expect(next?.waitMs).toBeLessThanOrEqual(hour + 2_000);
    expect(await readBookings('early')).toEqual([{ ends: booking - (hour / 4) * 1000, calls: 3 }]);
  });

  it('settle a booking that is known no more without a trace', async () => {
    const settled = { booking: 5, returned: 2, made: 1, earlierMs: 1 };
    await leaseCalls(database, schema, [ask({ name: 'unknown', wanted: 1, settled })]);
    expect(await readBookings('unknown')).toMatchObject([{ calls: 1 }]);
  });

  it('keep bookings of one part of the window together', async () => {
    for (const wanted of [1, 2, 3])
      await leaseCalls(database, schema, [ask({ name: 'grain', wanted, grains: 1 })]);
    const bookings = await readBookings('grain');
    expect(bookings.length).toBeLessThanOrEqual(2);
    expect(bookings.reduce((sum, each) => sum + Number((each as { calls: number }).calls), 0)).toBe(6);
  });

  it('of windows that nobody used for long are removed', async () => {
    await database.query(
      sql`UPDATE kindred.rate_booking SET expires_at = now() - interval '1 second' WHERE name <> 'w'`,
    );
    await removeOldWindows(database, schema);
    expect(await database.query(sql`SELECT name FROM kindred.rate_booking`)).toEqual([{ name: 'w' }]);
  });
});

describe('a node with a slow way to the database', () => {
  const claim = {
    subscriptionId: 7,
    network: noNetwork,
    rate: { calls: 10, perSeconds: 3_600 },
    addressRate: null,
  };
  const openSlow = (delays: number[]) => {
    const clock = { ms: 0 };
    let asked = 0;
    const slow: Queries = {
      script: (text) => database.script(text),
      query: async (statement) => {
        asked += 1;
        const rows = await database.query(statement);
        clock.ms += delays.shift() ?? 0;
        return rows as never;
      },
    };
    const onFailed = (error: unknown) => {
      throw error;
    };
    const windows = createLeasedWindows({ database: slow, schema, onFailed, monotonicMs: () => clock.ms });
    return { windows, clock, asked: () => asked };
  };

  it.each([400_000, 4_000_000])(
    'makes a call whose answer came %i ms later, with one question',
    async (delay) => {
      const late = { ...claim, subscriptionId: delay };
      const { windows, asked } = openSlow([delay]);
      await windows.prepare?.(late);
      expect(asked()).toBe(1);
      expect(windows.take(late, 0)).toBe(0);
    },
  );

  it('makes the call that waited for a lease after its end, and no other one', async () => {
    const { windows, clock } = openSlow([]);
    await windows.prepare?.({ ...claim, subscriptionId: 8 });
    clock.ms += 600_000;
    expect(windows.take({ ...claim, subscriptionId: 8 }, 0)).toBe(0);
    expect(windows.take({ ...claim, subscriptionId: 8 }, 0)).toBeGreaterThan(0);
  });

  it('does not count on a lease that is about to end', async () => {
    const soon = { ...claim, subscriptionId: 10 };
    const { windows, clock, asked } = openSlow([]);
    await windows.prepare?.(soon);
    expect(windows.take(soon, 0)).toBe(0);
    // A twentieth of an hour: half as many calls as wait are leased beside them.
    clock.ms = 170_000;
    await windows.prepare?.(soon);
    expect(asked()).toBe(1);
    clock.ms = 179_999;
    await windows.prepare?.(soon);
    expect(asked()).toBe(2);
    expect(windows.take(soon, 0)).toBe(0);
  });
});

const node = '11111111-2222-4333-8444-555555555555';
const hour = {
  websiteId: 1,
  subscriptionId: 1,
  hourMs: 3_600_000,
  calls: 2,
  overRate: 1,
  overQuota: 0,
  used: 3,
  lastMs: 5,
};

const readOf = async (subscriptionId: number, since: string | null = null) =>
  (await readCounts(database, schema, since)).counts.filter(
    (count) => count.subscriptionId === subscriptionId,
  );

describe('shared usage', () => {
  it('counts once, however often and in whatever order it is sent, for each node', async () => {
    const [earlier, later] = [
      { ...hour, node },
      { ...hour, calls: 7, used: 9, lastMs: 8, node },
    ];
    for (const counts of [[earlier], [later], [earlier], [later]]) await sendCounts(database, schema, counts);
    expect(await readOf(1)).toEqual([later]);
    const other = { ...hour, node: '99999999-2222-4333-8444-555555555555' };
    await sendCounts(database, schema, [later, other]);
    expect(await readOf(1)).toEqual([later, other]);
  });

  it('is read again only where it changed', async () => {
    await database.query(sql`UPDATE kindred.usage_count
      SET changed_at = now() - interval '1 hour' + hour_ms * interval '1 microsecond' / 3600000
        + ascii(node) * interval '1 microsecond'`);
    const { at, counts } = await readCounts(database, schema, null);
    expect(counts.length).toBeGreaterThan(0);
    expect((await readCounts(database, schema, at)).counts).toEqual([]);
    const count = { ...hour, subscriptionId: 2, node };
    await sendCounts(database, schema, [count]);
    expect((await readCounts(database, schema, at)).counts).toEqual([count]);
    // Page by page it is the same.
    const read = [];
    for (let [next, isLast]: [string | null, boolean] = [null, false]; !isLast; ) {
      const page = await readCounts(database, schema, next, 2);
      expect(page.counts.length).toBeLessThanOrEqual(2);
      read.push(...page.counts);
      [next, isLast] = [page.at, page.isLast];
    }
    const known = new Map(read.map((each) => [`${each.node} ${each.subscriptionId}`, each]));
    expect([...known.values()]).toEqual((await readCounts(database, schema, null)).counts);
    expect(read.length).toBeGreaterThan(2);
  });

  it('of nodes of older releases is part of it', async () => {
    await database.script(
      `INSERT INTO kindred.quota_used VALUES (3, 'month', 7200000, 40, now());
       INSERT INTO kindred.usage_hours VALUES (1, 3, 10800000, 30, 2, 1, 10800009, now());`,
    );
    expect((await readOf(3)).toSorted((one, two) => one.hourMs - two.hourMs)).toMatchObject([
      { hourMs: 7_200_000, calls: 0, used: 40 },
      { hourMs: 10_800_000, calls: 30, overRate: 2, overQuota: 1, used: 0, lastMs: 10_800_009 },
    ]);
  });

  it('is removed after 400 days, and what is younger stays', async () => {
    const presentMs = Date.now();
    const counts = [Date.UTC(2020, 0, 1), presentMs].map((hourMs) => ({
      ...hour,
      subscriptionId: 9,
      hourMs,
      node,
    }));
    await sendCounts(database, schema, counts);
    await removeOldCounts(database, schema, presentMs);
    expect((await readOf(9)).map(({ hourMs }) => hourMs)).toEqual([presentMs]);
  });
});

describe('a lease', () => {
  it('has one holder, who renews it and gives it back', async () => {
    const first = await openLease({ database, schema, name: 'schedule', renewMs: 20 });
    const second = await openLease({ database, schema, name: 'schedule', renewMs: 20 });
    const other = await openLease({ database, schema, name: 'another' });
    expect([first, second, other].map((lease) => lease.isHeld())).toEqual([true, false, true]);
    await first.close();
    expect(first.isHeld()).toBe(false);
    await expect.poll(() => second.isHeld()).toBe(true);
    await second.close();
    await other.close();
  });

  it('ends for a holder that cannot renew it, before another one gets it', async () => {
    const clock = { ms: 0 };
    const never = 1_000_000;
    const away = { ...database, query: () => Promise.reject(new Error('away')) };
    const parts = { name: 'lost', seconds: 10, renewMs: never, monotonicMs: () => clock.ms };
    const lost = await openLease({ database, schema, ...parts });
    expect((await openLease({ database: away, schema, ...parts })).isHeld()).toBe(false);
    clock.ms = 9_999;
    expect(lost.isHeld()).toBe(true);
    clock.ms = 10_000;
    expect(lost.isHeld()).toBe(false);
    await database.query(
      sql`UPDATE kindred.lease SET until = now() - interval '1 second' WHERE name = 'lost'`,
    );
    const next = await openLease({ database, schema, ...parts });
    expect(next.isHeld()).toBe(true);
    await lost.close();
    expect(await database.query(sql`SELECT 1 FROM kindred.lease WHERE name = 'lost'`)).toHaveLength(1);
  });
});
