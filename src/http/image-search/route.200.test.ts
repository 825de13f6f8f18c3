import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '../../domain/filter.ts';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';
import type { WireImageSearchResult } from './schema.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const path = '/search/imagesearch';
const ask = async (parameters: Record<string, string | number> = {}, headers?: Record<string, string>) => {
  const btr = shop.north.search.tracker;
  const response = await shop.get(path, { btr, identifier: 'p0', ...parameters }, headers);
  return { ...response, body: response.json as WireImageSearchResult };
};
const identifiers = ({ documents }: WireImageSearchResult) =>
  (documents ?? []).map(({ document }) => document?.['identifier']);
const facet = ({ filters }: WireImageSearchResult, name: string) =>
  filters?.find((candidate) => candidate.name === name);

describe('look-alikes of a product', () => {
  it('share its category, best first, without the product itself', async () => {
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      resultStatus: 'resultFound',
      strategy: { rank: 1, searchMode: 'All' },
      isFuzzied: false,
    });
    const found = identifiers(body);
    expect(found).not.toContain('p0');
    expect(found.every((identifier) => Number(String(identifier).slice(1)) % 2 === 0)).toBe(true);
    const scores = (body.documents ?? []).map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('count, pages and facets describe the same set', async () => {
    const whole = (await ask({ top: 50 })).body;
    expect(whole.count).toBe(whole.documents?.length);
    expect(whole.resultCount).toBe(whole.count);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ask({ top: 5, page })));
    expect(pages.flatMap(({ body }) => identifiers(body))).toEqual(identifiers(whole));
    expect(pages.map(({ body }) => [body.count, body.pageSize, body.searchParameters.page])).toEqual(
      [1, 2, 3, 4].map((page) => [whole.count, 5, page]),
    );
    expect(facet(whole, 'brand')?.count).toBe(whole.count);
  });

  it('are answered for the name of a group as for its first variant', async () => {
    const [group, variant] = [await ask({ identifier: 'family' }), await ask({ identifier: 'p34' })];
    expect(group.body.resultStatus).toBe('resultFound');
    expect(identifiers(group.body)).toEqual(identifiers(variant.body));
  });

  it("the default page size is the box's", async () => {
    const { body } = await ask();
    expect([body.pageSize, body.resultPerPage, body.searchParameters.resultsPerPage]).toEqual([24, 24, 24]);
  });

  it('empty fields are null, and optional blocks are left out', async () => {
    const { body } = await ask({ identifier: 'nobody sells this' });
    expect(body).toMatchObject({
      resultStatus: 'resultNotFound',
      documents: null,
      filters: null,
      count: 0,
      resultCount: 0,
    });
    expect(body).toMatchObject({ originalQuery: null, alteredQuery: null, explainedAlteredQuery: null });
    expect(body.searchParameters).toMatchObject({
      query: null,
      sorting: null,
      filters: { rangeFilters: null, termFilters: null },
    });
    for (const block of ['redirect', 'banners', 'ads', 'promotionDetail', 'intentClarification', 'explain']) {
      expect(body).not.toHaveProperty(block);
    }
  });

  it('a product without a picture is answered by the text strategy', async () => {
    const { body } = await ask({ identifier: 'p38' });
    expect(body).toMatchObject({
      resultStatus: 'resultFound',
      strategy: { rank: 2, fuzzySensitiveness: 'One' },
    });
    expect(body.originalQuery).toContain('shirt');
    expect(body.searchParameters.query).toBe(body.originalQuery);
  });
});

