import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { productDataDocument } from './openapi.ts';
import { productDataLimits } from './schema.ts';

let shop: Shop;
let key: string;
beforeAll(async () => {
  shop = await openShop();
  key = await shop.addSubscription({ name: 'feeds', kind: 'ingest' });
});
afterAll(() => shop.close());

/** Checks against the served document: an undocumented status or body fails the test. */
const ajv = new Ajv2020({ strict: false });
ajv.addSchema(productDataDocument(), 'document');
const expectDocumented = (method: string, url: string, status: number, json: unknown) => {
  const path = url.replace(/^\/v1/, '').replace(/\?.*$/, '');
  const named = path
    .replace(/^(\/productData\/product)\/[^/]+\/[^/]+$/, '$1/{websiteTracker}/{identifier}')
    .replace(/^(\/productData\/product)\/(?!add$)[^/{]+$/, '$1/{identifier}');
  const pointer = ['paths', named.replaceAll('/', '~1'), method.toLowerCase(), 'responses', status].join('/');
  const check = ajv.compile({ $ref: `document#/${encodeURI(pointer)}/content/application~1json/schema` });
  expect(check(json), `${url} ${status} ${ajv.errorsText(check.errors)}`).toBe(true);
};

const call = async (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
  headers: Record<string, string> = { 'Ocp-Apim-Subscription-Key': key },
) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await shop.app.inject({
    method,
    url: path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload }),
  });
  const json = response.body === '' ? null : (JSON.parse(response.body) as unknown);
  expectDocumented(method, path, response.statusCode, json);
  return { status: response.statusCode, json, headers: response.headers };
};

const current = async (identifier: string) =>
  (await call('GET', `/productData/product/${shop.north.website.tracker}/${identifier}`)).json;

type Documents = { documents: { document: Record<string, unknown> }[]; resultCount: number };
const lookAlikes = async (identifier: string) => {
  const response = await shop.get('/search/imagesearch', {
    btr: shop.north.search.tracker,
    identifier,
    top: 50,
  });
  return (response.json as Documents).documents.map(({ document }) => document);
};
const relatedTexts = async (pattern: string) => {
  const response = await shop.get('/relatedsearches/keywords', {
    btr: shop.north.relatedProducts.tracker,
    pattern,
  });
  const { suggestions } = response.json as { suggestions: { displayText: string }[] | null };
  return (suggestions ?? []).map(({ displayText }) => displayText);
};

const lamp = {
  identifier: 'brass-lamp',
  displayText: 'Brass lamp',
  url: '/p/brass-lamp',
  price: 49.5,
  category: 'Home/Lamps',
  color: 'Brass',
  imageUrl: 'https://shop.example/p/brass.png',
};

