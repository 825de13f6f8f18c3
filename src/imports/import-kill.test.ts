import { spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../test/limits.ts';
import { crashCases } from '../../test/support/crash-cases.ts';
import { drawPictures, openSmallShop, smallProducts, writeFeed } from '../../test/support/small-shop.ts';

/**
 * All cases take a minute or more: the full run has a share of them, `KINDRED_TORTURE=1` all.
 */
const isTorture = process.env['KINDRED_TORTURE'] === '1';
const chosen = crashCases.filter((_, place) => isTorture || place % 4 === 1);

let folder: string;
let before: string;
let after: string;

const dieAt = (dataDir: string, point: string): Promise<NodeJS.Signals | null> =>
  new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, '..', '..', 'test', 'support', 'import-and-crash.ts');
    const child = spawn(process.execPath, [program, dataDir, point], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // The compile cache saves half of the time of each process.
      env: { NODE_COMPILE_CACHE: join(folder, 'compiled'), ...process.env, NODE_OPTIONS: '' },
    });
    child.once('error', reject).once('exit', (_code, signal) => resolve(signal));
  });

/** A shop with forty products live, and a feed that changes, adds and removes some. */
const prepare = async (dataDir: string): Promise<void> => {
  const shop = await openSmallShop(dataDir);
  await drawPictures(join(dataDir, 'images'));
  await writeFeed(
    dataDir,
    smallProducts(40, (place) => ({ image: `${place % 6}.png` })),
  );
  await shop.importNow();
  before = (await shop.live())?.checksum ?? '';
  await writeFeed(dataDir, smallProducts(45, (place) => ({ price: place % 3 ? 10 + place : 99 })).slice(2));
  await shop.close();
};

const undisturbed = async (dataDir: string): Promise<string> => {
  const shop = await openSmallShop(dataDir);
  await shop.importNow();
  const checksum = (await shop.live())?.checksum ?? '';
  await shop.close();
  return checksum;
};

const copyOf = async (name: string): Promise<string> => {
  const copy = join(folder, name.replaceAll(':', '-'));
  // The same path inside the declaration: the folder is named in it.
  await cp(join(folder, 'shop'), copy, { recursive: true });
  return copy;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-kill-'));
  await prepare(join(folder, 'shop'));
  after = await undisturbed(await copyOf('undisturbed'));
}, limits.processes);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('an import that is killed and resumed builds the same version as an undisturbed one', () => {
  it('the new version differs from the previous one', () => {
    expect(new Set([before, after, '']).size).toBe(3);
  });

  it.each(chosen)('killed at %s', { timeout: limits.processes }, async (point) => {
    const dataDir = await copyOf(point);
    expect(await dieAt(dataDir, point)).toBe('SIGKILL');
    const shop = await openSmallShop(dataDir);
    try {
      const standing = (await shop.live())?.checksum ?? '';
      expect([before, after]).toContain(standing);
      const [left] = shop.imports.list(shop.ref.dataset);
      if (left?.state !== 'published') {
        const { id } = shop.imports.requeue(shop.ref.dataset);
        const { signal } = new AbortController();
        expect((await shop.imports.run(shop.ref, id, { signal })).state).toBe('published');
      }
      expect((await shop.live())?.checksum).toBe(after);
      expect(await shop.engine.verify(shop.ref.dataset.tracker)).toEqual([]);
    } finally {
      await shop.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});
