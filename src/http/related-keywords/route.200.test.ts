import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Curation, RelatedBox } from '../../domain/box.ts';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import type { WireSuggestionList } from './schema.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const ask = async (btr: string, pattern: string, more: Record<string, string> = {}) => {
  const response = await shop.get('/relatedsearches/keywords', { btr, pattern, ...more });
  expect(response.status).toBe(200);
  return response.json as WireSuggestionList;
};

describe('related keywords', () => {
  it('have an encoded URL and the tracker of their dataset', async () => {
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

  it('no suggestions are null', async () => {
    expect(await ask(shop.north.relatedKeywords.tracker, 'zzzzzz')).toEqual({ suggestions: null });
  });

  it('explain contains the evidence', async () => {
    const { explain } = await ask(shop.north.relatedKeywords.tracker, 'shirt', { explain: 'true' });
    expect(explain?.suggestions[0]?.evidence).toEqual([{ signal: 'session', weight: 1, shoppers: 3 }]);
  });
});

describe('related products', () => {
  it('link to product pages; products with all words come first', async () => {
    const { suggestions } = await ask(shop.north.relatedProducts.tracker, 'blue lamp');
    expect(suggestions?.length).toBe(10);
    expect(suggestions?.[0]).toMatchObject({ dsTracker: shop.north.products.tracker });
    expect(suggestions?.[0]?.displayText).toMatch(/^Blue lamp/);
    expect(suggestions?.[0]?.text).toMatch(/^blue lamp number \d+$/);
    expect(suggestions?.[0]?.url).toMatch(/^https:\/\/shop\.example\/p\/\d+$/);
  });
});

describe('curation', () => {
  const curate = async (box: RelatedBox, curation: Curation) =>
    (
      await shop.store.boxes.put(shop.north.website.id, 'test', {
        ...box,
        name: `curated ${box.name} ${JSON.stringify(curation)}`.slice(0, 200),
        curation,
      })
    ).tracker;
  const keywords = () => shop.north.relatedKeywords as RelatedBox;
  const products = () => shop.north.relatedProducts as RelatedBox;
  const texts = ({ suggestions }: WireSuggestionList) => (suggestions ?? []).map(({ text }) => text);

  it('puts added suggestions first and in order; existing ones keep their evidence', async () => {
    const add = ['Linen shirts', 'Blue & green shirt'];
    const btr = await curate(keywords(), [{ pattern: 'Shirts', add, hide: [] }]);
    const answer = await ask(btr, 'shirt', { explain: 'true' });
    expect(texts(answer)).toEqual(['linen shirts', 'blue & green shirt', 'red shirt']);
    expect(answer.suggestions?.[0]).toMatchObject({
      displayText: 'Linen shirts',
      url: 'https://shop.example/search?q=Linen%20shirts',
    });
    const signals = answer.explain?.suggestions.map(({ evidence }) => evidence.map(({ signal }) => signal));
    expect(signals).toEqual([['operator'], ['operator', 'session'], ['session']]);
  });

  it('hides for one pattern or for all; hiding wins over adding', async () => {
    const btr = await curate(keywords(), [
      { pattern: 'shirt', add: ['Gift card', 'Socks'], hide: [] },
      { pattern: null, add: [], hide: ['shirt red', 'gift cards'] },
    ]);
    expect(texts(await ask(btr, 'shirt'))).toEqual(['socks', 'blue & green shirt']);
  });

  it('replaces the suggestions, also of an unknown pattern', async () => {
    const btr = await curate(keywords(), [
      { pattern: 'shirt', add: ['Sale'], hide: [], replace: true },
      { pattern: 'voucher', add: ['Gift card'], hide: [] },
    ]);
    expect(texts(await ask(btr, 'shirts'))).toEqual(['sale']);
    expect(texts(await ask(btr, 'vouchers'))).toEqual(['gift card']);
  });

  it('names products by identifier and leaves out unavailable ones', async () => {
    const [first] =
      (await ask(products().tracker, 'blue lamp', { explain: 'true' })).explain?.suggestions ?? [];
    const hide = [first?.identifier ?? ''];
    const btr = await curate(products(), [{ pattern: 'blue lamp', add: ['p2', 'p39', 'nobody'], hide }]);
    const { explain } = await ask(btr, 'blue lamp', { explain: 'true' });
    const identifiers = explain?.suggestions.map(({ identifier }) => identifier);
    expect(identifiers?.[0]).toBe('p2');
    expect(identifiers).toHaveLength(10);
    expect(identifiers).not.toContain('p39');
    expect(identifiers).not.toContain(first?.identifier);
  });
});
