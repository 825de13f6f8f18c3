import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DatasetRef } from '../../domain/import-order.ts';
import { Fault } from '../../errors.ts';
import { type Database, type Sql, sql } from '../../postgres/sql.ts';
import { launchInThisProcess } from '../../../test/support/launch-in-this-process.ts';
import { dataset, website } from '../../../test/support/import-shop.ts';
import { openEngineDatabase } from '../../../test/support/postgres/engine-database.ts';
import { dropEngineSchema } from '../../../test/support/postgres/pglite-database.ts';
import type { DatasetLease, LeasedJob } from '../dataset-leases.ts';
import { createImportJobs } from '../import-jobs.ts';
import type { ImportJob } from '../job.ts';
import { openJournal } from '../journal.ts';
import type { BuiltVersion, Publishing } from '../publishing.ts';
import { importQueueDefaults } from '../queue.ts';
import { startImportSchedule } from '../schedule.ts';
import { openSharedImports, type SharedImports } from './shared-leases.ts';
import { createSharedQueue } from './shared-queue.ts';

/* Two nodes with one database and one folder. Real records, rights and queues; building a version is a step that waits. */

const refOf = (name: string, shop = website): DatasetRef => ({
  website: shop,
  dataset: { ...dataset, name, tracker: `${shop.name}-${name}` },
});
const ref = refOf('catalogue');
const others = ['b', 'c', 'd', 'e'].map((name) => refOf(name));

let created: Awaited<ReturnType<typeof openEngineDatabase>>;
let database: Database;
let folder: string;
/** Versions that went live, with the node that published them. */
let published: string[];
let nodes: { close(): Promise<void> }[];

