import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';
import {
  addMember,
  type AdminClient,
  type AdminResponse,
  bearer,
  openAdminClient,
} from '../../../../test/support/http/admin/admin-client.ts';

let client: AdminClient;
let headers: Record<string, string>;
let ingestKey: string;

beforeAll(async () => {
  client = await openAdminClient();
  const shop = await createWebsiteFixture(client.kindred, client.imports, 'north');
  ({ ingestKey } = shop);
  headers = bearer(await addMember(client.kindred, shop.id, 'ann@north.example', 'owner'));
});

afterAll(() => client.close());

const apply = (items: object): Promise<AdminResponse> =>
  client.request({
    method: 'PUT',
    url: '/admin/websites/north/declaration',
    headers,
    body: { website: { name: 'north' }, ...items },
  });

const pathsOf = ({ json }: AdminResponse) =>
  ((json as { faults?: { path: string }[] }).faults ?? []).map(({ path }) => path);

describe('addresses with schemes that a shop must not follow', () => {
  const schemes = [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    'ftp://a.example',
    'blob:x',
  ];
  const doors: readonly (readonly [string, (address: string) => object])[] = [
    ['the shop', (url) => ({ website: { name: 'north', url } })],
    ['a feed', (url) => ({ datasets: [{ name: 'x', kind: 'products', source: { url } }] })],
    ['pictures', (imagesUrl) => ({ datasets: [{ name: 'x', kind: 'products', imagesUrl }] })],
    [
      'a box template',
      (url) => ({
        boxes: [{ name: 'x', kind: 'relatedKeywords', dataset: 'north-searches', url: `${url}//{keyword}` }],
      }),
    ],
    ['the redirect of a term', (url) => ({ website: { name: 'north', redirects: [{ term: 'sale', url }] } })],
    ['a redirect', (url) => ({ campaigns: [{ name: 'x', effect: { redirect: { url } } }] })],
    [
      'a banner',
      (url) => ({
        campaigns: [
          {
            name: 'x',
            effect: { banner: { position: 'filterTop', contents: [`<a href="${url}">x</a>`] } },
          },
        ],
      }),
    ],
  ];

  it.each(doors)('are refused for %s', async (_door, declare) => {
    for (const scheme of schemes) {
      const refused = await apply(declare(scheme));
      expect([scheme, refused.status, pathsOf(refused).length > 0]).toEqual([scheme, 400, true]);
    }
  });

  it('are refused for the redirect of a term in the settings, and nothing is stored', async () => {
    for (const url of schemes) {
      const body = { name: 'north', redirects: [{ term: 'sale', url }] };
      const refused = await client.request({ method: 'PUT', url: '/admin/websites/north', headers, body });
      expect([url, refused.status, pathsOf(refused)]).toEqual([url, 400, ['$.website.redirects[0].url']]);
    }
    expect(client.kindred.store.websites.byName('north')?.redirects).toEqual([]);
  });

  it.each(['url', 'imageUrl'])('are refused for the %s of a live change', async (property) => {
    for (const scheme of schemes) {
      const body = { identifier: 'north-p0', [property]: scheme };
      const answer = await client.request({
        method: 'POST',
        url: '/productData/product?dataset=north-catalogue',
        headers: { 'ocp-apim-subscription-key': ingestKey },
        body,
      });
      expect([scheme, answer.status]).toEqual([scheme, 400]);
    }
  });
});
