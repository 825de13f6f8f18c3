import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

/*
 * Callers choose the URLs. One question has endless URLs, which must not fill the cache. Nor can keys be chosen such that a
 * look-up takes long: a Map hashes text with a seed that V8 draws for each process.
 */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = (more: string) =>
  shop.app.inject({
    url: `/search/imagesearch?btr=${shop.north.search.tracker}&identifier=p2${more}`,
    headers: { 'ocp-apim-subscription-key': shop.north.key },
  });

const countEntries = async (): Promise<number> => {
  const { body } = await shop.app.inject({ url: '/metrics' });
  return Number(/^kindred_answer_cache_entries (\d+)/m.exec(body)?.[1]);
};

describe('the response cache', () => {
  it('has one entry for all URLs of one question', async () => {
    const first = await ask('');
    const before = await countEntries();
    for (const more of ['&zz=1', '&zz=2', '&%ff=3', '&subscription=x', '&FILTER=']) {
      const { body, statusCode } = await ask(more);
      expect([statusCode, body]).toEqual([200, first.body]);
    }
    expect(await countEntries()).toBe(before);
    await ask('&page=2');
    expect(await countEntries()).toBe(before + 1);
  });
});