describe('live changes', () => {
  it('a new price shows in image search results at once', async () => {
    const { status, json } = await call('POST', '/productData/product', { identifier: 'p2', price: 3.5 });
    expect([status, json]).toEqual([
      200,
      {
        accepted: 1,
        refused: 0,
        items: [{ index: 0, identifier: 'p2', status: 200, message: null, warnings: [] }],
      },
    ]);
    const found = (await lookAlikes('p0')).find(({ identifier }) => identifier === 'p2');
    expect(found).toMatchObject({ price: 3.5 });
    expect(await current('p2')).toMatchObject({ available: true, record: { price: 3.5 } });
  });

  it('numbers, flags and lists of them keep their types', async () => {
    const values = {
      sizes: [38, 39.5],
      flags: [true, false],
      mixed: ['a', 1, true],
      weight: 1.5,
      boxed: false,
    };
    const url = '/productData/product?unknownFields=warn';
    expect((await call('POST', url, { identifier: 'p4', ...values })).status).toBe(200);
    expect((await lookAlikes('p0')).find(({ identifier }) => identifier === 'p4')).toMatchObject(values);
    expect(await current('p4')).toMatchObject({ record: values });
  });

  it('a new name and a sold-out product show in related products at once', async () => {
    await call('POST', '/productData/product', { identifier: 'p4', displayText: 'Zebra shirt' });
    expect(await relatedTexts('zebra')).toEqual(['Zebra shirt']);
    await call('POST', '/productData/product', { identifier: 'p4', available: false });
    expect(await relatedTexts('zebra')).toEqual([]);
    expect((await lookAlikes('p0')).map(({ identifier }) => identifier)).not.toContain('p4');
  });

  it('an added product is found by its words, its pictures are embedded, and it can be removed', async () => {
    expect((await call('POST', '/productData/product/add', lamp)).status).toBe(200);
    expect(shop.lookedAt).toEqual([{ identifier: 'brass-lamp', images: [lamp.imageUrl] }]);
    expect(await relatedTexts('brass')).toEqual(['Brass lamp']);
    expect(await current('brass-lamp')).toEqual({
      identifier: 'brass-lamp',
      available: true,
      groupId: null,
      record: {
        identifier: 'brass-lamp',
        displayText: 'Brass lamp',
        url: 'https://shop.example/p/brass-lamp',
        imageUrl: lamp.imageUrl,
        price: 49.5,
        category: 'Home/Lamps',
        color: 'Brass',
      },
    });
    expect((await call('DELETE', '/productData/product/brass-lamp')).status).toBe(200);
    expect(await relatedTexts('brass')).toEqual([]);
    const gone = `/productData/product/${shop.north.website.tracker}/brass-lamp`;
    const text = 'identifier: no product "brass-lamp" is sold. Add it first.';
    expect(await call('GET', gone)).toMatchObject({ status: 404, json: text });
    expect(await call('DELETE', '/productData/product/brass-lamp')).toMatchObject({
      status: 404,
      json: text,
    });
  });

  it('field names are case-insensitive, and a list may have one timestamp', async () => {
    const body = {
      Timestamp: '2026-11-15T11:00:00Z',
      Products: [{ Identifier: 'p6', Price: '7.25', COLOR: 'Teal' }],
    };
    expect((await call('POST', '/productData/products', body)).status).toBe(200);
    expect(await current('p6')).toMatchObject({ record: { price: 7.25, color: 'Teal' } });
    const older = { identifier: 'p6', price: 1, timestamp: Date.parse('2026-11-15T10:59:59Z') };
    expect((await call('POST', '/productData/product', older)).status).toBe(200);
    expect(await current('p6')).toMatchObject({ record: { price: 7.25 } });
  });

  it('null removes a field', async () => {
    await call('POST', '/v1/productData/product', { identifier: 'p8', color: null });
    expect(await current('p8')).not.toMatchObject({ record: { color: expect.anything() as unknown } });
  });
});