describe('extensions', () => {
  it('a filter restricts the set and its facets', async () => {
    const { body } = await ask({ filter: "color eq 'Blue' and price lt 30", top: 50 });
    expect((body.documents ?? []).every(({ document }) => document?.['color'] === 'Blue')).toBe(true);
    expect(facet(body, 'color')?.values).toMatchObject([{ name: 'Blue', count: body.count }]);
    const [range] = facet(body, 'price')?.ranges ?? [];
    expect(range?.max).toBeLessThan(30);
    expect([range?.filteredMin, range?.filteredMax]).toEqual([range?.min, range?.max]);
  });

  it('both filters are echoed, joined by and', async () => {
    const { body } = await ask({ filter: "color eq 'Blue' or price lt 9", facetFilter: 'price  lt 30' });
    expect(body.originalFilter).toBe("(color eq 'Blue' or price lt 9) and price lt 30");
    expect(body.alteredFilter).toBe(body.originalFilter);
    expect(body.searchParameters.filters.rangeFilters).toEqual([{ name: 'price', min: null, max: 30 }]);
  });

  it('excluded products are left out with all their variants', async () => {
    const before = identifiers((await ask({ top: 50 })).body);
    const [first, second] = before.map(String);
    const after = identifiers((await ask({ top: 50, exclude: ` ${first}, ${second},nobody` })).body);
    expect(after).toEqual(before.slice(2));
  });

  it('what is chosen among the facets is echoed, and the facet keeps its other values', async () => {
    const { body } = await ask({ facetFilter: "color eq 'Blue' and price lt 30", top: 50 });
    expect((body.documents ?? []).every(({ document }) => document?.['color'] === 'Blue')).toBe(true);
    expect(body.originalFilter).toBe("color eq 'Blue' and price lt 30");
    expect(body.alteredFilter).toBe("color eq 'Blue' and price lt 30");
    expect(body.searchParameters.filters).toEqual({
      rangeFilters: [{ name: 'price', min: null, max: 30 }],
      termFilters: [{ name: 'color', values: ['Blue'] }],
    });
    expect(facet(body, 'color')?.values?.length).toBe(3);
    const [range] = facet(body, 'price')?.ranges ?? [];
    expect(range?.max).toBeGreaterThan(30);
    expect(range?.filteredMax).toBeLessThan(30);
  });

  it.each<[string, unknown, unknown]>([
    ['price eq 12', [{ name: 'price', min: 12, max: 12 }], null],
    ['price gt 10 and price le 30 and price ge 12', [{ name: 'price', min: 12, max: 30 }], null],
    ["color eq 'Red' or color eq 'Blue'", null, [{ name: 'color', values: ['Red', 'Blue'] }]],
    [
      "color eq 'Red' and color in ('Blue')",
      null,
      [
        { name: 'color', values: ['Red'] },
        { name: 'color', values: ['Blue'] },
      ],
    ],
    ["color  in ('Red','Blue')", null, [{ name: 'color', values: ['Red', 'Blue'] }]],
    ['color eq 7', null, [{ name: 'color', values: ['7'] }]],
    ["not color eq 'Red'", null, null],
    ["color eq 'Red' or price lt 20", null, null],
  ])('searchParameters.filters of %s', async (filter, rangeFilters, termFilters) => {
    const { body } = await ask({ filter });
    expect(body.searchParameters.filters).toEqual({ rangeFilters, termFilters });
    expect([body.originalFilter, body.alteredFilter]).toEqual([filter, filter]);
  });

  it('a category facet lists full paths, parents before children', async () => {
    const { body } = await ask({
      identifier: 'p38',
      facetFilter: "category in ('Clothes', 'Garden/Tools/Spades')",
    });
    const values = facet(body, 'category')?.values ?? [];
    const names = values.map(({ name }) => String(name));
    expect(names).toEqual(
      expect.arrayContaining(['Clothes', 'Clothes/Shirts', 'Garden', 'Garden/Tools', 'Garden/Tools/Spades']),
    );
    for (const [place, name] of names.entries()) {
      const parent = name.slice(0, Math.max(0, name.lastIndexOf('/')));
      const above = parent === '' ? -1 : names.indexOf(parent);
      expect(parent === '' || names.includes(parent)).toBe(true);
      expect(above).toBeLessThan(place);
    }
  });

  it('choosing a facet value gives the count of the facet', async () => {
    for (const { name, count } of facet((await ask()).body, 'color')?.values ?? []) {
      const { body } = await ask({ facetFilter: `color eq '${name}'` });
      expect([name, body.count, body.strategy.rank]).toEqual([name, count, 1]);
    }
  });

  it('orderby sorts by a field', async () => {
    const { body } = await ask({ orderby: 'price desc', top: 50 });
    const prices = (body.documents ?? []).map(({ document }) => Number(document?.['price']));
    expect(prices).toEqual([...prices].sort((a, b) => b - a));
    expect(body.searchParameters.sorting).toEqual([{ name: 'price', order: 'desc' }]);
  });

  it('explain contains the ladder and a reason for each document', async () => {
    const { body } = await ask({ explain: 'true' });
    expect(body.explain?.ladder).toMatchObject([{ rank: 1, outcome: 'enough', from: 'looks' }]);
    const [first] = body.explain?.documents ?? [];
    expect(first?.identifier).toBe(identifiers(body)[0]);
    expect(first?.shared).toContainEqual({
      field: 'category',
      values: expect.arrayContaining(['Clothes/Shirts']) as unknown,
    });
    expect(first?.looks).toBeGreaterThan(0);
  });

  it('explain says why a product without a picture was answered by the text strategy', async () => {
    const { explain } = (await ask({ identifier: 'p38', explain: 'true' })).body;
    expect(explain?.ladder.map(({ reason }) => reason)).toEqual([
      'The product has no usable picture: the next rung is tried.',
      expect.stringMatching(
        /^\d+ products with such words, at least the 1 asked for: the search ends here\.$/,
      ),
    ]);
    expect(explain?.documents[0]?.reason).toMatch(
      /^Its words match by \d+ %; same .+; place 1 of \d+ by score\.$/,
    );
  });
});

