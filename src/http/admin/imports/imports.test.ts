import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  createWebsiteFixture,
  type WebsiteFixture,
} from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminResponse,
  bearer,
  type AdminClient,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

withAdminShop('owner', async (opened) => {
  ({ client, shop, headers } = opened);
  await ask('POST', '/datasets', { name: 'fresh', kind: 'products' });
});

const at = (path: string) => `/admin/websites/north${path}`;

const ask = (method: string, path: string, body?: unknown): Promise<AdminResponse> => {
  return client.request({ method, url: at(path), headers, ...(body !== undefined && { body }) });
};

const upload = (path: string, content: string, part = 'feed'): Promise<AdminResponse> => {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="../../feed.csv"\r\n`;
  const body = Buffer.from(`${head}Content-Type: text/csv\r\n\r\n${content}\r\n--${boundary}--\r\n`);
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return client.request({ method: 'POST', url: at(path), body, headers: { ...headers, ...type } });
};

const feed = (rows: number, bad = 0): string =>
  [
    'id,name,url,price,color',
    ...Array.from(
      { length: rows },
      (_, row) => `p${row},Lamp ${row},https://a.example/${row},${row + 1},Red`,
    ),
    ...Array.from({ length: bad }, (_, row) => `,"=cmd|' /C calc'!A${row}",,,`),
  ].join('\n');

type Summary = { id: string; state: string; reason: string | null; added: number; version: string };

/** Reads the events until the service closes the stream, then the import. */
const ended = async (dataset: string, started: AdminResponse): Promise<Summary> => {
  expect([started.status, started.text]).toMatchObject([202, expect.any(String)]);
  const { id } = started.json as Summary;
  const events = await client.app.inject({
    url: at(`/datasets/${dataset}/imports/${id}/events`),
    headers: { host: 'localhost', ...headers },
  });
  expect(events.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(events.body).toMatch(/^data: \{.*\}\n\n/);
  return (await ask('GET', `/datasets/${dataset}/imports/${id}`)).json as Summary;
};

describe('an import', () => {
  it('publishes an uploaded feed', async () => {
    const done = await ended('fresh', await upload('/datasets/fresh/imports', feed(30)));
    expect(done).toMatchObject({ state: 'published', rows: 30, faultyRows: 0, added: 30 });
    const dataset = await ask('GET', '/datasets/fresh');
    expect(dataset.json).toMatchObject({
      live: { version: done.version, size: 30 },
      waiting: null,
      counts: { version: done.version, products: 30, variants: 30, withPicture: 0, withoutPicture: 30 },
    });
    expect((await ask('GET', '/datasets/fresh/missing-pictures')).json).toHaveLength(30);
  });

  it('waits for approval when it would remove most of a catalogue, and can be rolled back', async () => {
    const before = (await ask('GET', '/datasets/fresh')).json as { live: { version: string } };
    const waiting = await ended('fresh', await upload('/datasets/fresh/imports', feed(3)));
    expect(waiting.state).toBe('waiting');
    expect((await ask('GET', '/datasets/fresh')).json).toMatchObject({
      live: before.live,
      waiting: { id: waiting.id },
    });
    const approved = await ask('POST', `/datasets/fresh/imports/${waiting.id}/approve`);
    expect(await ended('fresh', approved)).toMatchObject({ state: 'published', removed: 27 });
    const back = await ask('POST', `/datasets/fresh/versions/${before.live.version}/live`);
    expect(back.json).toMatchObject({ live: true, size: 30 });
    expect((await ask('DELETE', `/datasets/fresh/versions/${before.live.version}`)).status).toBe(409);
    const audit = (await ask('GET', '/audit?subject=dataset%20fresh')).json as {
      entries: { action: string }[];
    };
    expect(audit.entries.map(({ action }) => action)).toContain('version.live');
  });

  it('lists its faults as CSV in which no cell is a formula', async () => {
    const done = await ended('fresh', await upload('/datasets/fresh/imports', feed(30, 2)));
    expect(done).toMatchObject({ state: 'published', faultyRows: 2 });
    const table = await ask('GET', `/datasets/fresh/imports/${done.id}/faults`);
    expect(table.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [header, ...lines] = table.text.trim().split('\r\n');
    expect(header).toBe('line,kind,identifier,reason');
    expect(lines.some((line) => line.startsWith('32,row,'))).toBe(true);
    for (const cell of lines.flatMap((line) => line.split(','))) expect(cell).not.toMatch(/^[=+@]/);
  });

  it('lists its faults page by page, with their number', async () => {
    const done = await ended('fresh', await upload('/datasets/fresh/imports', feed(600, 55)));
    const page = async (number: number) =>
      (await ask('GET', `/datasets/fresh/imports/${done.id}/fault-rows?page=${number}`)).json as {
        count: number;
        faults: { line: number; kind: string; identifier: string | null; reason: string }[];
      };
    const [first, second, third] = [await page(1), await page(2), await page(3)];
    expect([first.count, second.count]).toEqual([first.count, first.count]);
    expect(first.faults.length + second.faults.length + third.faults.length).toBe(first.count);
    expect(third.faults).toEqual([]);
    const rows = [...first.faults, ...second.faults].filter(({ kind }) => kind === 'row');
    expect(rows.map(({ line }) => line)).toEqual(Array.from({ length: 55 }, (_, row) => 602 + row));
    expect(rows[0]?.reason).toContain('cannot be sold');
    expect((await ask('GET', `/datasets/fresh/imports/${done.id}/fault-rows?page=0`)).status).toBe(400);
  });

  it('fails with a reason when there is no feed', async () => {
    expect(await ended('fresh', await ask('POST', '/datasets/fresh/imports', {}))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('no source') as string,
    });
    expect((await upload('/datasets/fresh/imports', 'x', 'other')).status).toBe(400);
    expect((await ask('GET', '/datasets/fresh/imports/unknown/events')).status).toBe(404);
  });
});

describe('inspecting a feed', () => {
  it('proposes a mapping from an upload', async () => {
    const response = await upload('/datasets/fresh/inspect', feed(40));
    expect(response.json).toMatchObject({ format: 'CSV', faults: [] });
    const { fields, examples } = response.json as {
      fields: { name: string; type: string }[];
      examples: object[];
    };
    expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual(
      expect.arrayContaining(['identifier text', 'displayText text', 'price number', 'color text']),
    );
    expect(examples[0]).toEqual({
      id: 'p0',
      name: 'Lamp 0',
      url: 'https://a.example/0',
      price: '1',
      color: 'Red',
    });
  });

  it('refuses addresses of the internal network and files of the server', async () => {
    const server = await listening();
    const { port } = server.address() as AddressInfo;
    const response = await ask('POST', '/datasets/fresh/inspect', { url: `http://127.0.0.1:${port}/secret` });
    server.close();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.text).not.toContain('inside');
    expect((await ask('POST', '/datasets/fresh/inspect', { file: '/etc/passwd' })).status).toBe(400);
  });
});