describe('the names of the feed', () => {
  const isShown = async (identifier: string) =>
    (await lookAlikes('p0')).some((document) => document['identifier'] === identifier);

  it.each<[Record<string, unknown>, boolean]>([
    [{ stock: 0 }, false],
    [{ stock: 3 }, true],
    [{ availability: 'out of stock' }, false],
    [{ availability: 'in stock' }, true],
    [{ Quantity: '0' }, false],
    [{ in_stock: 'yes' }, true],
  ])('%j decides whether a product is shown', async (values, available) => {
    const { status } = await call('POST', '/productData/product', { identifier: 'p12', ...values });
    expect([status, await isShown('p12')]).toEqual([200, available]);
    expect(await current('p12')).toMatchObject({ available });
    expect(Object.keys((await current('p12')) as object)).not.toContain(Object.keys(values)[0]);
  });

  it('holds in lists and for added products', async () => {
    const body = [
      { identifier: 'p14', stock: 0 },
      { identifier: 'p16', price: '12.50 EUR' },
    ];
    expect(await call('POST', '/productData/products', body)).toMatchObject({ json: { accepted: 2 } });
    expect([await isShown('p14'), await isShown('p16')]).toEqual([false, true]);
    expect(await current('p16')).toMatchObject({ record: { price: 12.5, currency: 'EUR' } });
    const added = { id: 'n1', title: 'New', link: '/p/n1', price: '5 EUR', availability: 'out of stock' };
    expect(await call('POST', '/productData/products/add', [added])).toMatchObject({ status: 200 });
    expect(await current('n1')).toMatchObject({ available: false, record: { price: 5, currency: 'EUR' } });
  });

  it('a field that the dataset does not know is refused with the nearest names', async () => {
    const body = { identifier: 'p18', stcok: 0, price: 2 };
    const text =
      'prcie: is no field of this dataset. Did you mean "price"? With ?unknownFields=warn it is accepted into the record.';
    expect(await call('POST', '/productData/product', { identifier: 'p18', prcie: 2 })).toMatchObject({
      status: 400,
      json: text,
    });
    expect(await call('POST', '/productData/product', body)).toMatchObject({
      status: 400,
      json: expect.stringMatching(/^stcok: is no field of this dataset\. Did you mean "stock"/) as unknown,
    });
    const far = { identifier: 'p18', zzzzzz: 1 };
    expect((await call('POST', '/productData/product', far)).json).toMatch(/Known: category, brand, color/);
    expect(await current('p18')).toMatchObject({ record: { price: 28 } });
    const list = await call('POST', '/productData/products', [body, { identifier: 'p18', price: 3 }]);
    expect(list).toMatchObject({ status: 207, json: { accepted: 1, items: [{ status: 400 }, {}] } });
    const added = { ...lamp, identifier: 'n2', unknownField: 1 };
    expect(await call('POST', '/productData/product/add', added)).toMatchObject({ status: 400 });
  });

  it('is accepted with a warning when the caller asks for it', async () => {
    const url = '/productData/products?unknownFields=warn';
    const { status, json } = await call('POST', url, [{ identifier: 'p18', prcie: 2 }]);
    expect([status, json]).toMatchObject([
      200,
      {
        items: [
          {
            status: 200,
            warnings: [
              'prcie: is no field of this dataset. Did you mean "price"? It is in the record only: neither filters nor searches use it.',
            ],
          },
        ],
      },
    ]);
    expect(await current('p18')).toMatchObject({ record: { prcie: 2 } });
    // The product has it now, so the next call need not ask.
    const again = { identifier: 'p18', prcie: 3 };
    expect((await call('POST', '/productData/product', again)).status).toBe(200);
    expect((await call('POST', '/productData/product?unknownFields=ignore', again)).json).toBe(
      'unknownFields: is no known choice. Allowed: refuse (the default) or warn.',
    );
  });

  it('a field that was declared and is in no product yet can be set', async () => {
    const { products, website } = shop.north;
    const fields = [{ name: 'season', from: 'Saison', type: 'list' as const }];
    await shop.store.datasets.put(website.id, 'test', { ...products, fields });
    const added = { ...lamp, identifier: 'n3', Saison: 'Autumn', brand: 'Acme' };
    expect((await call('POST', '/productData/product/add', added)).status).toBe(200);
    expect(await current('n3')).toMatchObject({ record: { season: ['Autumn'], brand: 'Acme' } });
  });

  it('a change of nothing is refused', async () => {
    expect(await call('POST', '/productData/product', { identifier: 'p18' })).toMatchObject({
      status: 400,
      json: 'product: has nothing but its identifier. Send the fields that change.',
    });
  });
});

