import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { createImageSearch, type ImageSearch } from '../../operations/image-search.ts';

let shop: Shop;
let isBroken = false;

beforeAll(async () => {
  let search: ImageSearch | null = null;
  shop = await openShop({
    // What the search below answers depends on more than a kept answer is made from.
    answerCache: { maximumBytes: 0, readerOf: () => null },
    imageSearch: async (asked) => {
      if (search === null) throw new Error('The shop is not open yet.');
      const result = await search(asked);
      return isBroken ? { ...result, status: 'errorOccured', documents: [] } : result;
    },
  });
  search = createImageSearch({
    products: (dataset) => shop.engine.products(dataset),
    now: () => shop.clock.nowMs,
    report: () => undefined,
  });
  const { id: _id, tracker: _tracker, websiteId, ...box } = shop.north.search;
  shop.store.boxes.put(websiteId, 'test', { ...box, cacheControl: 'public, max-age=3600' });
});
afterAll(() => shop.close());

const ask = (headers: Record<string, string> = {}) =>
  shop.get(
    '/search/imagesearch',
    { btr: shop.north.search.tracker, identifier: 'p0' },
    { 'Ocp-Apim-Subscription-Key': shop.north.key, ...headers },
  );

describe('caching of an image search', () => {
  it('is the choice of the box, apart for each key and origin', async () => {
    const { headers } = await ask();
    expect(headers['cache-control']).toBe('public, max-age=3600');
    expect(headers['vary']).toBe('Origin, Ocp-Apim-Subscription-Key, Accept-Encoding');
    const unchanged = await ask({ 'if-none-match': headers['etag'] ?? '' });
    expect([unchanged.status, unchanged.headers['vary']]).toEqual([304, headers['vary']]);
  });

  it('is forbidden for an answer that says that something broke', async () => {
    isBroken = true;
    const { status, json, headers } = await ask();
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json).toMatchObject({ resultStatus: 'errorOccured' });
    isBroken = false;
    expect((await ask()).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('is forbidden for every refusal', async () => {
    const wrong = await ask({ 'Ocp-Apim-Subscription-Key': 'wrong' });
    const invalid = await shop.get('/search/imagesearch', { btr: 'x' });
    expect([wrong, invalid].map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [401, 'no-store'],
      [400, 'no-store'],
    ]);
  });
});
