import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { boxDefaults } from '../../domain/box.ts';
import type { Store } from '../../store/store.ts';
import { catalogue, catalogueFields } from '../../../test/support/http/catalogue.ts';

/* The real service in a child process, killed without warning after it has acknowledged a live change. */

const main = join(import.meta.dirname, '..', '..', 'main.ts');
const shop = { displayName: 'Shop', language: 'en', url: 'https://shop.example', synonyms: [] };
const dataset = { source: null, fields: [], model: null, productsId: null } as const;
const { relatedSize: size, directions, ...searchDefaults } = boxDefaults;
const { cacheControl } = boxDefaults;

let folder: string;
let fixture: Awaited<ReturnType<typeof prepare>>;
const running = new Set<ChildProcess>();

const keyOf = async (store: Store, websiteId: number, kind: 'secret' | 'ingest'): Promise<string> =>
  (
    await store.subscriptions.put(websiteId, 'test', {
      name: kind,
      kind,
      rate: null,
      quota: null,
      boxIds: [],
      origins: [],
    })
  ).keys?.primary ?? '';

const prepare = async () => {
  const kindred = await compose(readConfig({ KINDRED_DATA: folder }));
  const { store, engine } = kindred;
  const website = await store.websites.put('test', { ...shop, name: 'shop' });
  const products = await store.datasets.put(website.id, 'test', {
    ...dataset,
    name: 'catalogue',
    kind: 'products',
  });
  const common = { datasetId: products.id, cacheControl };
  const search = await store.boxes.put(website.id, 'test', {
    ...searchDefaults,
    ...common,
    name: 'similar',
    kind: 'search',
    facets: [],
    sameAsSource: [],
    exclude: null,
    strategies: [
      {
        rank: 1,
        from: 'looks',
        searchMode: 'All',
        minimumResults: 0,
        fuzzySensitiveness: 'Off',
        minimumFuzzyTermLength: 4,
        enableFuzzyNumberMatch: false,
      },
    ],
  });
  const related = await store.boxes.put(website.id, 'test', {
    ...common,
    name: 'related',
    kind: 'relatedProducts',
    size,
    directions,
    url: null,
  });
  const draft = { fields: catalogueFields, language: 'en', model: 'test', plans: [] };
  const builder = await engine.buildProducts(products.tracker, draft);
  for (const product of catalogue()) await builder.add(product);
  await engine.makeLive(products.tracker, (await builder.finish()).version);
  const keys = {
    secret: await keyOf(store, website.id, 'secret'),
    ingest: await keyOf(store, website.id, 'ingest'),
  };
  await kindred.close();
  return { search: search.tracker, related: related.tracker, ...keys };
};

/** Starts the service on a free port; its URL is in its output. */
const start = async (): Promise<{ url: string; kill: () => Promise<void> }> => {
  const settings = { KINDRED_DATA: folder, KINDRED_PORT: '0', KINDRED_DEMO: 'off', KINDRED_LOG: 'silent' };
  const child = spawn(process.execPath, [main], { env: { ...process.env, ...settings } });
  running.add(child);
  const closed = once(child, 'close');
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const read = (piece: Buffer) => {
      said += piece.toString();
      const found = /answers on (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    closed.then(() => reject(new Error(said)), reject);
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await closed;
    running.delete(child);
  };
  return { url, kill };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-live-'));
  fixture = await prepare();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const ask = async (address: string): Promise<unknown> => {
  const response = await fetch(address, { headers: { 'Ocp-Apim-Subscription-Key': fixture.secret } });
  expect(response.status).toBe(200);
  return response.json();
};
const priceOf = async (url: string, identifier: string) => {
  const answer = await ask(`${url}/search/imagesearch?btr=${fixture.search}&identifier=p0&top=50`);
  const { documents } = answer as { documents: { document: Record<string, unknown> }[] };
  return documents.find(({ document }) => document['identifier'] === identifier)?.document['price'];
};
const relatedTo = async (url: string, pattern: string) => {
  const answer = await ask(`${url}/relatedsearches/keywords?btr=${fixture.related}&pattern=${pattern}`);
  return (answer as { suggestions: { displayText: string; url: string }[] | null }).suggestions ?? [];
};
const change = async (url: string, product: unknown): Promise<number> => {
  const headers = { 'Ocp-Apim-Subscription-Key': fixture.ingest, 'content-type': 'application/json' };
  const body = JSON.stringify(product);
  const response = await fetch(`${url}/productData/product`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
};

describe('a live change', () => {
  it('is visible in both operations when acknowledged, and still after kill -9', async () => {
    const first = await start();
    expect(await priceOf(first.url, 'p2')).toBe(12);
    expect(await relatedTo(first.url, 'zebra')).toEqual([]);
    const product = { identifier: 'p2', price: 3.5, displayText: 'Zebra shirt', url: '/zebra' };
    expect(await change(first.url, product)).toBe(200);
    const seen = async (url: string) => {
      expect(await priceOf(url, 'p2')).toBe(3.5);
      expect(await relatedTo(url, 'zebra')).toMatchObject([
        { displayText: 'Zebra shirt', url: 'https://shop.example/zebra' },
      ]);
    };
    await seen(first.url);
    await first.kill();
    const second = await start();
    await seen(second.url);
    await second.kill();
  });

  it('is never lost once acknowledged, even if the process is killed during other changes', async () => {
    const sent = { last: 0, acknowledged: 0 };
    const send = async (url: string) => {
      const price = (sent.last += 1);
      const product = { identifier: 'p6', price, timestamp: price };
      const status = await change(url, product).catch(() => 0);
      if (status === 200) sent.acknowledged = Math.max(sent.acknowledged, price);
    };
    for (let round = 1; round <= 3; round += 1) {
      const service = await start();
      for (let turn = 0; turn < 3 * round; turn += 1) await send(service.url);
      const onTheirWay = Array.from({ length: 8 }, () => send(service.url));
      await onTheirWay[round];
      await service.kill();
      await Promise.all(onTheirWay);
    }
    expect(sent.acknowledged).toBeGreaterThan(0);
    const service = await start();
    // The last change may have been stored although its acknowledgement did not arrive.
    const price = Number(await priceOf(service.url, 'p6'));
    expect(price).toBeGreaterThanOrEqual(sent.acknowledged);
    expect(price).toBeLessThanOrEqual(sent.last);
    await service.kill();
  });
});
