import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

/* What a URL asks is remembered once its answer came from the cache: it is asked three times before anything is expected. */

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (key: string, more = ''): Promise<{ status: number; body: string }> => {
  const url = `/search/imagesearch?btr=${shop.north.search.tracker}&identifier=p2${more}`;
  const { statusCode: status, body } = await shop.app.inject({
    url,
    headers: { 'ocp-apim-subscription-key': key },
  });
  return { status, body };
};

const askThrice = async (key: string, more?: string): Promise<string> => {
  const bodies = [await ask(key, more), await ask(key, more), await ask(key, more)].map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  return bodies[0] ?? '';
};

describe('a URL that was asked before', () => {
  it('has the same answer for another key that may call the box', async () => {
    const body = await askThrice(shop.north.key);
    const other = await shop.addSubscription({ name: 'another' });
    expect(await ask(other)).toEqual({ status: 200, body });
    expect(await askThrice(other)).toBe(body);
    expect(await askThrice(shop.north.key)).toBe(body);
  });

  it('is refused for a key that may not', async () => {
    const { id } = shop.north.relatedKeywords;
    const limited = await shop.addSubscription({ name: 'limited', boxIds: [id] });
    await askThrice(shop.north.key);
    expect((await ask(limited)).status).toBe(400);
    expect((await ask(shop.south.key)).status).toBe(400);
    expect((await ask('unknown')).status).toBe(401);
  });

  it('is read again after the box was changed', async () => {
    const before = await askThrice(shop.north.key, '&page=1');
    const { search } = shop.north;
    if (search.kind !== 'search') throw new Error('It is a search box.');
    await shop.store.boxes.put(shop.north.website.id, 'test', { ...search, pageSize: 3 });
    const after = await askThrice(shop.north.key, '&page=1');
    expect(JSON.parse(before)).toMatchObject({ pageSize: 24 });
    expect(JSON.parse(after)).toMatchObject({ pageSize: 3 });
  });

  it('is refused when a parameter is wrong, however often it is asked', async () => {
    for (let turn = 0; turn < 3; turn += 1) expect((await ask(shop.north.key, '&top=no')).status).toBe(400);
  });
});