describe('pictures of live changes', () => {
  const shownImage = async () => {
    const looks = Float32Array.of(1, 0, 0, 0);
    const picture = { hash: '20'.repeat(32), looks, colour: Float32Array.of(1, 0, 0) };
    // As if it had been embedded in the background.
    await shop.engine.change(shop.north.products.tracker, [
      { kind: 'update', at: shop.clock.nowMs, identifier: 'p20', set: {}, picture },
    ]);
    return (await lookAlikes('p0')).find(({ identifier }) => identifier === 'p20')?.['imageUrl'];
  };
  const setPicture = (imageUrl: unknown) =>
    call('POST', '/productData/product', { identifier: 'p20', imageUrl });
  const currentImage = async () =>
    ((await current('p20')) as { record: Record<string, unknown> }).record['imageUrl'];
  const declare = async (source: { images: string } | null, imagesUrl?: string) => {
    const { products, website } = shop.north;
    const whole = source && { file: null, url: null, schedule: null, auth: null, ...source };
    await shop.store.datasets.put(website.id, 'test', { ...products, source: whole, imagesUrl });
  };

  it('have absolute addresses, whoever supplied them', async () => {
    await setPicture('//cdn.example/a.png');
    expect(await currentImage()).toBe('https://cdn.example/a.png');
    await setPicture('/media/a.png');
    expect(await currentImage()).toBe('https://shop.example/media/a.png');
    expect(await shownImage()).toBe('https://shop.example/media/a.png');
    expect(shop.lookedAt.at(-1)?.images).toEqual(['https://shop.example/media/a.png']);
  });

  it('in the folder of the dataset are served from here, and must be there', async () => {
    const images = await mkdtemp(join(tmpdir(), 'kindred-images-'));
    await writeFile(join(images, 'p 1.png'), 'png');
    await declare({ images });
    const expected = `http://localhost:80/pictures/${shop.north.products.tracker}/p%201.png`;
    expect((await setPicture(['p 1.png', 'https://cdn.example/b.png'])).status).toBe(200);
    expect(await currentImage()).toBe(expected);
    expect(await shownImage()).toBe(expected);
    expect(shop.lookedAt.at(-1)?.images).toEqual(['p 1.png', 'https://cdn.example/b.png']);
    for (const sentBack of [expected, expected.replace('http://localhost:80', '')]) {
      expect((await setPicture(sentBack)).status).toBe(200);
      expect(await currentImage()).toBe(expected);
      expect(shop.lookedAt.at(-1)?.images).toEqual(['p 1.png']);
    }
    for (const name of ['nofile.jpg', '../p 1.png'])
      expect(await setPicture(name)).toMatchObject({
        status: 400,
        json: `imageUrl: there is no picture "${name}" among those of the dataset. Send its whole address, or add the file first.`,
      });
    expect(await currentImage()).toBe(expected);
    await setPicture(null);
    expect(await currentImage()).toBeUndefined();
    await declare(null);
    await rm(images, { recursive: true });
  });

  it('are resolved against the base address of the dataset', async () => {
    await declare(null, 'https://img.example/catalogue/');
    expect((await setPicture('a b.png')).status).toBe(200);
    expect(await currentImage()).toBe('https://img.example/catalogue/a%20b.png');
    await declare(null);
  });
});

