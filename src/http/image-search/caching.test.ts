import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import { createLogger, logFailedPart } from '../monitoring/log.ts';
import { createImageSearch, type ImageSearch } from '../../operations/image-search.ts';

let shop: Shop;
let isBroken = false;
let isDiskGone = false;
const logged: string[] = [];

beforeAll(async () => {
  let search: ImageSearch | null = null;
  shop = await openShop({
    // What the search below answers depends on more than a cached answer is made from.
    answerCache: { maximumBytes: 0, readerOf: () => null },
    imageSearch: async (asked) => {
      if (search === null) throw new Error('The shop is not open yet.');
      const result = await search(asked);
      return isBroken ? { ...result, status: 'errorOccured', documents: [] } : result;
    },
  });
  search = createImageSearch({
    products: (dataset) => {
      const reader = shop.engine.products(dataset);
      return isDiskGone && reader
        ? { ...reader, search: () => Promise.reject(new Error('the disk is gone')) }
        : reader;
    },
    now: () => shop.clock.nowMs,
    report: logFailedPart(createLogger('error', { write: (line) => void logged.push(line) })),
  });
  const { id: _id, tracker: _tracker, websiteId, ...box } = shop.north.search;
  await shop.store.boxes.put(websiteId, 'test', { ...box, cacheControl: 'public, max-age=3600' });
});
afterAll(() => shop.close());

const ask = (headers: Record<string, string> = {}, more: Record<string, string> = {}) =>
  shop.get(
    '/search/imagesearch',
    { btr: shop.north.search.tracker, identifier: 'p0', ...more },
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
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(json).toMatchObject({ resultStatus: 'errorOccured' });
    isBroken = false;
    expect((await ask()).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('is logged with the id of the request, for each part that broke', async () => {
    isDiskGone = true;
    const { json, headers } = await ask({ 'X-Request-Id': 'shop-4711' });
    isDiskGone = false;
    expect(json).toMatchObject({ resultStatus: 'errorOccured' });
    expect(headers['x-request-id']).toBe('shop-4711');
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ requestId, part }) => [requestId, part])).toEqual([
      ['shop-4711', 'strategy 1'],
      ['shop-4711', 'strategy 2'],
    ]);
    expect(lines[0]).toMatchObject({ err: { message: 'the disk is gone' } });
  });

  it('is forbidden where a share of the traffic decides, for those inside of it and outside', async () => {
    await shop.addCampaign({
      name: 'half',
      share: 0.5,
      when: { identifiers: ['p1'] },
      effect: { kind: 'banner', position: 'resultPageTop', contents: ['Sale'] },
    });
    const seen = new Set<boolean>();
    for (let at = 0; at < 20; at += 1) {
      const { json, headers } = await ask({ 'X-Kindred-Shopper': `shopper ${at}` }, { identifier: 'p1' });
      seen.add('banners' in (json as object));
      expect(headers['cache-control']).toBe('private, no-store');
    }
    expect(seen).toEqual(new Set([true, false]));
    expect((await ask()).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('is forbidden for an answer that explains itself', async () => {
    const { headers } = await ask({}, { explain: 'true' });
    expect(headers['cache-control']).toBe('private, no-store');
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
