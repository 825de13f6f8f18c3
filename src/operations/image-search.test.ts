import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductReader } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { createImageSearch } from './image-search.ts';
import { openShop, type Shop } from '../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** The real reader of the shop, with one part of it broken. */
const searchWith = (broken: Partial<ProductReader>) => {
  const reported: string[] = [];
  const reader = shop.engine.products(shop.north.products.tracker);
  if (reader === null) throw new Error('Nothing is published.');
  const search = createImageSearch({
    products: () => ({
      ...reader,
      ...broken,
    }),
    now: () => shop.clock.nowMs,
    report: (part) => reported.push(part),
  });
  const ask = (changes: object = {}) => {
    const { north } = shop;
    const { search: box } = north;
    if (box.kind !== 'search') throw new Error('Not a search box.');
    const extensions = { filter: null, orderBy: [], tile: null, explain: false, requestId: 'r' };
    const common = { dataset: north.products.tracker, synonyms: [], campaigns: [] };
    return search({ box, ...common, identifier: 'p0', top: 5, page: 1, ...extensions, ...changes });
  };
  return { ask, reported, reader };
};

const fails = async (): Promise<never> => {
  throw new Error('the disk is gone');
};

describe('image search when a part fails', () => {
  it('answers errorOccured when the source product cannot be looked up', async () => {
    const { ask, reported } = searchWith({ source: fails });
    expect(await ask()).toMatchObject({ status: 'errorOccured', count: 0, documents: [] });
    expect(reported).toEqual(['source product']);
  });

  it('is unavailable, as related keywords are, when the database is', async () => {
    const source = () => Promise.reject(new Fault('unavailable', 'The database cannot be reached.'));
    const { ask, reported } = searchWith({ source });
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    expect(reported).toEqual([]);
  });

  it('answers errorOccured and names the first rung when every rung fails', async () => {
    const { ask, reported } = searchWith({ search: fails });
    expect(await ask()).toMatchObject({ status: 'errorOccured', strategy: { rank: 1 } });
    expect(reported).toEqual(['strategy 1', 'strategy 2']);
  });

  it('answers from the text rung when the looks rung fails', async () => {
    const plain = searchWith({});
    const { ask } = searchWith({
      search: (question) => (question.seed.kind === 'looks' ? fails() : plain.reader.search(question)),
    });
    expect(await ask()).toMatchObject({ status: 'resultFound', strategy: { rank: 2 } });
  });

  it('answers without ads when ads fail', async () => {
    const plain = searchWith({});
    const { ask, reported } = searchWith({
      search: (question) => (question.candidates === 0 ? fails() : plain.reader.search(question)),
    });
    const effect = { kind: 'ads', identifiers: ['p1'] } as const;
    const ads = await shop.addCampaign({ name: 'Ads', effect });
    expect(await ask({ campaigns: [ads] })).toMatchObject({ status: 'resultFound', ads: [] });
    expect(reported).toEqual(['ads']);
  });
});
