import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose, openEngineBackup } from '../compose.ts';
import {
  configOf,
  drawPictures,
  openSmallShop,
  smallProducts,
  type SmallShop,
  writeFeed,
} from '../../test/support/small-shop.ts';
import { diskFiles } from '../files/files.ts';
import { tryLock } from '../files/file-lock.ts';
import { backupsFolder, createBackup } from './create-backup.ts';
import { listBackups } from './list-backups.ts';
import { writeManifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { openProcesses } from '../../test/support/backup/services.ts';

let folder: string;
let dataDir: string;
let shop: SmallShop;
let keys: { secret: string; ingest: string };
let box: string;
const processes = openProcesses();
const events = join('events', 'a-shop', '2026-01-01.events');

const makeBackup = (options: Omit<Parameters<typeof createBackup>[0], 'dataDir' | 'engine'>) =>
  createBackup({ ...options, dataDir, engine: openEngineBackup(shop.config) });

const keyOf = async (kind: 'secret' | 'ingest'): Promise<string> => {
  const draft = { name: kind, kind, rate: null, quota: null, boxIds: [], origins: [] };
  return (await shop.store.subscriptions.put(shop.ref.website.id, 'test', draft)).keys?.primary ?? '';
};

/** Writes the number of the turn to the configuration first, then to the catalogue. */
const writeTurn = async (turn: number): Promise<void> => {
  const { id: _, tracker: __, ...website } = shop.ref.website;
  await shop.store.websites.put('test', { ...website, displayName: `Turn ${turn}` });
  await writeFeed(
    dataDir,
    smallProducts(20, (place) => ({ title: `Thing ${place} of turn ${turn}` })),
  );
  await shop.importNow();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-backup-'));
  dataDir = join(folder, 'data');
  await drawPictures(join(dataDir, 'images'));
  shop = await openSmallShop(dataDir);
  await writeTurn(0);
  keys = { secret: await keyOf('secret'), ingest: await keyOf('ingest') };
  box = shop.store.boxes.list(shop.ref.website.id)[0]?.tracker ?? '';
  await mkdir(join(dataDir, 'events', 'a-shop'), { recursive: true });
  await appendFile(join(dataDir, events), '\na whole line\n\nhalf a li');
});
afterAll(async () => {
  await processes.close();
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const requests = (): string[] => [
  ...Array.from({ length: 20 }, (_, place) => `/search/imagesearch?btr=${box}&identifier=p${place}`),
  `/search/imagesearch?btr=${box}&identifier=p3&top=3&skip=2`,
  `/search/imagesearch?btr=${box}&identifier=not-there`,
];

const answersOf = async (url: string): Promise<string[]> => {
  const answers = [];
  for (const request of requests()) {
    const response = await fetch(url + request, { headers: { 'Ocp-Apim-Subscription-Key': keys.secret } });
    answers.push(`${response.status} ${await response.text()}`);
  }
  return answers;
};

const changeLive = async (url: string, product: object): Promise<void> => {
  const headers = { 'Ocp-Apim-Subscription-Key': keys.ingest, 'content-type': 'application/json' };
  const body = JSON.stringify(product);
  const response = await fetch(`${url}/productData/product`, { method: 'POST', headers, body });
  expect(response.status).toBe(200);
};

describe('backup of a running service', () => {
  it('restores the same answers to the byte, whatever happened since', async () => {
    const url = await processes.serve(dataDir);
    await changeLive(url, { identifier: 'p7', price: 3.5, displayText: 'Changed a moment ago' });
    const recorded = await answersOf(url);
    expect(recorded.join('')).toContain('Changed a moment ago');
    const made = await makeBackup({ now: new Date(), withSecret: true });
    expect(made.secretKey).toBe('included');
    await writeTurn(1);
    await changeLive(url, { identifier: 'p8', price: 1 });
    expect(await answersOf(url)).not.toEqual(recorded);

    const restored = join(folder, 'restored');
    await restoreBackup({ backup: made.folder, dataDir: restored });
    expect(await answersOf(await processes.serve(restored))).toEqual(recorded);
    expect(await readFile(join(restored, events), 'utf8')).toBe('\na whole line\n\n');
    expect((await stat(join(restored, 'secret.key'))).mode & 0o777).toBe(0o600);
  });

  it('is consistent during publishing, configuration changes and live changes', async () => {
    const traffic = startTraffic();
    const backups = [];
    for (let round = 0; round < 4; round += 1) {
      const acknowledged = traffic.acknowledgedPrice();
      const { folder: backup } = await makeBackup({ now: new Date(), withSecret: true });
      backups.push({ backup, acknowledged });
    }
    await traffic.stop();
    for (const [round, { backup, acknowledged }] of backups.entries()) {
      const restored = join(folder, `round-${round}`);
      await restoreBackup({ backup, dataDir: restored });
      const state = await readRestored(restored);
      expect(state.damage).toEqual([]);
      // Each published version comes with the configuration under which it was published.
      expect(state.catalogue).toBeGreaterThanOrEqual(0);
      expect(state.configuration).toBeGreaterThanOrEqual(state.catalogue);
      expect(state.price).toBeGreaterThanOrEqual(acknowledged);
      expect(await priceAfterChange(restored, 7)).toBe(7);
    }
  });
});

/** Later than any feed, so that no import takes a live change back. */
const tomorrow = Date.now() + 86_400_000;
const priceAt = (turn: number, price: number) =>
  ({ kind: 'update', identifier: 'p5', at: tomorrow + turn, set: { price } }) as const;

const startTraffic = () => {
  let isOver = false;
  let acknowledged = 0;
  const publishing = async (): Promise<void> => {
    for (let turn = 2; !isOver; turn += 1) await writeTurn(turn);
  };
  const changing = async (): Promise<void> => {
    for (let turn = 1; !isOver; turn += 1) {
      await shop.engine.change(shop.ref.dataset.tracker, [priceAt(turn, 1000 + turn)]);
      acknowledged = 1000 + turn;
    }
  };
  const all = Promise.all([publishing(), changing()]);
  return {
    acknowledgedPrice: () => acknowledged,
    stop: async (): Promise<void> => {
      isOver = true;
      await all;
    },
  };
};

/** A new change has a number of its own: it is not taken for one that a version holds already. */
const priceAfterChange = async (restored: string, price: number): Promise<number | null | undefined> => {
  const kindred = await compose(configOf(restored));
  const { tracker } = shop.ref.dataset;
  await kindred.engine.change(tracker, [priceAt(86_400_000, price)]);
  const product = await kindred.engine.product(tracker, 'p5');
  await kindred.close();
  return product?.price;
};

const readRestored = async (restored: string) => {
  const kindred = await compose(configOf(restored));
  const { store, engine } = kindred;
  const { tracker } = shop.ref.dataset;
  const [record] = (await engine.products(tracker)?.records(['p1'])) ?? [];
  const parseTurn = (text: string | undefined): number => Number(/turn (\d+)/i.exec(text ?? '')?.[1]);
  const state = {
    configuration: parseTurn(store.websites.byName('shop')?.displayName),
    catalogue: parseTurn(Buffer.from(record?.record ?? []).toString()),
    price: (await engine.product(tracker, 'p5'))?.price ?? 0,
    damage: await engine.verify(tracker),
  };
  await kindred.close();
  return state;
};

describe('locks of this process during a backup', () => {
  it('are still held after it', async () => {
    const lock = tryLock(dataDir, 'work');
    await makeBackup({ folder: join(folder, 'with-lock'), now: new Date() });
    const script = `
      import { tryLock } from ${JSON.stringify(new URL('../files/file-lock.ts', import.meta.url).href)};
      process.stdout.write(String(tryLock(${JSON.stringify(dataDir)}, 'work') === null));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toBe('true');
    lock?.release();
  });
});

describe('backup without the key', () => {
  it('says so, and works after the key is added', async () => {
    const made = await makeBackup({ folder: join(folder, 'elsewhere'), now: new Date() });
    expect(made.secretKey).toBe('left-out');
    const names = await readdir(made.folder, { recursive: true });
    expect(names.filter((name) => name.includes('secret.key'))).toEqual([]);
    const restored = join(folder, 'without-key');
    await restoreBackup({ backup: made.folder, dataDir: restored });
    await cp(join(dataDir, 'secret.key'), join(restored, 'secret.key'));
    expect((await readRestored(restored)).damage).toEqual([]);
  });
});

const flip = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+');
  const { size } = await handle.stat();
  const byte = Buffer.alloc(1);
  await handle.read(byte, 0, 1, size >> 1);
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, size >> 1);
  await handle.close();
};

describe('restoring', () => {
  let backup: string;
  const damages: [string, (file: string) => Promise<void>, RegExp][] = [
    ['cut', async (file) => truncate(file, (await stat(file)).size - 1), /bytes instead of/],
    ['flipped by a bit', flip, /does not match its checksum/],
    ['missing', (file) => rm(file), /is missing/],
  ];
  const files = ['data/kindred.sqlite', 'rows.bin', 'live.json', 'backup.json'];

  beforeAll(async () => {
    backup = (await makeBackup({ folder: join(folder, 'good'), now: new Date() })).folder;
  });

  const damagedCopy = async (): Promise<string> => {
    const copy = join(await mkdtemp(join(folder, 'damaged-')), 'backup');
    // Not linked: the data folder must not be damaged with it.
    await cp(backup, copy, { recursive: true });
    return copy;
  };

  it.each(files.flatMap((name) => damages.map((damage) => [name, ...damage] as const)))(
    'refuses a backup whose %s is %s, and names the file',
    async (name, _, damage, problem) => {
      const copy = await damagedCopy();
      const path = (await readdir(copy, { recursive: true })).sort().find((one) => one.endsWith(name));
      await damage(join(copy, path ?? ''));
      const target = join(copy, '..', 'target');
      const refused = restoreBackup({ backup: copy, dataDir: target });
      await expect(refused).rejects.toMatchObject({
        code: 'corrupted',
        message: expect.stringContaining(path ?? '') as string,
      });
      if (name !== 'backup.json') await expect(refused).rejects.toThrow(problem);
      expect(await readdir(join(copy, '..'))).toEqual(['backup']);
    },
  );

  it('refuses a folder that is not empty, and moves it aside with force', async () => {
    const target = join(folder, 'used');
    await mkdir(target);
    await restoreBackup({ backup, dataDir: target });
    await expect(restoreBackup({ backup, dataDir: target })).rejects.toMatchObject({ code: 'conflict' });
    await appendFile(join(target, 'mine.txt'), 'kept');
    const { movedTo } = await restoreBackup({ backup, dataDir: target, force: true });
    expect(await readFile(join(movedTo ?? '', 'mine.txt'), 'utf8')).toBe('kept');
    expect(await readdir(target)).not.toContain('mine.txt');
  });

  it('refuses a manifest that names a file outside the data folder', async () => {
    const copy = await damagedCopy();
    const file = { path: '../outside', bytes: 0, sha256: '0'.repeat(64) };
    await writeManifest(diskFiles, copy, { createdAt: '', secretKey: 'none', files: [file] });
    const refused = restoreBackup({ backup: copy, dataDir: join(copy, '..', 'target') });
    await expect(refused).rejects.toMatchObject({ code: 'corrupted' });
  });
});

describe('interrupted backup', () => {
  it('is removed', async () => {
    const backups = join(folder, 'stopped');
    const signal = AbortSignal.abort(new DOMException('Stopped', 'AbortError'));
    const stopped = makeBackup({ folder: backups, now: new Date(), signal });
    await expect(stopped).rejects.toThrow('Stopped');
    expect(await readdir(backups)).toEqual([]);
  });

  it('is listed as unusable after a power failure', async () => {
    const backups = join(folder, 'power');
    const made = await makeBackup({ folder: backups, now: new Date() });
    await rm(join(made.folder, 'backup.json'));
    expect(await listBackups(backups)).toMatchObject([{ name: made.name, state: 'unusable' }]);
  });
});

describe('command line', () => {
  it('creates, lists and restores backups', async () => {
    const made = await processes.command(dataDir, 'backup', '--with-secret');
    expect(made).toMatchObject({ code: 0, value: { secretKey: 'included' } });
    const { name, folder: backup } = made.value as { name: string; folder: string };
    expect(backup).toBe(join(backupsFolder(dataDir), name));
    const listing = await processes.command(dataDir, 'backups');
    const { backups } = listing.value as { backups: object[] };
    expect(backups[0]).toMatchObject({ name, state: 'complete' });
    const restored = join(folder, 'by-command');
    expect(await processes.command(restored, 'restore', backup)).toMatchObject({ code: 0 });
    expect(await processes.command(restored, 'restore', backup)).toMatchObject({
      code: 5,
      value: { error: { code: 'conflict' } },
    });
    expect((await readRestored(restored)).damage).toEqual([]);
  });
});
