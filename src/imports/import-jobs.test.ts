import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { crashChannel } from '../ingest/crash-points.ts';
import { createImportQueue } from './queue.ts';
import { startImportSchedule } from './schedule.ts';
import type { ImportJob } from './job.ts';
import { launchInChildProcess } from '../service/background/import-process.ts';
import { launchInThisProcess } from '../../test/support/launch-in-this-process.ts';
import {
  drawPictures,
  openSmallShop,
  type SmallShop,
  smallProducts,
  writeFeed,
} from '../../test/support/small-shop.ts';

let folder: string;
let shop: SmallShop;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-jobs-'));
  shop = await openSmallShop(folder);
  await drawPictures(join(folder, 'images'));
  await writeFeed(folder, smallProducts(40));
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const never = () => new AbortController().signal;
const jobOf = (id: string): ImportJob | null => shop.imports.get(shop.ref.dataset, id);

const ended = async (id: string): Promise<ImportJob> => {
  let last: ImportJob | null = null;
  for await (const job of shop.imports.follow(shop.ref.dataset, id, never())) last = job;
  if (last === null) throw new Error('there is no such import');
  return last;
};

describe('an import that needs approval', () => {
  const feeds: [string, unknown, string][] = [
    ['an empty feed', [], 'the feed is empty'],
    ['half a feed', smallProducts(20), '20 of 40 products (50 %) would vanish'],
    [
      'a feed with 40 % bad rows',
      [...smallProducts(40), ...Array.from({ length: 27 }, () => ({ id: 'bad' }))],
      '27 of 67 rows (40 %) are bad',
    ],
  ];
  it.each(feeds)(
    'waits with a built version: %s; approval publishes exactly it',
    async (_name, rows, reason) => {
      await shop.importNow();
      const before = await shop.live();
      await writeFeed(folder, rows);
      const waiting = await shop.importNow();
      expect(waiting).toMatchObject({ state: 'waiting', reason });
      expect(await shop.live()).toEqual(before);
      // The current content of the feed must not matter.
      await writeFeed(folder, smallProducts(3));
      const approved = await shop.imports.approve(shop.ref, waiting.id);
      const published = await shop.imports.run(shop.ref, approved.id, { signal: never() });
      expect(published).toMatchObject({ state: 'published', version: waiting.version });
      expect(published.progress).toMatchObject({
        rows: waiting.progress.rows,
        badRows: waiting.progress.badRows,
      });
      expect((await shop.live())?.version).toBe(waiting.version);
    },
  );

  it('is cancelled by a later one, and cannot be approved afterwards', async () => {
    await shop.importNow();
    await writeFeed(folder, smallProducts(20));
    const waiting = await shop.importNow();
    await writeFeed(folder, smallProducts(41));
    const later = await shop.importNow();
    expect(later.state).toBe('published');
    expect(jobOf(waiting.id)?.state).toBe('cancelled');
    await expect(shop.imports.approve(shop.ref, waiting.id)).rejects.toMatchObject({ code: 'conflict' });
    const versions = await shop.engine.versions(shop.ref.dataset.tracker);
    expect(versions.map(({ version }) => version)).not.toContain(waiting.version);
  });

  it('is refused if its feed was cut, approved or not', async () => {
    await shop.importNow();
    const before = await shop.live();
    await writeFeed(folder, JSON.stringify(smallProducts(40)).slice(0, -10));
    await expect(shop.importNow({ approve: true })).rejects.toMatchObject({ code: 'bad-input' });
    expect(shop.imports.list(shop.ref.dataset)[0]).toMatchObject({ state: 'failed' });
    expect(await shop.live()).toEqual(before);
  });
});

