import { describe, expect, it } from 'vitest';
import type { AdminClient, AdminResponse } from '../../../../test/support/http/admin/admin-client.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';
import type { WebsiteFixture } from '../../../../test/support/http/admin/website-fixture.ts';

let client: AdminClient;
let shop: WebsiteFixture;
let headers: Record<string, string>;

withAdminShop('merchandiser', (opened) => {
  ({ client, shop, headers } = opened);
});

const website = '/admin/websites/north';
const catalogue = `${website}/datasets/north-catalogue`;
const ask = (path: string): Promise<AdminResponse> =>
  client.request({ method: 'GET', url: catalogue + path, headers });

type Found = { products: { identifier: string }[]; count: number };

const find = async (query: Record<string, string>) => {
  const { status, json } = await ask(`/products?${new URLSearchParams(query).toString()}`);
  const { products, count } = json as Found;
  return { status, count, identifiers: products.map(({ identifier }) => identifier) };
};

describe('products by filter', () => {
  it.each([
    ["brand eq 'Acme'", 8, ['north-p0', 'north-p10', 'north-p15']],
    ["category eq 'Home'", 20, ['north-p1', 'north-p11', 'north-p13']],
    ['price ge 48', 2, ['north-p38', 'north-p39']],
    ["color eq 'Red' and sale eq true", 4, ['north-p0', 'north-p12', 'north-p24']],
    ["brand eq 'Nobody'", 0, []],
  ])('%s finds %i, sold-out ones included', async (filter, count, first) => {
    const found = await find({ filter });
    expect(found.count).toBe(count);
    expect(found.identifiers.slice(0, 3)).toEqual(first);
  });

  it('come page by page, each product once', async () => {
    const pages = [1, 2, 3].map((page) => find({ filter: 'price ge 10', page: String(page) }));
    const [first, second, third] = await Promise.all(pages);
    expect([first?.count, first?.identifiers.length, second?.identifiers.length]).toEqual([39, 24, 15]);
    expect(third?.identifiers).toEqual([]);
    const all = [...(first?.identifiers ?? []), ...(second?.identifiers ?? [])];
    expect(new Set(all).size).toBe(39);
  });

  it('are one for all variants of a product, with their number', async () => {
    const { json } = await ask(`/products?${new URLSearchParams({ filter: 'price ge 40' }).toString()}`);
    const listed = (json as { products: { identifier: string; variants: number }[] }).products;
    const family = listed.filter(({ variants }) => variants > 1);
    expect(family.map(({ identifier, variants }) => [identifier, variants])).toEqual([['north-p34', 2]]);
    expect(listed.map(({ identifier }) => identifier)).not.toContain('north-p36');
  });

  it('are searched by words within the filter', async () => {
    const all = await find({ q: 'lamp' });
    const acme = await find({ q: 'lamp', filter: "brand eq 'Acme'" });
    expect([all.count, acme.count]).toEqual([19, 4]);
    expect(acme.identifiers.toSorted()).toEqual(['north-p15', 'north-p25', 'north-p35', 'north-p5']);
    expect((await find({ q: 'north-p1', filter: "brand eq 'Nobody'" })).identifiers).toEqual([]);
  });

  it('are refused for a field that the catalogue does not have, and for a text that is no filter', async () => {
    const answers = await Promise.all(
      ["brnd eq 'Acme'", 'brand eq', 'displayText eq 5'].map((filter) =>
        ask(`/products?${new URLSearchParams({ filter }).toString()}`),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    const faults = answers.map(({ json }) => (json as { faults: object[] }).faults[0]);
    expect(faults).toMatchObject([
      { path: '$.filter', reason: 'unknown-field', values: { field: 'brnd' } },
      { path: '$.filter', reason: 'filter' },
      { path: '$.filter', reason: 'unknown-field', values: { field: 'displayText' } },
    ]);
  });

  it('are all products where the filter is empty', async () => {
    expect((await find({ filter: ' ' })).count).toBe(39);
  });
});

type Use = {
  variants: { identifier: string }[];
  campaigns: { name: string; state: string; roles: string[] }[];
  appearances: { box: string; position: number; product: { identifier: string } }[];
  changes: { kind: string; fields: object[] }[];
};

const useOf = async (identifier: string): Promise<Use> => {
  const { status, json } = await ask(`/products/${identifier}/use`);
  expect(status).toBe(200);
  return json as Use;
};

const rolesOf = async (identifier: string, name: string) =>
  (await useOf(identifier)).campaigns.find((campaign) => campaign.name === name)?.roles ?? [];

const addCampaign = async (name: string, effect: object, when?: object): Promise<void> => {
  const body = { name, effect, ...(when && { when }) };
  const answer = await client.request({ method: 'POST', url: `${website}/campaigns`, headers, body });
  expect([name, answer.status]).toEqual([name, 201]);
};

const promote = (...promotions: object[]) => ({ promotion: { promotions } });
const nowhere = { brand: 'None' };

describe('the campaigns of a product', () => {
  it.each<[string, object, object, Readonly<Record<string, readonly string[]>>]>([
    ['pins', promote({ pin: { identifier: 'north-p2', position: 1 } }), nowhere, { p2: ['pin'], p4: [] }],
    [
      'pins-a-family',
      promote({ pin: { identifier: 'north-p34', position: 1 } }),
      nowhere,
      { p34: ['pin'], p36: ['pin'], p2: [] },
    ],
    [
      'pins-one-variant',
      promote({ pin: { identifier: 'north-p34', position: 1, variantOnly: true } }),
      nowhere,
      { p34: ['pin'], p36: [] },
    ],
    [
      'moves-by-filter',
      promote(
        { boost: { filter: "color eq 'Red'", factor: 2 } },
        { bury: { filter: "brand eq 'Acme'", factor: 0.5 } },
      ),
      nowhere,
      { p0: ['boost', 'bury'], p3: ['boost'], p5: ['bury'], p1: [] },
    ],
    ['hides', promote({ hide: { identifiers: ['north-p36'] } }), nowhere, { p34: ['hide'], p1: [] }],
    ['advertises', { ads: { identifiers: ['north-p7'] } }, nowhere, { p7: ['ad'], p9: [] }],
    [
      'asks',
      {
        intentClarification: {
          question: 'Which colour?',
          tiles: [{ id: 'red', text: 'Red', filter: "color eq 'Red'" }],
        },
      },
      nowhere,
      { p0: ['tile'], p1: [] },
    ],
    [
      'on-lamps',
      promote({ hide: { filter: 'sale eq true' } }),
      { category: 'Home' },
      { p1: ['source'], p0: ['hide'], p2: [] },
    ],
  ])('%s', async (name, effect, when, expected) => {
    await addCampaign(name, effect, when);
    for (const [product, roles] of Object.entries(expected))
      expect([product, await rolesOf(`north-${product}`, name)]).toEqual([product, roles]);
  });

  it('have their state', async () => {
    const { campaigns } = await useOf('north-p7');
    expect(campaigns.find(({ name }) => name === 'advertises')?.state).toBe('draft');
  });
});

describe('a product', () => {
  it('knows its other variants', async () => {
    expect((await useOf('north-p34')).variants.map(({ identifier }) => identifier)).toEqual(['north-p36']);
    expect((await useOf('north-p1')).variants).toEqual([]);
  });

  it('appears in the lists of its look-alikes, where the list of each of them has it', async () => {
    const { appearances } = await useOf('north-p2');
    expect(appearances.length).toBeGreaterThan(0);
    for (const { box, position, product } of appearances) {
      expect(box).toBe('north-similar');
      const answer = await client.request({
        method: 'POST',
        url: `${website}/boxes/north-similar/preview`,
        headers,
        body: { campaigns: 'published', identifier: product.identifier, parameters: { top: 24 } },
      });
      const { documents } = answer.json as { documents: { document: { identifier: string } }[] };
      expect(documents[position - 1]?.document.identifier).toBe('north-p2');
    }
  });

  it('has its own live changes, newest first', async () => {
    const change = (identifier: string, price: number) =>
      client.request({
        method: 'POST',
        url: '/productData/product',
        headers: { 'ocp-apim-subscription-key': shop.ingestKey },
        body: { identifier, price },
      });
    await change('north-p4', 5);
    await change('north-p6', 6);
    client.clock.nowMs += 1000;
    await change('north-p4', 7);
    const { changes } = await useOf('north-p4');
    expect(changes.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['changed', [{ name: 'price', value: '7' }]],
      ['changed', [{ name: 'price', value: '5' }]],
    ]);
    expect((await useOf('north-p8')).changes).toEqual([]);
  });

  it('that the catalogue does not have is not found', async () => {
    expect((await ask('/products/nothing/use')).status).toBe(404);
  });
});