const openNode = async (name: string, runs: (ref: DatasetRef) => boolean = () => true) => {
  let isAway = false;
  let passedMs = 0;
  let finish: () => void = () => undefined;
  const builds: string[] = [];
  const failures: unknown[] = [];
  const running = new Set<Promise<unknown>>();
  const reached: Database = {
    ...database,
    query: <R extends object>(statement: Sql) => {
      if (isAway) return Promise.reject(new Fault('unavailable', 'The database is away.'));
      const rows = database.query<R>(statement);
      running.add(rows);
      return rows.finally(() => running.delete(rows));
    },
  };
  const shared = await openSharedImports({
    database: reached,
    seconds: 30,
    renewMs: 20,
    monotonicMs: () => performance.now() + passedMs,
  });
  const publishing: Pick<Publishing, 'build' | 'makeLive' | 'isBuilt' | 'discard'> = {
    build: async (_ref, _order, { signal }) => {
      builds.push(name);
      await new Promise<void>((resolve, reject) => {
        finish = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
      const result: BuiltVersion['result'] = {
        products: 1,
        diff: null,
        pictures: null,
        remarks: 0,
        reason: null,
        reasonDetail: null,
      };
      return { version: `v-${name}`, result };
    },
    makeLive: async (_ref, version) => {
      published.push(`${version} by ${name}`);
      return [];
    },
    isBuilt: () => Promise.resolve(true),
    discard: () => Promise.resolve(),
  };
  const imports = createImportJobs({
    publishing,
    fetch: () => Promise.reject(new Error('nothing is fetched here')),
    dataDir: folder,
    leases: shared.leases,
    now: () => new Date(),
  });
  const queue = createSharedQueue({
    ...shared,
    imports,
    launch: launchInThisProcess(imports, (line) => failures.push(line)),
    find: (tracker) => [ref, ...others].find((each) => each.dataset.tracker === tracker) ?? null,
    mayRun: runs,
    onFailed: (error) => failures.push(error),
    lookMs: 20,
  });
  const node = {
    imports,
    queue,
    builds,
    failures,
    shared,
    finish: () => finish(),
    passTime: (ms: number) => {
      passedMs += ms;
    },
    /** What was sent before has been answered when it returns: a renewal must not arrive later. */
    setAway: async (value: boolean): Promise<void> => {
      isAway = value;
      await Promise.allSettled(running);
    },
    ask: (of = ref): string => {
      const { id } = imports.open(of, { actor: name, feed: '/feed.csv' });
      queue.add(of, id);
      return id;
    },
    state: (id: string): ImportJob['state'] | undefined => imports.get(ref.dataset, id)?.state,
    close: () => queue.close(),
  };
  nodes.push(node);
  return node;
};

/** A right that the test takes itself, until its end. */
const takeLease = async ({ leases }: SharedImports, job: LeasedJob): Promise<DatasetLease> => {
  const lease = await leases.take(job);
  nodes.push({ close: () => lease.release(false) });
  return lease;
};
/** As if the node had not renewed anything for longer than its right lasts. */
const endRights = async (node: { passTime(ms: number): void }): Promise<void> => {
  node.passTime(31_000);
  await database.script(`UPDATE kindred.import_lease SET until = now() - interval '1 second'`);
};
const countRows = async (): Promise<number> => {
  const [row] = await database.query<{ jobs: string }>(
    sql`SELECT count(*)::text AS jobs FROM kindred.import_job`,
  );
  return Number(row?.jobs);
};

beforeAll(async () => {
  created = await openEngineDatabase();
  database = created.open();
});
afterAll(async () => {
  await database.close();
  await created.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindred-shared-imports-'));
  published = [];
  nodes = [];
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  await dropEngineSchema(database);
  rmSync(folder, { recursive: true, force: true });
});

describe('imports of two nodes', () => {
  it('are seen on both, and cancelled on the one that does not run them', async () => {
    const one = await openNode('one');
    const other = await openNode('other', () => false);
    const id = one.ask();
    await expect.poll(() => other.state(id)).toBe('running');
    expect(other.imports.list(ref.dataset).map((job) => job.id)).toEqual([id]);
    expect(() => other.ask()).toThrow('An import of this dataset is running.');
    await expect.poll(() => other.imports.isRunning(ref.dataset)).toBe(true);
    await other.imports.cancel(ref, id);
    await expect.poll(() => one.state(id)).toBe('cancelled');
    await expect.poll(countRows).toBe(0);
    expect(published).toEqual([]);
  });

  it('run on a node that has room and may run them, whoever was asked', async () => {
    const one = await openNode('one', () => false);
    const other = await openNode('other');
    const id = one.ask();
    await expect.poll(() => other.builds.length).toBe(1);
    other.finish();
    await expect.poll(() => one.state(id)).toBe('published');
    expect(published).toEqual(['v-other by other']);
    await expect.poll(() => one.imports.isRunning(ref.dataset)).toBe(false);
    expect(one.builds).toEqual([]);
    expect(one.failures).toEqual([]);
  });

  it('are taken over from a node that does not renew its right; that one neither publishes nor records', async () => {
    const one = await openNode('one');
    const id = one.ask();
    await expect.poll(() => one.builds.length).toBe(1);
    await one.setAway(true);
    await endRights(one);
    const other = await openNode('other');
    await expect.poll(() => other.builds.length).toBe(1);
    expect(other.imports.get(ref.dataset, id)).toMatchObject({ state: 'running', attempts: 2 });
    // It has built its version before it hears of that.
    one.finish();
    await one.setAway(false);
    await expect.poll(() => one.failures.map(String)).toContainEqual(expect.stringContaining('taken over'));
    expect(published).toEqual([]);
    expect(other.state(id)).toBe('running');
    other.finish();
    await expect.poll(() => one.state(id)).toBe('published');
    expect(published).toEqual(['v-other by other']);
  });

  it('wait with the publication while the database is away, and go on when it is back', async () => {
    let nowMs = 0;
    const shared = await openSharedImports({ database, seconds: 30, renewMs: 5, monotonicMs: () => nowMs });
    const lease = await takeLease(shared, { dataset: 'd', id: '1', website: 'w' });
    expect(lease.isHeld()).toBe(true);
    nowMs = 31_000;
    expect(lease.isHeld()).toBe(false);
    await lease.confirm(AbortSignal.timeout(300_000));
    expect(lease.isHeld()).toBe(true);
    await database.script(`UPDATE kindred.import_lease SET holder = gen_random_uuid(), fence = fence + 1`);
    await expect(lease.confirm(AbortSignal.timeout(300_000))).rejects.toThrow('taken over');
    expect([lease.isHeld(), lease.lost.aborted]).toEqual([false, true]);
  });

  it('stop waiting for a database that is away when they are stopped', async () => {
    const one = await openNode('one', () => false);
    const lease = await takeLease(one.shared, { dataset: 'd', id: '1', website: 'w' });
    const again = await takeLease(one.shared, { dataset: 'd', id: '1', website: 'w' });
    expect(again.isHeld()).toBe(true);
    const other = await openNode('other', () => false);
    await expect(other.shared.leases.take({ dataset: 'd', id: '1', website: 'w' })).rejects.toMatchObject({
      code: 'conflict',
    });
    await lease.release(true);
    await one.setAway(true);
    await expect(one.shared.leases.take({ dataset: 'd', id: '1', website: 'w' })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });

  it('fail when their processes end in the middle too often', async () => {
    const one = await openNode('one');
    const { id } = one.imports.open(ref, { actor: 'one', feed: '/feed.csv' });
    const record = one.imports.get(ref.dataset, id);
    if (record === null) throw new Error('There is no record.');
    const journal = openJournal(join(folder, 'imports'), { now: () => new Date() });
    journal.write({ ...record, state: 'running', attempts: importQueueDefaults.attempts });
    one.queue.add(ref, id);
    await expect.poll(() => one.state(id)).toBe('failed');
    await expect.poll(countRows).toBe(0);
    expect(one.builds).toEqual([]);
  });

  it('go on at once on another node when their node stops', async () => {
    const one = await openNode('one');
    const id = one.ask();
    await expect.poll(() => one.builds.length).toBe(1);
    await one.close();
    const other = await openNode('other');
    await expect.poll(() => other.builds.length).toBe(1);
    other.finish();
    await expect.poll(() => other.state(id)).toBe('published');
  });

  it('that were asked for while the database was away run when it is back', async () => {
    const one = await openNode('one');
    await one.setAway(true);
    const id = one.ask();
    await expect.poll(() => one.failures.length).toBeGreaterThan(0);
    expect(one.state(id)).toBe('queued');
    await one.setAway(false);
    await expect.poll(() => one.builds.length).toBe(1);
    one.finish();
    await expect.poll(() => one.state(id)).toBe('published');
  });

  it('that only their records tell of are found at the start of a node', async () => {
    const one = await openNode('one', () => false);
    const { id } = one.imports.open(ref, { actor: 'one', feed: '/feed.csv' });
    await one.close();
    const other = await openNode('other');
    other.queue.resume([ref]);
    await expect.poll(() => other.builds.length).toBe(1);
    other.finish();
    await expect.poll(() => other.state(id)).toBe('published');
  });

  it('are not all taken by one node', async () => {
    const one = await openNode('one');
    for (const each of [ref, ...others]) one.ask(each);
    await expect.poll(() => one.builds.length).toBe(1);
    const other = await openNode('other');
    await expect.poll(() => other.builds.length).toBe(1);
    await expect.poll(async () => (await one.shared.jobs.listWaiting()).length).toBe(0);
  });
});

describe('the rows of imports', () => {
  it('of removed datasets and of ended imports go away', async () => {
    const one = await openNode('one');
    const { id } = one.imports.open(ref, { actor: 'one', feed: '/feed.csv' });
    await one.imports.cancel(ref, id);
    await one.shared.jobs.announce({ dataset: 'removed', id: 'x', website: 'shop' });
    await one.shared.jobs.announce({ dataset: ref.dataset.tracker, id, website: 'shop' });
    await one.queue.look();
    expect(await countRows()).toBe(0);
    expect(one.builds).toEqual([]);
  });

  it('come in the order of asking, those of websites without a running import first', async () => {
    // Without the queue of a node, which removes jobs of datasets that it does not know.
    const shared = await openSharedImports({ database });
    const jobs = [
      { dataset: 'a1', id: '1', website: 'a' },
      { dataset: 'a2', id: '2', website: 'a' },
      { dataset: 'a3', id: '3', website: 'a' },
      { dataset: 'b1', id: '4', website: 'b' },
    ];
    for (const job of jobs) await shared.jobs.announce(job);
    expect((await shared.jobs.listWaiting()).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
    await takeLease(shared, { dataset: 'a1', id: '1', website: 'a' });
    expect((await shared.jobs.listWaiting()).map(({ id }) => id)).toEqual(['4', '2', '3']);
  });

  it('let two nodes start a scheduled import once for each time', async () => {
    const scheduled: DatasetRef = {
      ...ref,
      dataset: {
        ...ref.dataset,
        source: { file: null, url: null, images: null, auth: null, schedule: '* * * * * *' },
      },
    };
    const asked: number[] = [];
    const failures: unknown[] = [];
    let started = 0;
    let claims: Promise<unknown> = Promise.resolve();
    const schedules = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const { shared } = await openNode(name, () => false);
        return startImportSchedule({
          datasets: () => [scheduled],
          revision: () => 'one',
          mayStart: ({ dataset: { tracker } }, due) => {
            asked.push(due.getTime());
            // In the order of asking.
            const claim = claims.then(() => shared.jobs.claimDue(tracker, due));
            claims = claim.catch(() => undefined);
            return claim;
          },
          start: () => {
            started += 1;
          },
          onFailed: (_, error) => failures.push(error),
        });
      }),
    );
    try {
      await expect.poll(() => asked.length).toBeGreaterThanOrEqual(4);
    } finally {
      for (const schedule of schedules) schedule.close();
    }
    // On a slow machine one node may ask for a time when the other has asked for a later one: that starts nothing.
    const first = asked.filter((due, index) => asked.slice(0, index).every((before) => before < due));
    await expect.poll(() => started).toBe(first.length);
    expect(failures).toEqual([]);
  });

  it('let each time of a schedule start one import', async () => {
    const [one, other] = [await openNode('one', () => false), await openNode('other', () => false)];
    const at = (hour: number) => new Date(Date.UTC(2026, 4, 1, hour));
    const claims = await Promise.all([one, other, one].map(({ shared }) => shared.jobs.claimDue('d', at(3))));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await other.shared.jobs.claimDue('d', at(4))).toBe(true);
    expect(await one.shared.jobs.claimDue('d', at(3))).toBe(false);
    expect(await one.shared.jobs.claimDue('another', at(3))).toBe(true);
  });
});
