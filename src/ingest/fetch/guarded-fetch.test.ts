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
const seen: { url: string; headers: NodeJS.Dict<string | string[]> }[] = [];
const shopServer = createServer((request, response) => {
  seen.push({ url: request.url ?? '', headers: request.headers });
  const to = new URL(request.url ?? '/', 'http://shop.test').searchParams.get('to');
  if (to === null) response.end('feed');
  else response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
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

  it('refuses an invalid allow list', () => {
    expect(() => createGuardedFetch({ allow: ['10.0.0.0/99!'] })).toThrow(/neither a host name/);
  });
});
