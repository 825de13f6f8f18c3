import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bannerPositions } from '../../src/domain/settings/choices.ts';
import { openShop, type Shop } from '../support/http/shop.ts';
import { createImageSearch } from '../../src/operations/image-search.ts';
import { openTinyShop, type TinyShop } from '../answers/tiny-shop.ts';
import { createRandom } from '../oracle/random.ts';
import { imageSearchResult, suggestionList } from './interface-shapes.ts';
import { pickRequest } from './random-requests.ts';
import { findViolations } from './strict-reader.ts';

/** `KINDRED_INTERFACE_SEED` repeats a run. */
const seed = Number(process.env.KINDRED_INTERFACE_SEED ?? 20261115);
const answersWanted = 1600;

/** Every value that was seen under a key, anywhere in the answers. */
const collectValues = (value: unknown, seen: Map<string, Set<unknown>>): void => {
  if (Array.isArray(value)) for (const item of value) collectValues(item, seen);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      const values = seen.get(name) ?? new Set();
      if (typeof item !== 'object') values.add(item);
      else values.add(item === null ? null : 'object');
      seen.set(name, values);
      if (name !== 'document') collectValues(item, seen);
    }
  }
};

describe(`image search, ${answersWanted} random requests (seed ${seed})`, () => {
  let shop: TinyShop;
  const seen = new Map<string, Set<unknown>>();
  beforeAll(async () => {
    shop = await openTinyShop();
  });
  afterAll(() => shop.close());

  it('answers only what a client generated from the interface can read', async () => {
    const random = createRandom(seed);
    for (let index = 0; index < answersWanted; index += 1) {
      const request = pickRequest(random);
      const answer: unknown = JSON.parse(await shop.fetchBytes(request));
      const violations = findViolations(imageSearchResult, answer);
      expect(violations, JSON.stringify(request)).toEqual([]);
      collectValues(answer, seen);
    }
  });

  it.each<[string, readonly unknown[]]>([
    ['resultStatus', ['resultFound', 'resultNotFound', 'redirect']],
    ['facetType', ['basic', 'adaptive', 'semiAdaptive']],
    ['searchMode', ['All', 'Any']],
    ['fuzzySensitiveness', ['Off', 'One', 'Two']],
    ['type', ['range', 'value']],
    ['order', ['asc', 'desc']],
    ['position', bannerPositions],
    ['highlighted', [true, false]],
    ['disabled', [true, false]],
    ['intentTileId', ['red', 'blue']],
    ['query', [null]],
  ])('reached every value of %s', (name, values) => {
    expect([...(seen.get(name) ?? [])]).toEqual(expect.arrayContaining([...values]));
  });

  it.each(['redirect', 'banners', 'ads', 'promotionDetail', 'intentClarification', 'selectedTile'])(
    'reached the optional block %s',
    (name) => {
      expect(seen.get(name)?.has('object')).toBe(true);
    },
  );
});

describe('image search when the engine fails', () => {
  it('answers errorOccured in the same shape', async () => {
    const shop: Shop = await openShop({ imageSearch: (request) => failingSearch(request) });
    const failingSearch = createImageSearch({
      products: (dataset) => {
        const reader = shop.engine.products(dataset);
        return reader && { ...reader, search: () => Promise.reject(new Error('the disk is gone')) };
      },
      now: () => shop.clock.nowMs,
      report: () => undefined,
    });
    const parameters = { btr: shop.north.search.tracker, identifier: 'p0' };
    const { status, json } = await shop.get('/search/imagesearch', parameters);
    expect(status).toBe(200);
    expect(json).toMatchObject({ resultStatus: 'errorOccured', documents: null });
    expect(findViolations(imageSearchResult, json)).toEqual([]);
    await shop.close();
  });
});

describe('related keywords', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.close());

  it.each([
    'shirt',
    'shirts',
    'shrit',
    'lamp',
    'Red SHIRT',
    'a',
    'nothing like this',
    '名前',
    'x'.repeat(200),
  ])('answers "%s" in the shape of the interface, from both kinds of box', async (pattern) => {
    for (const box of [shop.north.relatedKeywords, shop.north.relatedProducts]) {
      const { status, json } = await shop.get('/relatedsearches/keywords', { btr: box.tracker, pattern });
      expect(status).toBe(200);
      expect(findViolations(suggestionList, json)).toEqual([]);
    }
  });
});
