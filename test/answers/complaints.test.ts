import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Promotion } from '../../src/domain/campaign.ts';
import { findFacet, listIdentifiers, openTinyShop, type ShopRequest, type TinyShop } from './tiny-shop.ts';

/* Issues that users of other engines reported, each as a test. */

let shop: TinyShop;
beforeAll(async () => {
  shop = await openTinyShop();
});
afterAll(() => shop.close());

const withPromotions = (
  promotions: Promotion[],
  parameters: ShopRequest['parameters'] = {},
): ShopRequest => ({
  campaigns: [{ name: 'Promoted', effect: { kind: 'promotion', highlighted: false, promotions } }],
  parameters,
});
const pin = (identifier: string, position: number): Promotion => ({ action: 'pin', identifier, position });

describe('totals and facets', () => {
  it('totals are of the candidate set, not of the index (meilisearch#4494, #6590, #5972)', async () => {
    const cut = await shop.fetchAnswer({ box: { candidates: 4 } });
    expect([cut.count, cut.resultCount, cut.documents?.length]).toEqual([4, 4, 4]);
    const strict = await shop.fetchAnswer({ box: { minimumScore: 0.6 } });
    expect(strict.count).toBe(strict.documents?.length);
    expect(strict.count).toBeLessThan(7);
  });

  it('facets are of the whole set, not of the page (typesense#1244, #1714)', async () => {
    const whole = await shop.fetchAnswer({});
    for (const page of [1, 2, 3, 4]) {
      const { filters, count } = await shop.fetchAnswer({ parameters: { top: 2, page } });
      expect([filters, count]).toEqual([whole.filters, whole.count]);
    }
    const colours = (whole.documents ?? []).map(({ document }) => document?.['colour']);
    const green = findFacet(whole, 'colour')?.values?.find(({ name }) => name === 'Green');
    expect(green?.count).toBe(colours.filter((colour) => colour === 'Green').length);
  });

  it('variants are counted once, with all their prices and colours (meilisearch#4677, #3235)', async () => {
    const answer = await shop.fetchAnswer({ parameters: { filter: "category eq 'Women/Tops/Shirts'" } });
    expect([answer.count, listIdentifiers(answer)]).toEqual([1, ['shirt-s']]);
    expect(findFacet(answer, 'colour')?.values?.filter(({ count }) => Number(count) > 0)).toEqual([
      { count: 1, name: 'Blue', disabled: false },
      { count: 1, name: 'Red', disabled: false },
    ]);
    expect(findFacet(answer, 'price')?.ranges).toMatchObject([{ filteredMin: 15, filteredMax: 18 }]);
    expect(findFacet(answer, 'price')?.count).toBe(1);
  });

  it('a selected facet value does not vanish (typesense#2131)', async () => {
    const answer = await shop.fetchAnswer({
      parameters: { facetFilter: "colour eq 'Green' and price gt 1000" },
    });
    expect(answer.count).toBe(0);
    expect(findFacet(answer, 'colour')?.values).toContainEqual({ count: 0, name: 'Green', disabled: true });
    const unheard = await shop.fetchAnswer({ parameters: { facetFilter: "brand eq 'Unheard of'" } });
    expect(findFacet(unheard, 'brand')?.values).toContainEqual({
      count: 0,
      name: 'Unheard of',
      disabled: true,
    });
  });

  it('the siblings of a selected value keep their counts (meilisearch#1073)', async () => {
    const before = findFacet(await shop.fetchAnswer({}), 'colour')?.values;
    const after = await shop.fetchAnswer({ parameters: { facetFilter: "colour eq 'Red'" } });
    expect(findFacet(after, 'colour')?.values).toEqual(before);
    for (const { name, count } of before ?? []) {
      const added = await shop.fetchAnswer({ parameters: { facetFilter: `colour in ('${name}')` } });
      expect([name, added.count]).toEqual([name, count]);
    }
  });

  it('a value of another facet that would lead to nothing is disabled, and stays', async () => {
    const before = findFacet(await shop.fetchAnswer({}), 'colour')?.values?.map(({ name }) => name);
    const after = findFacet(
      await shop.fetchAnswer({ parameters: { facetFilter: "brand eq 'Cirrus'" } }),
      'colour',
    )?.values;
    expect(after?.map(({ name }) => name).sort()).toEqual(before?.sort());
    expect(after?.find(({ name }) => name === 'Red')).toEqual({ count: 0, name: 'Red', disabled: true });
  });

  it('a filter loses nothing that an exact scan would find (milvus#44854, Lucene#656)', async () => {
    const all = await shop.fetchAnswer({});
    const cheap = (all.documents ?? []).filter(({ document }) => Number(document?.['price']) <= 20);
    const filtered = await shop.fetchAnswer({
      box: { candidates: 3 },
      parameters: { filter: 'price le 20' },
    });
    expect(listIdentifiers(filtered)).toEqual(
      cheap.map(({ document }) => document?.['identifier']).slice(0, 3),
    );
  });
});

