import { readdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { configOf, openSmallShop, smallProducts, writeFeed } from '../../../test/support/small-shop.ts';
import { checkContents } from '../../cli/doctor/contents.ts';
import { openEventLog } from '../../learning/keywords/event-log/event-log.ts';
import { release } from '../../release.ts';
import { acquireLeaderLock } from './background-work.ts';
import { serve } from './serve.ts';

let folder: string;
let printed: string[];
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-serve-'));
  printed = [];
  logged = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const start = (port: number) =>
  serve(
    { ...configOf(folder), port, host: '127.0.0.1', logLevel: 'error' },
    {
      print: (line) => void printed.push(line),
      progress: () => undefined,
      demo: openDemoShop(),
      log: { write: (line) => void logged.push(line) },
    },
  );

const parseLine = (line: string): unknown => JSON.parse(line);

/** A data folder with an import that waits to be run, whose record a power failure has emptied. */
const leaveDamagedImport = async (): Promise<string> => {
  const shop = await openSmallShop(folder);
  await writeFeed(folder, smallProducts(3));
  const { id } = shop.imports.open(shop.ref, { pictures: false });
  const jobFolder = join(folder, 'imports', shop.ref.dataset.tracker, id);
  writeFileSync(join(jobFolder, 'job.json'), '');
  await shop.close();
  return jobFolder;
};

it('starts beside the damaged record of an import, sets it aside, and the doctor lists it', async () => {
  const jobFolder = await leaveDamagedImport();
  const service = await start(0);
  try {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(readdirSync(jobFolder).sort()).toEqual(['job.json', 'job.json.damaged']);
    expect(logged.map(parseLine)).toContainEqual(
      expect.objectContaining({
        file: join(jobFolder, 'job.json'),
        msg: 'the record of an import is damaged and was set aside',
      }),
    );
  } finally {
    await service.stop();
  }
  const findings = await checkContents(configOf(folder));
  expect(findings.filter(({ result }) => result === 'warn').map(({ check }) => check)).toContain('imports');
});

it('says its version where a load balancer and monitoring ask', async () => {
  const service = await start(0);
  try {
    expect(await (await fetch(`${service.url}/readyz`)).json()).toMatchObject({ version: release });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain(
      `\nkindred_build_info{release="${release}",`,
    );
  } finally {
    await service.stop();
  }
});

it('ends with an error and leaves nothing running when its port is taken', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  try {
    await expect(start((taken.address() as AddressInfo).port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    const lock = acquireLeaderLock(folder, () => undefined);
    expect(lock.isLeader()).toBe(true);
    lock.close();
    expect(printed).toEqual([]);
  } finally {
    await new Promise((resolve) => taken.close(resolve));
  }
});

it('warns in its readiness and its log of a published version that is damaged', async () => {
  const shop = await openSmallShop(folder);
  await writeFeed(folder, smallProducts(3));
  const { id } = shop.imports.open(shop.ref, { pictures: false });
  await shop.imports.run(shop.ref, id, { signal: new AbortController().signal });
  await shop.close();
  const versions = join(folder, 'versions', shop.ref.dataset.tracker);
  const file = readdirSync(versions, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('.bin'),
  );
  writeFileSync(join(versions, file ?? 'no file'), 'not what was published');
  const service = await start(0);
  try {
    const response = await fetch(`${service.url}/readyz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      status: 'ready',
      warnings: [expect.stringContaining('a published version is damaged')],
    });
    expect(await (await fetch(`${service.url}/metrics`)).text()).toContain('\nkindred_damaged 1\n');
    expect(logged.map(parseLine)).toContainEqual(
      expect.objectContaining({
        dataset: shop.ref.dataset.tracker,
        err: expect.objectContaining({ message: expect.stringMatching(/./) as string }) as object,
        msg: 'a version cannot be read; the last good one serves',
      }),
    );
  } finally {
    await service.stop();
  }
  expect(await checkContents(configOf(folder))).toContainEqual(
    expect.objectContaining({ check: 'shop/catalogue', result: 'fail' }),
  );
});

/** A data folder with two shoppers' events on each of two days, and two live changes. */
const leaveLogs = async (): Promise<{ readonly events: string[]; readonly changes: string }> => {
  const shop = await openSmallShop(folder);
  await writeFeed(folder, smallProducts(3));
  await shop.importNow({ pictures: false });
  const { tracker } = shop.ref.dataset;
  for (const price of [1, 2])
    await shop.engine.change(tracker, [{ kind: 'update', at: price, identifier: 'p1', set: { price } }]);
  await shop.close();
  const days = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 2)];
  for (const at of days)
    await openEventLog({ folder: join(folder, 'events', 'shop'), website: 'shop', now: () => at }).append(
      ['ann', 'ben'].map((shopper) => ({ id: null, event: { kind: 'search', shopper, at, query: 'lamp' } })),
    );
  const changes = readdirSync(join(folder, 'versions', tracker)).find((name) => name.startsWith('changes-'));
  return {
    events: ['2026-11-01', '2026-11-02'].map((day) => join('events', 'shop', `${day}.events`)),
    changes: join('versions', tracker, changes ?? 'none'),
  };
};

it('names logs of events and changes that lost a part, in its log and by the doctor', async () => {
  const {
    events: [half = '', empty = ''],
    changes,
  } = await leaveLogs();
  const findings = async () => (await checkContents(configOf(folder))).filter(({ check }) => check === 'log');
  expect(await findings()).toEqual([]);
  truncateSync(join(folder, empty), 0);
  for (const name of [half, changes])
    truncateSync(join(folder, name), Math.floor(0.6 * statSync(join(folder, name)).size));
  const service = await start(0);
  try {
    const named = () =>
      logged
        .map(parseLine)
        .filter((line) => (line as { msg: string }).msg.startsWith('a log is cut'))
        .map((line) => (line as { file: string }).file);
    await expect.poll(named).toEqual([half, empty, changes]);
  } finally {
    await service.stop();
  }
  expect((await findings()).map(({ detail }) => detail)).toEqual(
    [half, empty, changes].map((name) => `${name} has 1 damaged or missing line`),
  );
});

it('the doctor names a dataset whose live pointer names a version that is not there', async () => {
  const shop = await openSmallShop(folder);
  await writeFeed(folder, smallProducts(3));
  await shop.importNow({ pictures: false });
  const live = await shop.live();
  await shop.close();
  await rm(join(folder, 'versions', shop.ref.dataset.tracker, live?.version ?? 'none'), { recursive: true });
  expect(await checkContents(configOf(folder))).toContainEqual(
    expect.objectContaining({
      check: 'shop/catalogue',
      result: 'fail',
      detail: expect.stringContaining('cannot be served') as unknown,
    }),
  );
});
