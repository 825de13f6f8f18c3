import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { hostileAddresses } from '../../../test/support/hostile-addresses.ts';

/** DNS answers for these tests. `shop.test` is allowed by name, so that redirects can start there. */
const answers: Record<string, (lookups: number) => string[]> = {
  'shop.test': () => ['127.0.0.1'],
  'other.test': () => ['127.0.0.1'],
  'private.test': () => ['10.0.0.7'],
  'loopback.test': () => ['127.0.0.1'],
  'mixed.test': () => ['93.184.216.34', '127.0.0.1'],
  'mapped.test': () => ['::ffff:127.0.0.1'],
  // A public address at first, the private server afterwards.
  'rebinding.test': (lookups) => (lookups === 1 ? ['127.0.0.2'] : ['127.0.0.1']),
};

const lookups = new Map<string, number>();
const resolve = async (host: string) => {
  lookups.set(host, (lookups.get(host) ?? 0) + 1);
  const addresses = answers[host]?.(lookups.get(host) ?? 1) ?? [];
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const listen = (server: Server): Promise<number> =>
  new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });

let privateHits = 0;
const privateServer = createServer((_, response) => response.end('loot')).on(
  'connection',
  () => privateHits++,
);
const seen: { url: string; headers: NodeJS.Dict<string | string[]>; method: string; sent: string }[] = [];
const shopServer = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const sent = Buffer.concat(chunks).toString();
    seen.push({ url: request.url ?? '', headers: request.headers, method: request.method ?? '', sent });
    const query = new URL(request.url ?? '/', 'http://shop.test').searchParams;
    const [to, status] = [query.get('to'), Number(query.get('status') ?? 302)];
    if (query.has('silent')) return;
    if (query.has('status') && to === null) response.writeHead(status).end('no location');
    else if (to === null) response.end('feed');
    else response.writeHead(status, { location: Buffer.from(to).toString('latin1') }).end('moved');
  });
});
let lootPort = 0;
let shopPort = 0;
const guarded = createGuardedFetch({ allow: ['shop.test', 'other.test'], resolve });

beforeAll(async () => {
  lootPort = await listen(privateServer);
  shopPort = await listen(shopServer);
});
afterAll(async () => {
  await guarded.close();
  privateServer.close();
  shopServer.close();
});

const fault = async (url: string): Promise<string> => {
  try {
    const response = await guarded.fetch(url, {});
    return `answered ${response.status}`;
  } catch (error) {
    return error instanceof Fault ? error.code : `broke: ${(error as Error).message}`;
  }
};

describe('an address that leads into the private network', () => {
  it('is refused in 80 notations, directly and after a redirect, without any connection', async () => {
    const hostile = hostileAddresses(lootPort);
    expect(hostile.length).toBeGreaterThanOrEqual(80);
    expect(new Set(hostile).size).toBe(hostile.length);
    const answered: string[] = [];
    for (const url of hostile) {
      for (const way of [url, `http://shop.test:${shopPort}/?to=${encodeURIComponent(url)}`]) {
        const code = await fault(way);
        if (code !== 'not-allowed' && code !== 'bad-input') answered.push(`${way}: ${code}`);
      }
    }
    expect(answered).toEqual([]);
    expect(privateHits).toBe(0);
  });

  it('is reached if it is allowed, which shows that the test above can fail', async () => {
    const open = createGuardedFetch({ allow: ['127.0.0.0/8'] });
    const before = privateHits;
    expect(await (await open.fetch(`http://127.0.0.1:${lootPort}/`, {})).text()).toBe('loot');
    await open.close();
    expect(privateHits).toBe(before + 1);
    privateHits = before;
  });

  // Other systems have only one loopback address.
  it.skipIf(process.platform !== 'linux')(
    'is refused when a name changes its answer after it was trusted',
    async () => {
      const trusted = createServer((_, response) => response.setHeader('connection', 'close').end('feed'));
      await new Promise<void>((ready) => trusted.listen(lootPort, '127.0.0.2', ready));
      const narrow = createGuardedFetch({ allow: ['127.0.0.2'], resolve });
      const url = `http://rebinding.test:${lootPort}/`;
      try {
        expect(await (await narrow.fetch(url, {})).text()).toBe('feed');
        await expect(narrow.fetch(url, {})).rejects.toMatchObject({ code: 'not-allowed' });
        expect(lookups.get('rebinding.test')).toBe(2);
        expect(privateHits).toBe(0);
      } finally {
        await narrow.close();
        trusted.close();
      }
    },
  );
});

