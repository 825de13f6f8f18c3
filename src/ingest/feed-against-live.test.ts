import { utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataset, type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';

let shop: ImportShop;
let server: Server | null;
beforeEach(async () => {
  server = null;
  shop = await openImportShop();
  shop.now = () => new Date('2026-11-20T00:00:00Z');
});
afterEach(async () => {
  server?.close();
  await shop.close();
});

const instantOf = (day: number): number => Date.UTC(2026, 10, day);
const rows = (price: number) => many(3, () => ({ price, stock: 5 }));

/** Sells `p1` out at this instant, and changes the price of `p2`. */
const changeAt = (at: number) =>
  shop.engine.change(dataset.tracker, [
    { at, kind: 'update', identifier: 'p1', set: { available: false, fields: { available: false } } },
    { at, kind: 'update', identifier: 'p2', set: { price: 1.11, fields: { price: 1.11 } } },
  ]);
const current = async () => {
  const products = await Promise.all(['p1', 'p2'].map((name) => shop.engine.product(dataset.tracker, name)));
  return [products[0]?.available, products[1]?.price];
};

const asDocument = (price: number, day: number) => ({
  Products: rows(price),
  Timestamp: new Date(instantOf(day)).toISOString(),
});
const importFile = async (price: number, day: number) => {
  const feed = join(shop.folder, 'feed.json');
  await writeFile(feed, JSON.stringify(rows(price)));
  await utimes(feed, new Date(instantOf(day)), new Date(instantOf(day)));
  return shop.runImport('', { feed, pictures: false });
};
const importAddress = async (price: number, headers: Record<string, string>) => {
  server?.close();
  server = createServer((_, response) => response.writeHead(200, headers).end(JSON.stringify(rows(price))));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed.json`;
  return shop.runImport('', { feed, pictures: false });
};

const sources: [string, (price: number, day: number) => Promise<unknown>][] = [
  ['its timestamp', (price, day) => shop.runImport(asDocument(price, day), { pictures: false })],
  [
    'its timestamp in milliseconds',
    (price, day) => shop.runImport({ timestamp: instantOf(day), products: rows(price) }, { pictures: false }),
  ],
  ['the time of the file', importFile],
  [
    'Last-Modified',
    (price, day) => importAddress(price, { 'last-modified': new Date(instantOf(day)).toUTCString() }),
  ],
];

describe.each(sources)('a feed whose instant is %s', (_, importAt) => {
  it('loses to a newer live change, in this import and in every later one', async () => {
    await importAt(10, 1);
    await changeAt(instantOf(5));
    await importAt(11, 2);
    expect(await current()).toEqual([false, 1.11]);
    await importAt(12, 3);
    await importAt(12, 3);
    expect(await current()).toEqual([false, 1.11]);
  });

  it('wins over an older live change, also over one that arrives later', async () => {
    await importAt(10, 1);
    await changeAt(instantOf(5));
    await importAt(47, 6);
    expect(await current()).toEqual([true, 47]);
    await changeAt(instantOf(5));
    expect(await current()).toEqual([true, 47]);
    await changeAt(instantOf(7));
    expect(await current()).toEqual([false, 1.11]);
  });
});

it('a feed says itself when it was written, whatever the time of the file', async () => {
  await shop.runImport(asDocument(10, 1), { pictures: false });
  await changeAt(instantOf(5));
  await shop.runImport(asDocument(47, 4), { pictures: false });
  expect(await current()).toEqual([false, 1.11]);
});

it('a feed from the future is one of now, so that later changes are not masked', async () => {
  await shop.runImport(asDocument(10, 29), { pictures: false });
  await changeAt(Date.parse('2026-11-20T00:00:01Z'));
  expect(await current()).toEqual([false, 1.11]);
});

it('a download without a time is one of when it was downloaded', async () => {
  shop.now = () => new Date();
  await importAddress(10, {});
  await changeAt(Date.now() - 60_000);
  expect(await current()).toEqual([true, 10]);
  await changeAt(Date.now() + 1);
  expect(await current()).toEqual([false, 1.11]);
});