describe('campaigns', () => {
  const when = (identifier: string) => ({ when: { identifiers: [identifier] } });
  const red: Filter = { kind: 'compare', field: 'color', comparison: 'eq', value: 'Red' };

  it('a redirect has no documents', async () => {
    await shop.addCampaign({
      name: 'Away',
      ...when('p2'),
      effect: { kind: 'redirect', url: 'https://shop.example/sale' },
    });
    const { body } = await ask({ identifier: 'p2' });
    expect(body).toMatchObject({ resultStatus: 'redirect', documents: null, count: 0 });
    expect(body.redirect).toMatchObject({ campaignName: 'Away', url: 'https://shop.example/sale' });
  });

  it('a banner has its position and contents', async () => {
    const effect = { kind: 'banner', position: 'filterBottom', contents: ['<b>A</b>', 'B'] } as const;
    await shop.addCampaign({ name: 'Banner', ...when('p4'), effect });
    const { banners } = (await ask({ identifier: 'p4' })).body;
    expect(banners).toMatchObject([
      { position: 'filterBottom', contents: [{ content: '<b>A</b>' }, { content: 'B' }] },
    ]);
  });

  it('ads are scored, not counted, and exclude products that are on the page or sold out', async () => {
    const plain = (await ask({ identifier: 'p6' })).body;
    const onPage = String(identifiers(plain)[0]);
    await shop.addCampaign({
      name: 'Ads',
      ...when('p6'),
      effect: { kind: 'ads', identifiers: [onPage, 'p39', 'p1', 'p3'] },
    });
    const { body } = await ask({ identifier: 'p6' });
    expect(body.ads?.adResults?.map(({ document }) => document?.['identifier'])).toEqual(['p1', 'p3']);
    expect(body.ads?.adResults?.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect([body.count, identifiers(body)]).toEqual([plain.count, identifiers(plain)]);
  });

  it('a pin takes its position, respects filters, and is ignored with an explicit sort', async () => {
    const promotions = [{ action: 'pin', identifier: 'p1', position: 2 }] as const;
    await shop.addCampaign({
      name: 'Pin',
      ...when('p8'),
      effect: { kind: 'promotion', highlighted: true, promotions },
    });
    const { body } = await ask({ identifier: 'p8', explain: 'true' });
    expect(identifiers(body)[1]).toBe('p1');
    expect(body.promotionDetail).toMatchObject({ campaignName: 'Pin', highlighted: true });
    expect(body.explain?.documents[1]?.pinned).toBe(true);
    const sorted = (await ask({ identifier: 'p8', orderby: 'price asc', top: 50 })).body;
    const prices = (sorted.documents ?? []).map(({ document }) => Number(document?.['price']));
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(identifiers((await ask({ identifier: 'p8', filter: "color eq 'Red'" })).body)).not.toContain('p1');
  });

  it('a pin does not count towards the minimum results of a rung', async () => {
    const promotions = [{ action: 'pin', identifier: 'p2', position: 1 }] as const;
    await shop.addCampaign({
      name: 'Pin 38',
      ...when('p38'),
      effect: { kind: 'promotion', highlighted: false, promotions },
    });
    const { body } = await ask({ identifier: 'p38' });
    expect([body.strategy.rank, identifiers(body)[0]]).toEqual([2, 'p2']);
  });

  it('hidden products are not counted', async () => {
    const before = (await ask({ identifier: 'p10', top: 50 })).body;
    const promotions = [{ action: 'hide', targets: { filter: red } }] as const;
    await shop.addCampaign({
      name: 'Hide',
      ...when('p10'),
      effect: { kind: 'promotion', highlighted: false, promotions },
    });
    const { body } = await ask({ identifier: 'p10', top: 50 });
    const reds = (before.documents ?? []).filter(({ document }) => document?.['color'] === 'Red').length;
    expect(reds).toBeGreaterThan(0);
    expect(body.count).toBe(Number(before.count) - reds);
  });

  it('a selected tile filters and is echoed; an unknown tile changes nothing', async () => {
    const tiles = [{ id: 'red', text: 'Red', tile: null, action: { kind: 'filter', filter: red } }] as const;
    await shop.addCampaign({
      name: 'Ask',
      ...when('p12'),
      effect: { kind: 'intentClarification', question: 'Which?', tiles },
    });
    const { body } = await ask({ identifier: 'p12', tile: 'red' });
    expect(body.intentClarification).toMatchObject({
      clarifyingQuestion: 'Which?',
      pattern: null,
      selectedTile: { intentTileId: 'red', intentTileText: 'Red', tile: null },
    });
    expect([body.originalFilter, body.alteredFilter]).toEqual([null, "color eq 'Red'"]);
    expect((body.documents ?? []).every(({ document }) => document?.['color'] === 'Red')).toBe(true);
    const other = (await ask({ identifier: 'p12', tile: 'blue' })).body;
    expect(other.intentClarification).not.toHaveProperty('selectedTile');
    expect(other.alteredFilter).toBeNull();
  });

  it('drafts and campaigns of other boxes are not served', async () => {
    const effect = { kind: 'banner', position: 'resultPageTop', contents: ['x'] } as const;
    await shop.addCampaign({ name: 'Draft', ...when('p16'), effect, state: 'draft' });
    await shop.addCampaign({
      name: 'Elsewhere',
      ...when('p16'),
      effect,
      boxId: shop.north.relatedProducts.id,
    });
    expect((await ask({ identifier: 'p16' })).body).not.toHaveProperty('banners');
    await shop.addCampaign({ name: 'Here', ...when('p16'), effect, boxId: shop.north.search.id });
    expect((await ask({ identifier: 'p16' })).body.banners).toMatchObject([{ campaignName: 'Here' }]);
  });

  it('higher priority comes first; equal priorities by age', async () => {
    const effect = { kind: 'banner', position: 'resultPageTop', contents: ['x'] } as const;
    for (const [name, priority] of [
      ['Third', 1],
      ['Last', -5],
      ['First', 9],
      ['Fourth', 1],
      ['Second', 5],
    ] as const) {
      await shop.addCampaign({ name, priority, ...when('p18'), effect });
    }
    const names = (await ask({ identifier: 'p18' })).body.banners?.map(({ campaignName }) => campaignName);
    expect(names).toEqual(['First', 'Second', 'Third', 'Fourth', 'Last']);
  });

  it('a campaign for zero results applies only when there are none', async () => {
    const effect = { kind: 'banner', position: 'resultPageTop', contents: ['Sorry'] } as const;
    await shop.addCampaign({ name: 'Nothing', when: { results: { max: 0 } }, effect });
    expect((await ask({ identifier: 'nobody sells this' })).body.banners).toMatchObject([
      { campaignName: 'Nothing' },
    ]);
    expect((await ask({ identifier: 'p14' })).body).not.toHaveProperty('banners');
  });
});