describe('a guarded fetch', () => {
  it('follows redirects, and gives up after five', async () => {
    const once = `http://shop.test:${shopPort}/?to=${encodeURIComponent('/feed.csv')}`;
    expect(await (await guarded.fetch(once, {})).text()).toBe('feed');
    let many = '/feed.csv';
    for (let hop = 0; hop < 6; hop++) many = `/?to=${encodeURIComponent(many)}`;
    expect(await fault(`http://shop.test:${shopPort}${many}`)).toBe('bad-input');
  });

  it('sends credentials only to the origin they are for', async () => {
    const headers = { authorization: 'Basic c2VjcmV0', 'x-feed-token': 'secret' };
    const elsewhere = `http://other.test:${shopPort}/feed.csv`;
    await guarded.fetch(`http://shop.test:${shopPort}/?to=${encodeURIComponent('/same')}`, { headers });
    expect(seen.at(-1)).toMatchObject({ url: '/same', headers });
    await guarded.fetch(`http://shop.test:${shopPort}/?to=${encodeURIComponent(elsewhere)}`, { headers });
    expect(seen.at(-1)?.url).toBe('/feed.csv');
    expect(seen.at(-1)?.headers['authorization']).toBeUndefined();
    expect(seen.at(-1)?.headers['x-feed-token']).toBeUndefined();
  });

  const shopUrl = (query: string): string => `http://shop.test:${shopPort}/${query}`;

  it('follows exactly five redirects', async () => {
    let five = '/feed.csv';
    for (let hop = 0; hop < 5; hop++) five = `/?to=${encodeURIComponent(five)}`;
    expect(await (await guarded.fetch(`http://shop.test:${shopPort}${five}`, {})).text()).toBe('feed');
    await expect(guarded.fetch(shopUrl(`?to=${encodeURIComponent(five)}`), {})).rejects.toMatchObject({
      message: `shop.test:${shopPort} redirects more than 5 times.`,
      nextStep: expect.stringContaining('browser') as unknown,
    });
  });

  it.each([301, 302, 303, 307, 308])('follows status %i', async (status) => {
    const response = await guarded.fetch(shopUrl(`?status=${status}&to=/feed.csv`), {});
    expect(await response.text()).toBe('feed');
  });

  it.each([
    ['another status with a location', '?status=300&to=/feed.csv', 300],
    ['a redirect without a location', '?status=302', 302],
  ])('does not follow %s', async (_, query, status) => {
    expect((await guarded.fetch(shopUrl(query), {})).status).toBe(status);
  });

  it('tells the caller of each redirect', async () => {
    const statuses: number[] = [];
    const onRedirect = ({ status }: Response): void => void statuses.push(status);
    await guarded.fetch(shopUrl(`?to=${encodeURIComponent('/?status=307&to=/feed.csv')}`), { onRedirect });
    expect(statuses).toEqual([302, 307]);
  });

  it('posts a body, and does not follow a redirect with it', async () => {
    expect((await guarded.fetch(shopUrl('embed'), { body: '{"a":1}' })).status).toBe(200);
    expect(seen.at(-1)).toMatchObject({ method: 'POST', sent: '{"a":1}', url: '/embed' });
    expect((await guarded.fetch(shopUrl('?to=/feed.csv'), { body: '{}' })).status).toBe(302);
    expect(seen.at(-1)?.url).toBe('/?to=/feed.csv');
    await guarded.fetch(shopUrl('feed.csv'), {});
    expect(seen.at(-1)).toMatchObject({ method: 'GET', sent: '' });
  });

  it('says who it is, unless the caller says otherwise', async () => {
    await guarded.fetch(shopUrl('a'), {});
    expect(seen.at(-1)?.headers['user-agent']).toBe('Kindred (product feed reader)');
    await guarded.fetch(shopUrl('a'), { headers: { 'user-agent': 'other' } });
    expect(seen.at(-1)?.headers['user-agent']).toBe('other');
  });

  it('stops when the caller does', async () => {
    const controller = new AbortController();
    const answer = guarded.fetch(shopUrl('?silent'), { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it.each([
    ['ftp://shop.test/feed', 'Addresses of the kind "ftp:" are not fetched.'],
    ['file:///etc/passwd', 'Addresses of the kind "file:" are not fetched.'],
    ['feed.csv', 'That is not an address.'],
    ['http://user@shop.test/', 'A user name or password inside an address is refused'],
    ['http://:secret@shop.test/', 'A user name or password inside an address is refused'],
  ])('refuses %s and says why', async (url, message) => {
    await expect(guarded.fetch(url, {})).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(message) as unknown,
      nextStep: expect.stringMatching(/address|sign-in/) as unknown,
    });
  });

  it('passes an error of the network on as it is', async () => {
    await expect(guarded.fetch('http://shop.test:1/', {})).rejects.not.toBeInstanceOf(Fault);
  });

  it('refuses an invalid allow list', () => {
    expect(() => createGuardedFetch({ allow: ['10.0.0.0/99!'] })).toThrow(/neither a host name/);
  });
});