const pins = 'typesense#549, #3042, #2033, #489';
describe(`pins (${pins})`, () => {
  it('respect the filter of the caller', async () => {
    const answer = await shop.fetchAnswer(withPromotions([pin('scarf', 1)], { filter: "colour eq 'Red'" }));
    expect(listIdentifiers(answer)).toEqual(['frock', 'shirt-s', 'coat']);
    expect(answer.count).toBe(3);
  });

  it('respect stock', async () => {
    const answer = await shop.fetchAnswer(withPromotions([pin('gown', 1)]));
    expect(listIdentifiers(answer)).toEqual(listIdentifiers(await shop.fetchAnswer({})));
  });

  it('respect a sort by price', async () => {
    const sorted = { orderby: 'price asc' };
    const answer = await shop.fetchAnswer(withPromotions([pin('coat', 1)], sorted));
    expect(listIdentifiers(answer)).toEqual(listIdentifiers(await shop.fetchAnswer({ parameters: sorted })));
    expect(listIdentifiers(answer).at(-1)).toBe('coat');
  });

  it('respect what the box excludes, and the variants of the source', async () => {
    const exclude = { kind: 'compare', field: 'brand', comparison: 'eq', value: 'Cirrus' } as const;
    const answer = await shop.fetchAnswer({ ...withPromotions([pin('scarf', 1)]), box: { exclude } });
    expect(listIdentifiers(answer)).not.toContain('scarf');
    const own = await shop.fetchAnswer(withPromotions([pin('shirt-m', 1)], { identifier: 'shirt-s' }));
    expect(listIdentifiers(own)).not.toContain('shirt-m');
  });

  it('are counted by facets, so that choosing a value still shows what its count says', async () => {
    const question = withPromotions([pin('belt', 1)]);
    const brown = findFacet(
      await shop.fetchAnswer({ ...question, box: { candidates: 2 } }),
      'colour',
    )?.values;
    expect(brown).toContainEqual({ count: 1, name: 'Brown', disabled: false });
  });
});

describe('organic and campaign stay apart', () => {
  it('what a campaign pins into an empty search is shown, and is no organic result', async () => {
    const promotions = [pin('belt', 1), pin('scarf', 2)];
    const box = { minimumScore: 1 };
    const answer = await shop.fetchAnswer({ ...withPromotions(promotions, { explain: 'true' }), box });
    expect([listIdentifiers(answer), answer.count]).toEqual([['belt', 'scarf'], 2]);
    expect(answer.explain).toMatchObject({ organicResults: 0 });
    expect(answer.explain?.documents.map(({ pinned, organicPosition }) => [pinned, organicPosition])).toEqual(
      [
        [true, null],
        [true, null],
      ],
    );
  });

  it('ads are not results, whatever they are', async () => {
    const plain = await shop.fetchAnswer({ parameters: { filter: 'price gt 1000' } });
    const effect = { kind: 'ads', identifiers: ['belt', 'scarf'] } as const;
    const answer = await shop.fetchAnswer({
      campaigns: [{ effect }],
      parameters: { filter: 'price gt 1000' },
    });
    expect(answer.ads?.adResults?.length).toBe(2);
    expect({ ...answer, ads: undefined }).toEqual({ ...plain, ads: undefined });
    expect(answer).toMatchObject({ count: 0, resultStatus: 'resultNotFound' });
  });

  it('a campaign for searches without hits sees organic hits only', async () => {
    const nothing = { when: { results: { max: 0 } } };
    const banner = { kind: 'banner', position: 'resultPageTop', contents: ['Sorry'] } as const;
    const question = withPromotions([pin('belt', 1)]);
    const campaigns = [...(question.campaigns ?? []), { ...nothing, effect: banner }];
    const answer = await shop.fetchAnswer({ campaigns, box: { minimumScore: 1 } });
    expect([answer.count, answer.banners?.length]).toEqual([1, 1]);
  });
});
