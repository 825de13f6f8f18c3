import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '../domain/dataset.ts';
import type { Website } from '../domain/website.ts';
import type { Embedder } from '../embedder/embedder.ts';
import { openDefaultEmbedder } from '../embedder/default-embedder.ts';
import { openEmbeddedEngine } from '../engine/embedded/embedded.ts';
import type { Engine } from '../engine/engine.ts';
import type { ImportJob } from './import-job.ts';
import { importFeed } from './ingest.ts';

const website: Website = {
  id: 1,
  tracker: '00000000-0000-4000-8000-000000000001',
  name: 'shop',
  displayName: 'Shop',
  language: 'en',
  url: 'https://shop.example',
  synonyms: [],
};

const dataset: Dataset = {
  id: 7,
  websiteId: 1,
  tracker: '00000000-0000-4000-8000-000000000007',
  name: 'catalogue',
  kind: 'products',
  source: null,
  fields: [],
  productsId: null,
  model: null,
};

const product = (place: number, more: object = {}) => ({
  id: `p${place}`,
  title: `Thing ${place}`,
  link: `/p/${place}`,
  price: 10 + place,
  category: place % 2 ? 'Home/Lamps' : 'Home/Mugs',
  ...more,
});

const many = (count: number, more: (place: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, place) => product(place, more(place)));

let real: Embedder;
beforeAll(async () => {
  real = await openDefaultEmbedder();
});
afterAll(() => real.close());

let folder: string;
let engine: Engine;
let embedder: Embedder;
let embedded: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kindred-ingest-'));
  engine = await openEmbeddedEngine({ folder: join(folder, 'versions') });
  embedded = 0;
  // The real embedder, with a count of what it was asked.
  embedder = {
    ...real,
    embed: (pictures) => {
      embedded += pictures.length;
      return real.embed(pictures);
    },
  };
});

afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const runImport = async (rows: unknown, job: Partial<ImportJob> = {}) => {
  const location = join(folder, 'feed.json');
  await writeFile(location, typeof rows === 'string' ? rows : JSON.stringify(rows));
  const needs = {
    engine,
    embedder: () => Promise.resolve(embedder),
    folder,
    fetch: (url: string, options: RequestInit) => fetch(url, options),
    now: () => new Date('2026-01-02T03:04:05Z'),
  };
  const built = await importFeed(needs)({
    website,
    dataset,
    boxes: [],
    source: { location, images: join(folder, 'images') },
    ...job,
  });
  const { version, reason } = built;
  const isFree = reason === null || job.approve === true;
  if (version !== null && isFree) await engine.makeLive(dataset.tracker, version);
  return { ...built, version: version ?? '' };
};

const recordOf = async (identifier: string): Promise<Record<string, unknown> | null> => {
  const [found] = (await engine.products(dataset.tracker)?.records([identifier])) ?? [];
  return found ? (JSON.parse(Buffer.from(found.record).toString('utf8')) as Record<string, unknown>) : null;
};

