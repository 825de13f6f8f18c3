import { describe, expect, it } from 'vitest';
import type { AdminClient, AdminResponse } from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

withAdminShop('owner', (opened) => {
  ({ client, shop, headers } = opened);
});

const post = (path: string, body: unknown): Promise<AdminResponse> =>
  client.request({ method: 'POST', url: `/admin/websites/north${path}`, headers, body });

const listPaths = ({ json }: AdminResponse): string[] =>
  ((json as { faults?: { path: string }[] }).faults ?? []).map(({ path }) => path);

const rungs = (count: number) =>
  Array.from({ length: count }, (_, rank) => ({ rank, from: 'text', searchMode: 'Any' }));
const pins = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ pin: { identifier: String(index), position: 1 } }));
const terms = (count: number) =>
  Array.from({ length: count }, (_, index) => `price lt ${index}`).join(' or ');

describe('input that would make a call expensive', () => {
  it('is refused in a preview: more than 10 rungs', async () => {
    const body = { identifier: 'north-p0', campaigns: 'none', settings: { strategies: rungs(2000) } };
    expect((await post('/boxes/north-similar/preview', body)).status).toBe(400);
    const allowed = { ...body, settings: { strategies: rungs(10) } };
    expect((await post('/boxes/north-similar/preview', allowed)).status).toBe(200);
  });

  it('is refused in the draft of a preview: more than 100 promotions', async () => {
    const draft = { name: 'x', effect: { promotion: { promotions: pins(101) } } };
    const body = { identifier: 'north-p0', campaigns: 'drafts', draft };
    expect((await post('/boxes/north-similar/preview', body)).status).toBe(400);
  });

  it('is refused in a box and a campaign where a number exceeds 32 bits', async () => {
    const strategies = [{ rank: 2 ** 31, from: 'text', searchMode: 'Any' }];
    const box = { name: 'wide', kind: 'search', dataset: 'north-catalogue' };
    const refusedBox = await post('/boxes', { ...box, strategies });
    expect([refusedBox.status, listPaths(refusedBox)]).toEqual([400, ['$.strategies[0].rank']]);
    const largest = [{ ...strategies[0], rank: 2 ** 31 - 1 }];
    expect((await post('/boxes', { ...box, strategies: largest })).status).toBe(201);
    const effect = { redirect: { url: 'https://north.example/sale' } };
    const refused = await post('/campaigns', { name: 'wide', priority: -(2 ** 31) - 1, effect });
    expect([refused.status, listPaths(refused)]).toEqual([400, ['$.priority']]);
  });

  it('is refused in a box and in a campaign', async () => {
    const box = { name: 'x', kind: 'search', dataset: 'north-catalogue', strategies: rungs(11) };
    const refusedBox = await post('/boxes', box);
    expect([refusedBox.status, listPaths(refusedBox)]).toEqual([400, ['$.strategies']]);
    const refusedCampaign = await post('/campaigns', {
      name: 'x',
      effect: { promotion: { promotions: pins(101) } },
    });
    expect([refusedCampaign.status, listPaths(refusedCampaign)]).toEqual([
      400,
      ['$.effect.promotion.promotions'],
    ]);
  });

  it('is refused in the filter of a public call: more than 100 comparisons', async () => {
    const call = (filter: string) =>
      client.request({
        method: 'GET',
        url: `/search/imagesearch?btr=${shop.trackers.search}&identifier=north-p0&filter=${encodeURIComponent(filter)}`,
        headers: { 'ocp-apim-subscription-key': shop.key },
      });
    const refused = await call(terms(101));
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('a filter has at most 100 comparisons') as string,
    ]);
    expect((await call(terms(100))).status).toBe(200);
  });
});

describe('addresses that a shop would turn into a script', () => {
  const script = 'javascript:alert(1)';

  it.each([
    [
      'a redirect',
      '/campaigns',
      { name: 'x', effect: { redirect: { url: script } } },
      '$.effect.redirect.url',
    ],
    [
      'a banner',
      '/campaigns',
      { name: 'x', effect: { banner: { position: 'filterTop', contents: [`<a href="${script}">x</a>`] } } },
      '$.effect.banner.contents[0]',
    ],
    [
      'the template of a related box',
      '/boxes',
      { name: 'x', kind: 'relatedKeywords', dataset: 'north-searches', url: `${script}//{keyword}` },
      '$.url',
    ],
    [
      'a feed',
      '/datasets',
      { name: 'x', kind: 'products', source: { url: 'data:text/csv,id' } },
      '$.source.url',
    ],
  ])('are refused in %s', async (_case, path, body, fault) => {
    const refused = await post(path, body);
    expect([refused.status, listPaths(refused)]).toEqual([400, [fault]]);
  });
});
