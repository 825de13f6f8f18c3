import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ publicUrl: 'https://search.shop.example', trustedProxies: ['127.0.0.1'] });
});
afterAll(() => shop.close());

const imageSearch = (key: string, headers: Record<string, string> = {}) =>
  shop.get(
    '/search/imagesearch',
    { btr: shop.north.search.tracker, identifier: 'p1' },
    { 'Ocp-Apim-Subscription-Key': key, ...headers },
  );
const relatedKeywords = (key: string) =>
  shop.get(
    '/relatedsearches/keywords',
    { btr: shop.north.relatedKeywords.tracker, pattern: 'shirt' },
    { 'Ocp-Apim-Subscription-Key': key },
  );

describe('a subscription for one operation', () => {
  it('is refused by the other operation', async () => {
    const key = await shop.addSubscription({ name: 'looks only', operations: ['imageSearch'] });
    const calls = [await imageSearch(key), await relatedKeywords(key)];
    expect(calls.map(({ status }) => status)).toEqual([200, 401]);
  });
});

describe('a rate limit per address', () => {
  it('limits one caller and no other, by the address that a trusted proxy forwards', async () => {
    const addressRate = { calls: 2, perSeconds: 10 };
    const key = await shop.addSubscription({ name: 'browsers', kind: 'publishable', addressRate });
    const from = async (address: string) => {
      const { status } = await imageSearch(key, { 'x-forwarded-for': address });
      return status;
    };
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).toEqual([
      200, 200, 429,
    ]);
    expect([await from('192.0.2.2'), await from('2001:db8::1'), await from('2001:db8::2')]).toEqual([
      200, 200, 200,
    ]);
    expect(await from('2001:db8::3')).toBe(429);
    // What the caller itself puts into the header is further left and is ignored.
    expect(await from('203.0.113.5, 192.0.2.1')).toBe(429);
  });
});

describe('where the service is reached by HTTPS', () => {
  it('every answer has Strict-Transport-Security', async () => {
    const answers = [
      await imageSearch(shop.north.key),
      await imageSearch('wrong'),
      await shop.send('GET', '/nowhere'),
      await shop.send('GET', '/docs'),
      await shop.send('GET', '/healthz'),
    ];
    for (const { headers } of answers) expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('every answer of an operation forbids content sniffing', async () => {
    for (const { headers } of [await imageSearch(shop.north.key), await imageSearch('wrong')]) {
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });
});
