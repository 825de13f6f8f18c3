import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import type { WireSuggestionList } from './schema.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (btr: string, pattern: string, more: Record<string, string> = {}) => {
  const asked = await shop.get('/relatedsearches/keywords', { btr, pattern, ...more });
  expect(asked.status).toBe(200);
  return asked.json as WireSuggestionList;
};

describe('related keywords', () => {
  it('come with their address, encoded, and the dataset they came from', async () => {
    const { suggestions } = await ask(shop.north.relatedKeywords.tracker, '  SHIRT ');
    const dsTracker = shop.north.keywords.tracker;
    expect(suggestions).toEqual([
      {
        text: 'red shirt',
        displayText: 'Red shirt',
        url: 'https://shop.example/search?q=Red%20shirt',
        dsTracker,
      },
      {
        text: 'blue & green shirt',
        displayText: 'Blue & green shirt',
        url: 'https://shop.example/search?q=Blue%20%26%20green%20shirt',
        dsTracker,
      },
    ]);
  });

  it('nothing related is null', async () => {
    expect(await ask(shop.north.relatedKeywords.tracker, 'zzzzzz')).toEqual({ suggestions: null });
  });

  it('explain tells the evidence', async () => {
    const { explain } = await ask(shop.north.relatedKeywords.tracker, 'shirt', { explain: 'true' });
    expect(explain?.suggestions[0]?.evidence).toEqual([{ signal: 'session', weight: 1, shoppers: 3 }]);
  });
});

describe('related products', () => {
  it('lead to product pages; those with all of the words come first', async () => {
    const { suggestions } = await ask(shop.north.relatedProducts.tracker, 'blue lamp');
    expect(suggestions?.length).toBe(10);
    expect(suggestions?.[0]).toMatchObject({ dsTracker: shop.north.products.tracker });
    expect(suggestions?.[0]?.text).toMatch(/^Blue lamp/);
    expect(suggestions?.[0]?.url).toMatch(/^https:\/\/shop\.example\/p\/\d+$/);
  });
});