describe('invalid changes', () => {
  it.each([
    [{ price: 1 }, 'identifier: is missing. Allowed: 1 to 200 characters.'],
    [{ identifier: 'p2', price: 'cheap' }, 'price: "cheap" is no number. Allowed: a number, such as 12.5.'],
    [{ identifier: 'p2', price: -1 }, 'price: -1 is below 0. Allowed: 0 or more.'],
    [
      { identifier: 'p2', available: 'perhaps' },
      'available: "perhaps" is no boolean. Allowed: true or false.',
    ],
    [
      { identifier: 'p2', url: 'javascript:alert(1)' },
      'url: is no address of a web page. Allowed: http and https.',
    ],
    [
      { identifier: 'p2', imageUrl: ['https://shop.example/a.png', 'data:image/svg+xml,<svg/>'] },
      'imageUrl: is no address of a picture. Allowed: http and https.',
    ],
    [
      { identifier: 'p2', timestamp: 'soon' },
      'timestamp: is no instant. Allowed: ISO 8601, or milliseconds since 1970.',
    ],
    [
      { identifier: 'p2', timestamp: '2036-01-01' },
      'timestamp: lies in the future. Allowed: at most five minutes ahead.',
    ],
    [{ identifier: 'p2', price: 1, Price: 2 }, 'Price: is given twice, in two spellings. Give it once.'],
    [
      { identifier: 'p2', color: { r: 1 } },
      'color.r: is no field of this dataset. Did you mean "color"? With ?unknownFields=warn it is accepted into the record.',
    ],
  ])('%j is a 400 with the reason', async (body, reason) => {
    expect(await call('POST', '/productData/product', body)).toMatchObject({ status: 400, json: reason });
  });

  it('an update of an unknown product is a 404', async () => {
    const { status, json } = await call('POST', '/productData/product', { identifier: 'nobody', price: 1 });
    expect([status, json]).toEqual([404, 'identifier: no product "nobody" is sold. Add it first.']);
  });

  it('a list with valid and invalid items is a 207 with a report on each', async () => {
    const items = [{ identifier: 'p10', price: 5 }, { identifier: 'nobody', price: 1 }, { price: 2 }];
    const { status, json } = await call('POST', '/productData/products', items);
    expect(status).toBe(207);
    expect(json).toMatchObject({
      accepted: 1,
      refused: 2,
      items: [
        { index: 0, identifier: 'p10', status: 200 },
        { index: 1, identifier: 'nobody', status: 404 },
        { index: 2, identifier: null, status: 400 },
      ],
    });
    expect(await current('p10')).toMatchObject({ record: { price: 5 } });
  });

  it('an added product needs a name, a URL and a price', async () => {
    const { json } = await call('POST', '/productData/product/add', {
      identifier: 'x',
      displayText: 'X',
      price: 1,
    });
    expect(json).toBe('url: is missing. A product needs identifier, displayText, url and price.');
  });

  it('bodies that are not JSON, not a list, empty or too large', async () => {
    const problemOf = async (text: string) => (await call('POST', '/productData/product', text)).json;
    for (const [text, problem] of [
      ['{', 'position 1'],
      ['{"identifier":"p2",}', 'position 19'],
      ['{"identifier":"p2","price":1.5x}', "',' or '}'"],
      ['hello', '"hello"'],
    ] as const) {
      const told = await problemOf(text);
      expect(told).toMatch(/^The body is no JSON: .+\. Send one product or a list of products as JSON\.$/);
      expect(told).toContain(problem);
    }
    expect((await call('POST', '/productData/product', [1])).status).toBe(400);
    expect((await call('POST', '/productData/products', [])).status).toBe(400);
    const many = Array.from({ length: productDataLimits.items + 1 }, () => ({ identifier: 'p2' }));
    expect((await call('POST', '/productData/products', many)).json).toMatch(/it has 1001 entries/);
    const huge = JSON.stringify({ identifier: 'p2', note: 'x'.repeat(productDataLimits.bodyBytes) });
    expect(await call('POST', '/productData/product', huge)).toMatchObject({
      status: 413,
      json: expect.stringContaining('Send at most 1000 products in one call') as unknown,
    });
  });

  it('no body is fine where none is needed, and JSON may come under any content type', async () => {
    const headers = { 'Ocp-Apim-Subscription-Key': key, 'content-type': 'application/json' };
    await call('POST', '/productData/product/add', { ...lamp, identifier: 'to-go' });
    expect((await call('DELETE', '/productData/product/to-go', undefined, headers)).status).toBe(200);
    expect((await call('POST', '/productData/product', undefined, headers)).json).toBe(
      'The body is no JSON object. Allowed: one product, such as {"identifier":"a1","price":12.5}.',
    );
    for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
      const sent = await shop.app.inject({
        method: 'POST',
        url: '/productData/product',
        headers: { ...headers, 'content-type': type },
        payload: '{"identifier":"p2","price":4}',
      });
      expect(sent.statusCode).toBe(200);
    }
  });

  it.each([
    ['PATCH', '/productData/product', 'POST'],
    ['GET', '/v1/productData/products', 'POST'],
    ['PUT', '/productData/product/add', 'POST'],
    ['GET', '/productData/products/add', 'POST'],
    ['POST', '/productData/product/p2', 'DELETE'],
    ['DELETE', '/productData/product/a/b', 'GET, HEAD'],
  ] as const)('%s %s is a 405 that says what is allowed', async (method, url, allow) => {
    const response = await shop.app.inject({ method, url });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, allow]);
    expect(response.json()).toEqual({ statusCode: 405, message: 'Method not allowed' });
    expect(response.headers['x-request-id']).toBeTruthy();
  });

  it('a product may be called like a part of the path', async () => {
    await call('POST', '/productData/product/add', { ...lamp, identifier: 'add' });
    expect(
      (
        await shop.app.inject({
          method: 'DELETE',
          url: '/productData/product/add',
          headers: { 'Ocp-Apim-Subscription-Key': key },
        })
      ).statusCode,
    ).toBe(200);
  });

  it('an unknown dataset, and a website without a live version', async () => {
    expect(await call('POST', '/productData/product?dataset=nothing', { identifier: 'p2' })).toMatchObject({
      status: 400,
      json: 'dataset: not a product dataset of yours. Allowed: catalogue.',
    });
    const { keys } = await shop.store.subscriptions.put(shop.south.website.id, 'test', {
      name: 'feeds',
      kind: 'ingest',
      rate: null,
      quota: null,
      boxIds: [],
      origins: [],
    });
    const southern = { 'Ocp-Apim-Subscription-Key': keys?.primary ?? '' };
    const body = { identifier: 'p2', price: 1 };
    expect((await call('POST', '/productData/product', body, southern)).status).toBe(503);
    const foreign = `/productData/product/${shop.north.website.tracker}/p2`;
    expect(await call('GET', foreign, undefined, southern)).toMatchObject({
      status: 404,
      json: expect.stringContaining('websiteTracker: is not the website of this key.') as unknown,
    });
  });
});

