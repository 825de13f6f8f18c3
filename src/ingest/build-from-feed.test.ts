import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../embedder/embedder.ts';
import { openDefaultEmbedder } from '../embedder/open/open-model.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import {
  dataset,
  type ImportShop,
  many,
  openImportShop,
  product,
  type Wanted,
} from '../../test/support/import-shop.ts';

let real: Embedder;
beforeAll(async () => {
  real = await openDefaultEmbedder();
});
afterAll(() => real.close());

let shop: ImportShop;
let embedded: number;

beforeEach(async () => {
  embedded = 0;
  // The real embedder, with a count of its calls.
  shop = await openImportShop({
    ...real,
    embed: (pictures) => {
      embedded += pictures.length;
      return real.embed(pictures);
    },
  });
});
afterEach(() => shop.close());

const runImport = (feed: unknown, wanted: Wanted = {}) => shop.runImport(feed, wanted);
const recordOf = (identifier: string) => shop.recordOf(identifier);
const drawPicture = (name: string, colour: string) => shop.drawPicture(name, colour);

describe('an import', () => {
  it('publishes the products of a feed under their mapped names', async () => {
    const report = await runImport({ Timestamp: '2026-01-01', Products: many(3) });
    expect(report).toMatchObject({ rows: 3, products: 3, diff: { added: 3, changed: 0, removed: 0 } });
    expect(await recordOf('p1')).toMatchObject({
      identifier: 'p1',
      displayText: 'Thing 1',
      url: 'https://shop.example/p/1',
      price: 11,
      category: 'Home/Lamps',
    });
  });

  it.each([
    ['JSON', (rows: readonly object[]) => ({ Products: rows })],
    ['NDJSON', (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
  ])('keeps the types of lists and nested values: %s', async (_format, write) => {
    const values = {
      sizes: [38, 39.5],
      flags: [true, false],
      dimensions: { width: 30, boxed: true, colours: ['red', 'blue'] },
      parts: [
        { weight: 1.5, spare: false },
        { weight: 2, spare: true },
      ],
    };
    await runImport(write(many(3, () => values)), { pictures: false });
    expect(await recordOf('p1')).toMatchObject({
      sizes: [38, 39.5],
      flags: [true, false],
      dimensions_width: 30,
      dimensions_boxed: true,
      dimensions_colours: ['red', 'blue'],
      parts_weight: [1.5, 2],
      parts_spare: [false, true],
    });
  });

  it('reports progress in rows: bad rows count, notices do not', async () => {
    const reported = new Map<string, string>();
    const progress: Wanted['progress'] = (step, done, total) =>
      void reported.set(step, `${done} of ${total}`);
    // A duplicate header is a notice, a row with too many cells is a fault.
    const feed = 'id,title,link,price,price\n1,Cup,/1,5,5\n2,Mug,/2,6,6\n3,Jug,/3,7,7,8,9\n';
    const { rows, badRows, faults } = await runImport(feed, { progress, pictures: false });
    expect([rows, badRows, faults.byKind.notice]).toEqual([3, 1, 1]);
    for (const step of ['Reading the feed', 'Checking', 'Products and pictures'])
      expect(reported.get(step)).toBe('3 of 3');
  });

  it('reads packed feeds', async () => {
    const location = join(shop.folder, 'feed.ndjson.gz');
    await writeFile(
      location,
      gzipSync(
        many(3)
          .map((row) => JSON.stringify(row))
          .join('\n'),
      ),
    );
    expect(await runImport([], { feed: location })).toMatchObject({ products: 3 });
  });

  it('reports what was added, changed, removed and unchanged', async () => {
    await runImport(many(5));
    const { diff } = await runImport([...many(3), product(3, { price: 1 }), product(9)]);
    expect(diff).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 3 });
  });

  it('skips bad rows and reports line and reason, in the report and in a file', async () => {
    const rows = [
      ...many(8),
      { id: 'x', title: 'No price' },
      product(20, { price: 'ask us' }),
      product(21, { link: 'javascript:alert(1)' }),
    ];
    const { products, faults } = await runImport(rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(products).toBe(8);
    expect(faults.first.map(({ line, reason }) => [line, reason])).toEqual([
      [9, expect.stringContaining('it has no address, no price')],
      [10, expect.stringContaining('"ask us" cannot be read')],
      [11, expect.stringContaining('is not one of a web page')],
    ]);
    const written = (await readFile(faults.file ?? '', 'utf8')).trim().split('\n');
    expect(written.filter((line) => line.includes('"kind":"row"'))).toHaveLength(3);
  });

  it('uses the last of several rows with the same identifier and reports the earlier ones', async () => {
    const { products, faults } = await runImport([product(1), product(2), product(1, { title: 'Newer' })]);
    expect(products).toBe(2);
    expect(await recordOf('p1')).toMatchObject({ displayText: 'Newer' });
    expect(faults.byKind.duplicate).toBe(1);
  });
});

describe('the guard', () => {
  const refusals: [string, unknown, string][] = [
    ['an empty feed', [], 'the feed is empty'],
    ['a feed without a single product', many(3).map(({ id }) => ({ id })), 'none of its 3 rows is a product'],
    ['half a feed', many(20), '20 of 40 products (50 %) would vanish'],
    [
      'a feed with many bad rows',
      [...many(40), ...Array.from({ length: 30 }, () => ({ id: 'bad' }))],
      '30 of 70 rows (43 %) are bad',
    ],
  ];
  it.each(refusals)(
    'leaves the live version in place for %s, and approval publishes',
    async (_name, rows, reason) => {
      const { version } = await runImport(many(40));
      const waiting = await runImport(rows);
      expect(waiting.reason).toBe(reason);
      expect(shop.engine.products(dataset.tracker)?.version).toBe(version);
      await shop.engine.makeLive(dataset.tracker, waiting.version);
      expect(shop.engine.products(dataset.tracker)?.size).toBe(waiting.products);
    },
  );

  it('allows a small shop to lose a few products', async () => {
    await runImport(many(12));
    expect((await runImport(many(4))).diff.removed).toBe(8);
  });

  it('does not treat a damaged live version as an empty shop', async () => {
    await runImport(many(40));
    await shop.engine.close();
    const files = await readdir(join(shop.folder, 'versions'), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of files.filter((file) => file.name.endsWith('.bin'))) {
      await truncate(join(parentPath, name), 3);
    }
    shop.engine = await openEmbeddedEngine({ folder: join(shop.folder, 'versions') });
    await expect(runImport(many(2))).rejects.toMatchObject({ code: 'corrupted' });
    expect((await runImport(many(2), { approve: true })).products).toBe(2);
  });

  it('never publishes a feed that was cut, approved or not', async () => {
    const { version } = await runImport(many(40));
    const cut = JSON.stringify(many(40)).slice(0, -10);
    await expect(runImport(cut, { approve: true })).rejects.toMatchObject({ code: 'bad-input' });
    expect(shop.engine.products(dataset.tracker)?.version).toBe(version);
  });
});

describe('pictures', () => {
  it('are embedded once, even if several products use them, and not again in the next import', async () => {
    await drawPicture('red.png', '#c00');
    await drawPicture('blue.png', '#00c');
    const rows = many(6, (place) => ({ image: place % 2 ? 'red.png' : '/blue.png' }));
    expect((await runImport(rows)).pictures).toEqual({ ok: 6, missing: 0, reasons: {} });
    expect(embedded).toBe(2);
    await drawPicture('green.png', '#0c0');
    await runImport([...rows, product(9, { image: 'green.png' })]);
    expect(embedded).toBe(3);
  });

  it('are embedded once if products far apart in the feed use them', async () => {
    await drawPicture('red.png', '#c00');
    expect((await runImport(many(100, () => ({ image: 'red.png' })))).pictures.ok).toBe(100);
    expect(embedded).toBe(1);
  });

  it('that cannot be used are reported with the reason, and the product is published without', async () => {
    await drawPicture('red.png', '#c00');
    await writeFile(join(shop.folder, 'images', 'page.jpg'), '<html></html>');
    const images = ['red.png', 'page.jpg', 'missing.png', '../feed.json', ''];
    const { products, pictures } = await runImport(many(5, (place) => ({ image: images[place] })));
    expect(products).toBe(5);
    expect(pictures).toMatchObject({ ok: 1, missing: 4 });
    expect(Object.keys(pictures.reasons)).toEqual(
      expect.arrayContaining([
        'not in the image folder',
        'named outside the image folder',
        'the feed names none',
      ]),
    );
  });

  it('can be left out', async () => {
    const { pictures } = await runImport(
      many(3, () => ({ image: 'red.png' })),
      { pictures: false },
    );
    expect(pictures.reasons).toEqual({ 'pictures were left out of this import': 3 });
  });

  it('are not embedded again after an import was stopped', async () => {
    const controller = new AbortController();
    for (let place = 0; place < 72; place += 1) await drawPicture(`${place}.png`, `rgb(${place * 3}, 0, 90)`);
    const rows = many(72, (place) => ({ image: `${place}.png` }));
    const watched = shop.embedder ?? real;
    shop.embedder = {
      ...watched,
      embed: (pictures) => watched.embed(pictures).finally(() => controller.abort()),
    };
    await expect(runImport(rows, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(shop.engine.products(dataset.tracker)).toBeNull();
    // The batch beside the one after which it was stopped may have begun.
    expect([32, 64]).toContain(embedded);
    expect((await runImport(rows)).pictures.ok).toBe(72);
    expect(embedded).toBe(72);
  });
});

describe('feeds and pictures at addresses', () => {
  let server: Server;
  let base: string;
  let requests: string[];
  beforeEach(async () => {
    await drawPicture('red.png', '#c00');
    const picture = await readFile(join(shop.folder, 'images', 'red.png'));
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      if (request.url === '/feed') {
        const isKnown =
          request.headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}`;
        response
          .writeHead(isKnown ? 200 : 401)
          .end(JSON.stringify(many(2, () => ({ image: `${base}/red.png` }))));
      } else if (request.url === '/red.png') response.end(picture);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

  const fromServer = (password: string): Wanted => ({
    feed: `${base}/feed`,
    imagesFolder: null,
    dataset: {
      ...dataset,
      source: {
        file: null,
        url: `${base}/feed`,
        images: null,
        schedule: null,
        auth: { kind: 'basic', user: 'me', password },
      },
    },
  });

  it('are downloaded, and a known picture is not downloaded again', async () => {
    expect((await runImport([], fromServer('secret'))).pictures.ok).toBe(2);
    const before = requests.filter((url) => url === '/red.png').length;
    expect((await runImport([], fromServer('secret'))).pictures.ok).toBe(2);
    expect(requests.filter((url) => url === '/red.png')).toHaveLength(before);
    expect(embedded).toBe(1);
  });

  it('are reported without the password if the server refuses them', async () => {
    await expect(runImport([], fromServer('wrong'))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answered 401') as string,
    });
  });

  it('are not requested again after a few failures of their host', async () => {
    const dead = base;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const { pictures } = await runImport(many(200, (place) => ({ image: `${dead}/${place}.png` })));
    expect(pictures.reasons).toEqual({ [`${new URL(dead).host} cannot be reached`]: 200 });
  });
});
