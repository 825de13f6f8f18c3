import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../errors.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { hostileAddresses } from './testing/hostile-addresses.ts';

/** What the names of these tests resolve to; `shop.test` is allowed by name, so that redirects can start somewhere. */
const answers: Record<string, (asked: number) => string[]> = {
  'shop.test': () => ['127.0.0.1'],
  'other.test': () => ['127.0.0.1'],
  'private.test': () => ['10.0.0.7'],
  'loopback.test': () => ['127.0.0.1'],
  'mixed.test': () => ['93.184.216.34', '127.0.0.1'],
  'mapped.test': () => ['::ffff:127.0.0.1'],
  // Permitted at first, the loot afterwards.
  'rebinding.test': (asked) => (asked === 1 ? ['127.0.0.2'] : ['127.0.0.1']),
};

const asked = new Map<string, number>();
const resolve = async (host: string) => {
  asked.set(host, (asked.get(host) ?? 0) + 1);
  const addresses = answers[host]?.(asked.get(host) ?? 1) ?? [];
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};

const listen = (server: Server): Promise<number> =>
  new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });

let loot = 0;
const lootServer = createServer((_, response) => response.end('loot')).on('connection', () => loot++);
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
  lootPort = await listen(lootServer);
  shopPort = await listen(shopServer);
});
afterAll(async () => {
  await guarded.close();
  lootServer.close();
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
  it('is refused in 80 notations, straight and behind a redirect, and the machine there sees no connection', async () => {
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
    expect(loot).toBe(0);
  });

  it('does reach the machine where it is allowed, so that the count above means something', async () => {
    const open = createGuardedFetch({ allow: ['127.0.0.0/8'] });
    const before = loot;
    expect(await (await open.fetch(`http://127.0.0.1:${lootPort}/`, {})).text()).toBe('loot');
    await open.close();
    expect(loot).toBe(before + 1);
    loot = before;
  });

  // Other systems have one loopback address only.
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
        expect(asked.get('rebinding.test')).toBe(2);
        expect(loot).toBe(0);
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

  it('tells the sign-in to the site it is for and to no other', async () => {
    const headers = { authorization: 'Basic c2VjcmV0', 'x-feed-token': 'secret' };
    const elsewhere = `http://other.test:${shopPort}/feed.csv`;
    await guarded.fetch(`http://shop.test:${shopPort}/?to=${encodeURIComponent('/same')}`, { headers });
    expect(seen.at(-1)).toMatchObject({ url: '/same', headers });
    await guarded.fetch(`http://shop.test:${shopPort}/?to=${encodeURIComponent(elsewhere)}`, { headers });
    expect(seen.at(-1)?.url).toBe('/feed.csv');
    expect(seen.at(-1)?.headers['authorization']).toBeUndefined();
    expect(seen.at(-1)?.headers['x-feed-token']).toBeUndefined();
  });

  it('refuses an allow list it does not understand', () => {
    expect(() => createGuardedFetch({ allow: ['10.0.0.0/99!'] })).toThrow(/neither a host name/);
  });
});
