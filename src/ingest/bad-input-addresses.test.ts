import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDefaultEmbedder } from '../embedder/open/open-model.ts';
import { Fault } from '../errors.ts';
import { createGuardedFetch } from './fetch/guarded-fetch.ts';
import { hostileAddresses } from '../../test/support/hostile-addresses.ts';
import { type ImportShop, many, openImportShop } from '../../test/support/import-shop.ts';

/*
 * A server in the private network, and feeds that try to reach it: by the feed address, by picture addresses,
 * by redirects, and by DNS names that change their answer.
 */
let privateHits = 0;
const privateServer = createServer((_, response) => response.end('loot')).on(
  'connection',
  () => privateHits++,
);
/** The shop's public host, which redirects to any address given in its path. */
const shopServer = createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://shop.test').searchParams.get('to');
  if (to === null) response.end('nothing here');
  else response.writeHead(302, { location: Buffer.from(to).toString('latin1') }).end();
});
const names: Readonly<Record<string, (lookups: number) => string>> = {
  'shop.test': () => '127.0.0.1',
  'loopback.test': () => '127.0.0.1',
  'private.test': () => '10.0.0.7',
  'mixed.test': () => '127.0.0.1',
  'mapped.test': () => '::ffff:127.0.0.1',
  // A public address at first, the private server afterwards.
  'changing.test': (lookups) => (lookups === 1 ? '127.0.0.3' : '127.0.0.1'),
};
const lookups = new Map<string, number>();
const resolve = async (host: string) => {
  lookups.set(host, (lookups.get(host) ?? 0) + 1);
  const address = names[host]?.(lookups.get(host) ?? 1);
  return address === undefined ? [] : [{ address, family: address.includes(':') ? 6 : 4 }];
};

const listen = (server: Server): Promise<number> =>
  new Promise((ready) => {
    server.listen(0, '127.0.0.1', () => ready((server.address() as AddressInfo).port));
  });

const guarded = createGuardedFetch({ allow: ['shop.test', '127.0.0.3'], resolve });
let shop: ImportShop;
let hostile: string[];
let shopUrl: string;

beforeAll(async () => {
  hostile = hostileAddresses(await listen(privateServer));
  shopUrl = `http://shop.test:${await listen(shopServer)}`;
  shop = await openImportShop(await openDefaultEmbedder({ processes: 1 }));
  shop.fetch = guarded.fetch;
  await shop.runImport(many(3));
});
afterAll(async () => {
  await guarded.close();
  await shop.embedder?.close();
  await shop.close();
  privateServer.close();
  shopServer.close();
});

const redirected = (url: string): string => `${shopUrl}/?to=${encodeURIComponent(url)}`;
const isFetched = (url: string): boolean => /^https?:\/\//i.test(url);

describe('more than 80 hostile addresses are never connected to', () => {
  it('the list has at least 80 different addresses', () => {
    expect(new Set(hostile).size).toBe(hostile.length);
    expect(hostile.filter(isFetched).length).toBeGreaterThanOrEqual(80);
  });

  it('refuses them as feed addresses, directly and after a redirect, and keeps the live version', async () => {
    const odd: string[] = [];
    for (const location of hostile.flatMap((url) => [url, redirected(url)])) {
      const fault: unknown = await shop.runImport('', { feed: location }).catch((error: unknown) => error);
      const isClear =
        fault instanceof Fault && ['not-allowed', 'bad-input', 'not-found'].includes(fault.code);
      if (!isClear) odd.push(`${location}: ${String(fault)}`);
      // One that was reached is enough: others may wait for hosts that do not answer.
      if (privateHits > 0) break;
    }
    expect(odd).toEqual([]);
    expect(await shop.live()).toEqual(['p0', 'p1', 'p2']);
    expect(privateHits).toBe(0);
  });

  it('reports them as picture addresses, directly and after a redirect, and publishes the products', async () => {
    expect(privateHits).toBe(0);
    const images = hostile.flatMap((url) => [url, redirected(url)]);
    const { pictures, products } = await shop.runImport(
      many(images.length, (place) => ({ image: images[place] })),
    );
    expect(products).toBe(images.length);
    expect(await shop.live()).toHaveLength(images.length);
    expect(pictures).toMatchObject({ ok: 0, missing: images.length });
    const reasons = Object.keys(pictures.reasons);
    expect(
      reasons.filter((reason) => /private|not fetched|password|not an address/.test(reason)),
    ).not.toEqual([]);
    expect(reasons.filter((reason) => reason.includes('loot'))).toEqual([]);
    expect(privateHits).toBe(0);
  });

  // Other systems have only one loopback address.
  it.skipIf(process.platform !== 'linux')('by a name that changes its answer: refused', async () => {
    expect(privateHits).toBe(0);
    const { port } = privateServer.address() as AddressInfo;
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    const trusted = createServer((_, response) => response.setHeader('connection', 'close').end(picture));
    await new Promise<void>((ready) => trusted.listen(port, '127.0.0.3', ready));
    try {
      const rows = (round: number) => many(1, () => ({ image: `http://changing.test:${port}/${round}.png` }));
      expect((await shop.runImport(rows(1), { approve: true })).pictures.ok).toBe(1);
      const { pictures } = await shop.runImport(rows(2), { approve: true });
      expect(Object.keys(pictures.reasons)).toEqual([expect.stringContaining('changing.test')]);
      expect(lookups.get('changing.test')).toBe(2);
      expect(privateHits).toBe(0);
    } finally {
      trusted.close();
    }
  });
});