const drawPicture = async (name: string, colour: string): Promise<void> => {
  await mkdir(join(folder, 'images'), { recursive: true });
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: colour } });
  await picture.png().toFile(join(folder, 'images', name));
};

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

  it('reads packed feeds', async () => {
    const location = join(folder, 'feed.ndjson.gz');
    await writeFile(
      location,
      gzipSync(
        many(3)
          .map((row) => JSON.stringify(row))
          .join('\n'),
      ),
    );
    expect(await runImport([], { source: { location } })).toMatchObject({ products: 3 });
  });

  it('tells what was added, changed, removed and left as it was', async () => {
    await runImport(many(5));
    const { diff } = await runImport([...many(3), product(3, { price: 1 }), product(9)]);
    expect(diff).toEqual({ added: 1, changed: 1, removed: 1, unchanged: 3 });
  });

  it('leaves out bad rows and says where and why, in the report and in a file', async () => {
    const rows = [
      ...many(8),
      { id: 'x', title: 'No price' },
      product(20, { price: 'ask us' }),
      product(21, { link: 'javascript:alert(1)' }),
    ];
    const { products, faults } = await runImport(rows.map((row) => JSON.stringify(row)).join('\n'));
    expect(products).toBe(8);
    expect(faults.first.map(({ line, reason }) => [line, reason])).toEqual([
      [9, expect.stringContaining('not an address, not a price')],
      [10, expect.stringContaining('"ask us" cannot be read')],
      [11, expect.stringContaining('is not one of a web page')],
    ]);
    const written = (await readFile(faults.file ?? '', 'utf8')).trim().split('\n');
    expect(written.filter((line) => line.includes('"kind":"row"'))).toHaveLength(3);
  });

  it('takes the last of several rows with one identifier and notes the earlier ones', async () => {
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
      expect(engine.products(dataset.tracker)?.version).toBe(version);
      await engine.makeLive(dataset.tracker, waiting.version);
      expect(engine.products(dataset.tracker)?.size).toBe(waiting.products);
    },
  );

  it('lets a small shop lose a few products', async () => {
    await runImport(many(12));
    expect((await runImport(many(4))).diff.removed).toBe(8);
  });

  it('does not take a live version that cannot be read for an empty shop', async () => {
    await runImport(many(40));
    await engine.close();
    const files = await readdir(join(folder, 'versions'), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of files.filter((file) => file.name.endsWith('.bin'))) {
      await truncate(join(parentPath, name), 3);
    }
    engine = await openEmbeddedEngine({ folder: join(folder, 'versions') });
    await expect(runImport(many(2))).rejects.toMatchObject({ code: 'corrupted' });
    expect((await runImport(many(2), { approve: true })).products).toBe(2);
  });

  it('never publishes a feed that was cut, approved or not', async () => {
    const { version } = await runImport(many(40));
    const cut = JSON.stringify(many(40)).slice(0, -10);
    await expect(runImport(cut, { approve: true })).rejects.toMatchObject({ code: 'bad-input' });
    expect(engine.products(dataset.tracker)?.version).toBe(version);
  });
});

describe('pictures', () => {
  it('are embedded once, however many products show them, and not again in the next import', async () => {
    await drawPicture('red.png', '#c00');
    await drawPicture('blue.png', '#00c');
    const rows = many(6, (place) => ({ image: place % 2 ? 'red.png' : '/blue.png' }));
    expect((await runImport(rows)).pictures).toEqual({ ok: 6, missing: 0, reasons: {} });
    expect(embedded).toBe(2);
    await drawPicture('green.png', '#0c0');
    await runImport([...rows, product(9, { image: 'green.png' })]);
    expect(embedded).toBe(3);
  });

  it('that cannot be used are told with the reason, and the product is published all the same', async () => {
    await drawPicture('red.png', '#c00');
    await writeFile(join(folder, 'images', 'page.jpg'), '<html></html>');
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
      { images: false },
    );
    expect(pictures.reasons).toEqual({ 'pictures were left out of this import': 3 });
  });

  it('survive a stop: what was embedded is not embedded again', async () => {
    const controller = new AbortController();
    for (let place = 0; place < 40; place += 1) await drawPicture(`${place}.png`, `rgb(${place * 6}, 0, 90)`);
    const rows = many(40, (place) => ({ image: `${place}.png` }));
    const watched = embedder;
    embedder = {
      ...embedder,
      embed: (pictures) => watched.embed(pictures).finally(() => controller.abort()),
    };
    await expect(runImport(rows, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(engine.products(dataset.tracker)).toBeNull();
    expect(embedded).toBe(32);
    expect((await runImport(rows)).pictures.ok).toBe(40);
    expect(embedded).toBe(40);
  });
});

describe('addresses', () => {
  let server: Server;
  let base: string;
  let asked: string[];
  beforeEach(async () => {
    await drawPicture('red.png', '#c00');
    const picture = await readFile(join(folder, 'images', 'red.png'));
    asked = [];
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
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

  const fromServer = (password: string): Partial<ImportJob> => ({
    source: { location: `${base}/feed` },
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

  it('give feeds and pictures, and a known picture is not fetched again', async () => {
    expect((await runImport([], fromServer('secret'))).pictures.ok).toBe(2);
    const before = asked.filter((url) => url === '/red.png').length;
    expect((await runImport([], fromServer('secret'))).pictures.ok).toBe(2);
    expect(asked.filter((url) => url === '/red.png')).toHaveLength(before);
    expect(embedded).toBe(1);
  });

  it('that refuse are told without the password', async () => {
    await expect(runImport([], fromServer('wrong'))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('answered 401') as string,
    });
  });

  it('of a host that cannot be reached are given up after a few', async () => {
    const dead = base;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const { pictures } = await runImport(many(200, (place) => ({ image: `${dead}/${place}.png` })));
    expect(pictures.reasons).toEqual({ [`${new URL(dead).host} cannot be reached`]: 200 });
  });
});