describe('products', () => {
  it('are found by identifier and by words, and returned with their whole record', async () => {
    const found = (await ask('GET', '/datasets/north-catalogue/products?q=north-p1')).json as {
      products: { identifier: string }[];
    };
    expect(found.products[0]?.identifier).toBe('north-p1');
    const red = (await ask('GET', '/datasets/north-catalogue/products?q=red%20shirt'))
      .json as typeof found & { count: number };
    expect(red.count).toBeGreaterThan(0);
    expect((await ask('GET', '/datasets/north-catalogue/products?page=2')).json).toMatchObject({
      count: 39,
      page: 2,
    });
    const soldOut = await ask('GET', '/datasets/north-catalogue/products/north-p39');
    expect(soldOut.json).toMatchObject({ price: 49, currency: 'EUR', record: { brand: 'Borealis' } });
    const fields = (await ask('GET', '/datasets/north-catalogue/fields')).json as {
      name: string;
      examples: string[];
    }[];
    expect(fields.find(({ name }) => name === 'color')?.examples.sort()).toEqual(['Blue', 'Green', 'Red']);
  });
});

describe('analytics', () => {
  it('count calls of the shop, and are null for a period without data', async () => {
    const empty = (await ask('GET', '/analytics?from=2026-01-01&to=2026-01-02')).json;
    expect(empty).toMatchObject({ period: null, boxes: [] });
    for (const identifier of ['north-p0', 'north-p0', '=unknown']) {
      const query = new URLSearchParams({ btr: shop.trackers.search, identifier });
      await client.request({
        method: 'GET',
        url: `/search/imagesearch?${query.toString()}`,
        headers: { 'ocp-apim-subscription-key': shop.key },
      });
    }
    const period = 'from=2026-11-15&to=2026-11-16';
    expect((await ask('GET', `/analytics?${period}&compare=true`)).json).toMatchObject({
      period: { calls: 3, found: 2, notFound: 1, errors: 0, clickThrough: { lookAlikes: null } },
      compared: null,
      boxes: [{ box: 'north-similar', calls: 3, notFound: 1 }],
      top: {
        identifiers: [
          { text: 'north-p0', count: 2 },
          { text: '=unknown', count: 1 },
        ],
        failedIdentifiers: [{ text: '=unknown', count: 1 }],
      },
    });
    const { traffic } = (await ask('GET', '/boxes/north-similar')).json as { traffic: number[] };
    expect([traffic.length, traffic.at(-1)]).toEqual([24, 3]);
    const table = await ask('GET', `/analytics.csv?${period}`);
    expect(table.text.split('\r\n')[1]).toMatch(/^2026-11-15T12:00:00.000Z,north-similar,3,2,1,0,[\d.]+$/);
    expect((await ask('GET', '/analytics?from=yesterday')).status).toBe(400);
  });

  it('report the use of a subscription by hour', async () => {
    client.flush();
    const hours = (await ask('GET', '/subscriptions/north-keys/usage?from=2026-11-15&to=2026-11-16')).json;
    expect(hours).toMatchObject([{ hour: '2026-11-15T12:00:00.000Z', calls: 3 }]);
  });
});

const listening = async (): Promise<Server> => {
  const server = createServer((_request, response) => response.end('[{"id":"inside"}]'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
};

describe('a service that stops', () => {
  it('ends the import that runs before it closes', async () => {
    const stopped = await openAdminClient();
    const { id } = await createWebsiteFixture(stopped.kindred, stopped.imports, 'north');
    const owner = bearer(await addMember(stopped.kindred, id, 'ann@north.example', 'owner'));
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    const head = '--b\r\nContent-Disposition: form-data; name="feed"; filename="a.csv"\r\n\r\n';
    const body = Buffer.from(`${head}${feed(20_000)}\r\n--b--\r\n`);
    const url = at('/datasets/north-catalogue/imports');
    const started = await stopped.request({ method: 'POST', url, body, headers: { ...owner, ...type } });
    expect(started.status).toBe(202);
    const states: string[] = [];
    const { kindred, imports } = stopped;
    const closeParts = kindred.close.bind(kindred);
    // The parts are closed last: by then the import must have ended.
    Object.assign(kindred, {
      close: async () => {
        const dataset = kindred.store.datasets.byName(id, 'north-catalogue');
        if (dataset) states.push(...imports.list(dataset).map(({ state }) => state));
        await closeParts();
      },
    });
    await stopped.close();
    expect(states).not.toContain('running');
    expect(states).toContain('queued');
  });
});
