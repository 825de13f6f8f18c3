import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { colourDimensions, colourHistogram } from '../../embedder/colour/colour-histogram.ts';
import { decodePicture } from '../../embedder/pictures/decode.ts';
import type { Embedder } from '../../embedder/embedder.ts';
import type { Dataset } from '../../domain/dataset.ts';
import { dataset as bare, type ImportShop, many, openImportShop } from '../../../test/support/import-shop.ts';
import { type LivePictures, openLivePictures } from './live-pictures.ts';

let shop: ImportShop;
let dataset: Dataset;
let failures: string[];

/** Newer than the feed. */
const changedAt = Date.parse('2026-01-03T00:00:00Z');

const embedder: Embedder = {
  model: 'colour-only',
  looksDimensions: colourDimensions,
  colourDimensions,
  embed: (pictures) =>
    Promise.all(
      pictures.map(async (bytes) => {
        const decoded = await decodePicture(bytes, 16);
        if (!decoded.ok) return decoded;
        const colour = colourHistogram(decoded.pixels);
        return { ok: true, embedding: { looks: colour, colour } };
      }),
    ),
  close: () => Promise.resolve(),
};

beforeEach(async () => {
  failures = [];
  shop = await openImportShop(embedder);
  const source = { file: null, url: null, images: `${shop.folder}/images`, schedule: null, auth: null };
  dataset = { ...bare, source };
  await shop.drawPicture('red.png', '#c00');
  await shop.runImport(many(3, () => ({ image: 'red.png' })));
});
afterEach(() => shop.close());

const open = (more: Partial<Parameters<typeof openLivePictures>[0]> = {}): LivePictures =>
  openLivePictures({
    engine: shop.engine,
    embedder: () => Promise.resolve(embedder),
    fetch: shop.fetch,
    dataDir: shop.folder,
    now: shop.now,
    onFailed: (_, identifier, reason) => failures.push(`${identifier}: ${String(reason)}`),
    ...more,
  });

const add = async (identifier: string, at: number): Promise<void> => {
  const about = { displayText: identifier, url: `/${identifier}`, price: 1, currency: null };
  const product = { identifier, ...about, images: ['red.png'], groupId: null, available: true, fields: {} };
  await shop.engine.change(dataset.tracker, [{ kind: 'put', at, product, picture: null }]);
};
const hasLooks = async (identifier: string): Promise<boolean | undefined> =>
  (await shop.engine.products(dataset.tracker)?.source(identifier))?.hasLooks;

describe('the picture of a product that was added live', () => {
  it('is embedded in the background', async () => {
    await add('new', changedAt);
    const pictures = open();
    pictures.enqueue(dataset, 'new', ['red.png'], changedAt);
    await pictures.idle();
    await pictures.close();
    expect(await hasLooks('new')).toBe(true);
  });

  it('is embedded by the next process if the first one stopped before', async () => {
    await add('new', changedAt);
    // Never processes its queue, as if it had been killed: nothing is closed properly.
    const stuck = open({ embedder: () => new Promise(() => undefined) });
    stuck.enqueue(dataset, 'new', ['red.png'], changedAt);
    expect(await hasLooks('new')).toBe(false);
    const next = open();
    next.resume([dataset]);
    await next.idle();
    expect(await hasLooks('new')).toBe(true);
    await next.close();
    const third = open({ embedder: () => Promise.reject(new Error('asked again')) });
    third.resume([dataset]);
    await third.idle();
    await third.close();
    expect(failures).toEqual([]);
  });

  it('is reported and dropped if it cannot be read', async () => {
    await add('new', changedAt);
    const first = open();
    first.enqueue(dataset, 'new', ['missing.png'], changedAt);
    await first.idle();
    await first.close();
    expect(failures).toEqual(['new: not in the image folder']);
    const second = open();
    second.resume([dataset]);
    await second.idle();
    await second.close();
    expect(failures).toHaveLength(1);
  });

  it('is dropped if its dataset is gone', async () => {
    const first = open({ embedder: () => new Promise(() => undefined) });
    first.enqueue({ ...dataset, tracker: 'gone' }, 'new', ['red.png'], changedAt);
    const second = open();
    second.resume([dataset]);
    await second.idle();
    await second.close();
    expect(failures).toEqual([]);
  });
});

describe('the queue of live pictures', () => {
  const changing = (change: typeof shop.engine.change) => ({
    change,
    products: (tracker: string) => shop.engine.products(tracker),
  });

  it('of one website does not wait for another', async () => {
    const slow = { ...dataset, websiteId: 2 };
    const held = Promise.withResolvers<void>();
    const live = open({
      fetch: async (url, options) => {
        await held.promise;
        return shop.fetch(url, options);
      },
    });
    await add('waiting', changedAt);
    await add('quick', changedAt);
    live.enqueue(slow, 'waiting', ['http://127.0.0.1:1/slow.png'], changedAt + 1);
    live.enqueue(dataset, 'quick', ['red.png'], changedAt + 1);
    await expect.poll(() => hasLooks('quick')).toBe(true);
    held.resolve();
    await live.idle();
    await live.close();
    expect(failures).toHaveLength(1);
  });

  it('keeps a picture while the disk is full, and goes on by itself', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    let attempts = 0;
    const live = open({
      retryMs: 5,
      engine: changing((tracker, changes) => {
        attempts += 1;
        return attempts < 3 ? Promise.reject(full) : shop.engine.change(tracker, changes);
      }),
    });
    await add('new', changedAt);
    live.enqueue(dataset, 'new', ['red.png'], changedAt + 1);
    await live.idle();
    expect(await hasLooks('new')).toBe(true);
    expect({ attempts, failures: failures.length }).toEqual({ attempts: 3, failures: 2 });
    await live.close();
  });

  it('leaves a host alone that does not answer', async () => {
    let requests = 0;
    const live = open({
      fetch: () => {
        requests += 1;
        return Promise.reject(new TypeError('fetch failed'));
      },
    });
    for (let count = 0; count < 6; count += 1) {
      await add(`p${count}`, changedAt);
      live.enqueue(dataset, `p${count}`, [`http://down.test/${count}.png`], changedAt + 1);
    }
    await live.idle();
    await live.close();
    // Two pictures, three attempts each; the others are not requested.
    expect(requests).toBe(6);
    expect(failures).toHaveLength(6);
  });

  it('survives a damaged file of its queue', async () => {
    const first = open();
    await first.close();
    writeFileSync(
      join(shop.folder, 'pictures', 'pending.sqlite'),
      'this is no database, and long enough to tell',
    );
    const live = open();
    await add('new', changedAt);
    live.enqueue(dataset, 'new', ['red.png'], changedAt + 1);
    await live.idle();
    expect(await hasLooks('new')).toBe(true);
    const setAside = readdirSync(join(shop.folder, 'pictures')).filter((name) =>
      name.startsWith('pending.sqlite.damaged-'),
    );
    expect(setAside).toHaveLength(1);
    await live.close();
  });
});