describe('access', () => {
  const body = { identifier: 'p2', price: 1 };

  it('needs a key of kind ingest', async () => {
    expect((await call('POST', '/productData/product', body, {})).json).toMatchObject({
      statusCode: 401,
      message: expect.stringContaining('missing subscription key') as unknown,
    });
    const secret = { 'Ocp-Apim-Subscription-Key': shop.north.key };
    const { status, json, headers } = await call('POST', '/productData/product', body, secret);
    expect([status, json]).toMatchObject([401, { statusCode: 401 }]);
    expect(headers['www-authenticate']).toContain('/productData"');
  });

  it('is rate limited', async () => {
    const slow = await shop.addSubscription({
      name: 'slow',
      kind: 'ingest',
      rate: { calls: 1, perSeconds: 60 },
    });
    const header = { 'Ocp-Apim-Subscription-Key': slow };
    expect((await call('POST', '/productData/product', body, header)).status).toBe(200);
    const { status, headers } = await call('POST', '/productData/product', body, header);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('live changes in the metrics and under load', () => {
  it('calls are counted by status', async () => {
    const body = { identifier: 'p2', price: 1 };
    await call('POST', '/productData/product', body);
    await call('POST', '/productData/product', body, {});
    await call('POST', '/productData/product', '{');
    const { body: metrics } = await shop.app.inject({ url: '/metrics' });
    for (const status of [200, 400, 401])
      expect(metrics).toMatch(
        new RegExp(`kindred_requests_total\\{operation="productData",status="${status}"\\} [1-9]`),
      );
  });

  it('a call without a free slot is a 503 with Retry-After', async () => {
    const crowded = await openShop({ inFlight: { perWebsite: 0, deadlineMs: 0 } });
    const headers = {
      'Ocp-Apim-Subscription-Key': await crowded.addSubscription({ name: 'feeds', kind: 'ingest' }),
    };
    const url = '/productData/product';
    const payload = { identifier: 'p2', price: 1 };
    const shed = await crowded.app.inject({ method: 'POST', url, headers, payload });
    expect([shed.statusCode, shed.headers['retry-after']]).toEqual([503, '1']);
    await crowded.close();
  });
});