describe('the result of an import', () => {
  it('lists what was added, changed and removed, with the names of changed fields', async () => {
    await shop.importNow();
    await writeFeed(folder, smallProducts(42, (place) => (place === 5 ? { price: 1 } : {})).slice(1));
    const { id } = await shop.importNow();
    expect(shop.imports.diff(shop.ref.dataset, id)).toMatchObject({
      added: [{ identifier: 'p40' }, { identifier: 'p41' }],
      changed: [{ identifier: 'p5', displayText: 'Thing 5', changes: ['price'] }],
      removed: [{ identifier: 'p0', displayText: 'Thing 0' }],
      counts: { added: 2, changed: 1, removed: 1, unchanged: 38 },
    });
  });

  it('lists the faults of all rows, with their lines', async () => {
    await writeFeed(folder, [...smallProducts(2), { id: 'x' }]);
    const { id } = await shop.importNow();
    const faults = [];
    for await (const fault of shop.imports.faults(shop.ref.dataset, id)) faults.push(fault);
    expect(faults).toMatchObject([{ kind: 'row', reason: expect.stringContaining('price') as string }]);
  });

  it('has no version after a dry run', async () => {
    const checked = await shop.importNow({ dryRun: true });
    expect(checked).toMatchObject({ state: 'checked', version: null, result: { diff: { added: 40 } } });
    expect(await shop.engine.versions(shop.ref.dataset.tracker)).toEqual([]);
  });
});

describe('a running import', () => {
  it('can be stopped from another process and resumed', async () => {
    const other = await openSmallShop(folder);
    const stopAt = await openSmallShop(folder);
    const stop = (name: unknown): void => {
      if (name === 'feed-read')
        void other.imports.cancel(other.ref, other.imports.list(other.ref.dataset)[0]?.id ?? '');
    };
    subscribe(crashChannel, stop);
    // Enough rows that the stop request is seen before all are read.
    await writeFeed(
      folder,
      smallProducts(30_000, () => ({ image: '' })),
    );
    await expect(stopAt.importNow()).rejects.toMatchObject({ name: 'AbortError' });
    unsubscribe(crashChannel, stop);
    const [stopped] = shop.imports.list(shop.ref.dataset);
    expect(stopped).toMatchObject({ state: 'cancelled', version: null });
    await writeFeed(folder, smallProducts(40));
    const { id } = shop.imports.requeue(shop.ref.dataset);
    expect(id).toBe(stopped?.id);
    expect(await shop.imports.run(shop.ref, id, { signal: never() })).toMatchObject({
      state: 'published',
      attempts: 2,
    });
    await other.close();
    await stopAt.close();
  });

  it('prevents another import of the same dataset', async () => {
    const { id } = shop.imports.open(shop.ref, {});
    const running = shop.imports.run(shop.ref, id, { signal: never() });
    await expect(
      new Promise((resolve) => setImmediate(resolve)).then(() => shop.imports.open(shop.ref, {})),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect((await running).state).toBe('published');
  });
});

describe('the service', () => {
  it('runs an import in a child process and reports progress', async () => {
    const said: string[] = [];
    const queue = createImportQueue({
      imports: shop.imports,
      launch: launchInChildProcess(shop.config, null, (line) => said.push(line)),
    });
    const { id } = shop.imports.open(shop.ref, { pictures: false });
    queue.add(shop.ref, id);
    expect(await ended(id)).toMatchObject({ state: 'published', progress: { rows: 40 } });
    await queue.close();
    expect(said).toEqual([]);
    expect((await shop.live())?.size).toBe(40);
  });

  it('resumes what an earlier process left', async () => {
    const { id } = shop.imports.open(shop.ref, {});
    const queue = createImportQueue({
      imports: shop.imports,
      launch: launchInThisProcess(shop.imports, () => undefined),
    });
    queue.resume([shop.ref]);
    expect((await ended(id)).state).toBe('published');
    await queue.close();
  });

  it('starts scheduled imports once it is the leader', async () => {
    const due = { ...shop.ref.dataset };
    const source = due.source && { ...due.source, schedule: '* * * * * *' };
    const started: string[] = [];
    let turns = 0;
    await new Promise<void>((resolve) => {
      const schedule = startImportSchedule({
        datasets: () => [{ ...shop.ref, dataset: { ...due, source } }],
        revision: () => 'one',
        mayStart: async () => (turns += 1) > 1,
        start: ({ dataset }) => {
          started.push(dataset.name);
          schedule.close();
          resolve();
        },
        onFailed: () => undefined,
      });
    });
    expect({ started, turns }).toEqual({ started: ['catalogue'], turns: 2 });
  });
});
