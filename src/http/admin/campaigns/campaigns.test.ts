import { describe, expect, it } from 'vitest';
import {
  addMember,
  type AdminClient,
  type AdminResponse,
  bearer,
} from '../../../../test/support/http/admin/admin-client.ts';
import { catalogue, catalogueFields } from '../../../../test/support/http/catalogue.ts';
import { withAdminShop } from '../../../../test/support/http/admin/with-admin-shop.ts';

let client: AdminClient;
let headers: Record<string, string>;

withAdminShop('merchandiser', (opened) => {
  ({ client, headers } = opened);
});

const ask = (method: string, path: string, body?: unknown): Promise<AdminResponse> =>
  client.request({
    method,
    url: `/admin/websites/north${path}`,
    headers,
    ...(body !== undefined && { body }),
  });

const redirect = (url: string) => ({ redirect: { url } });
const hide = (filter: string) => ({ promotion: { promotions: [{ hide: { filter } }] } });

describe('a redirect without a condition', () => {
  const campaign = { name: 'Everybody leaves', effect: redirect('https://shop.example/sale') };
  const name = encodeURIComponent(campaign.name);

  it('is published only with its name as a confirmation', async () => {
    const { ruleId } = (await ask('POST', '/campaigns', campaign)).json as { ruleId: number };
    const refused = await ask('POST', `/campaigns/${ruleId}/publish`);
    expect([refused.status, refused.json]).toMatchObject([409, { reason: 'confirm-redirect' }]);
    expect((await ask('POST', `/campaigns/${ruleId}/publish?confirm=Everybody`)).status).toBe(409);
    const published = await ask('POST', `/campaigns/${ruleId}/publish?confirm=${name}`);
    expect([published.status, published.json]).toMatchObject([200, { state: 'published' }]);
    expect((await ask('POST', `/campaigns/${ruleId}/withdraw`)).status).toBe(200);
    expect((await ask('DELETE', `/campaigns/${ruleId}`)).status).toBe(204);
  });

  it('is not published by creating or changing it either', async () => {
    const published = { ...campaign, state: 'published' };
    expect((await ask('POST', '/campaigns', published)).status).toBe(409);
    const made = await ask('POST', '/campaigns', { ...published, when: { brand: 'Acme' } });
    expect(made.status).toBe(201);
    const { ruleId } = made.json as { ruleId: number };
    expect((await ask('PUT', `/campaigns/${ruleId}`, campaign)).status).toBe(409);
    expect((await ask('PUT', `/campaigns/${ruleId}?confirm=${name}`, campaign)).status).toBe(200);
    await ask('DELETE', `/campaigns/${ruleId}`);
  });
});

describe('addresses with other schemes', () => {
  const unsafe = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example',
    ' x',
  ];
  it.each(unsafe)('a redirect to %s is refused', async (url) => {
    const { status, json } = await ask('POST', '/campaigns', { name: 'Away', effect: redirect(url) });
    expect(status).toBe(400);
    expect((json as { faults: { path: string }[] }).faults[0]?.path).toBe('$.effect.redirect.url');
  });
});

describe('filters of campaigns and boxes', () => {
  it('are refused when they name a field that the catalogue does not have', async () => {
    const effect = {
      promotion: {
        promotions: [
          { pin: { identifier: 'north-p1', position: 1 } },
          { hide: { filter: "nowhere eq 'x'" } },
        ],
      },
    };
    const refused = await ask('POST', '/campaigns', {
      name: 'Typo',
      when: { attributes: [{ name: 'bland', value: 'Acme' }] },
      effect,
    });
    expect(refused.status).toBe(400);
    expect((refused.json as { faults: object[] }).faults).toMatchObject([
      {
        path: '$.effect.promotion.promotions[1].hide.filter',
        reason: 'unknown-field',
        values: { field: 'nowhere' },
      },
      { path: '$.when.attributes[0].name', values: { field: 'bland' } },
    ]);
  });

  it('are refused in tiles and in what a box excludes', async () => {
    const tiles = [{ id: 'a', text: 'A', filter: "nowhere eq 'x'" }];
    const choice = { name: 'Choice', effect: { intentClarification: { question: 'Which?', tiles } } };
    const { json } = await ask('POST', '/campaigns', choice);
    expect((json as { faults: { path: string }[] }).faults[0]?.path).toBe(
      '$.effect.intentClarification.tiles[0].filter',
    );
    const box = (await ask('GET', '/boxes/north-similar')).json as { declaration: object };
    const owner = bearer(await addMember(client.kindred, 1, 'owner@north.example', 'owner'));
    const excluded = await client.request({
      method: 'PUT',
      url: '/admin/websites/north/boxes/north-similar',
      headers: owner,
      body: { ...box.declaration, exclude: 'nowhere eq 1' },
    });
    expect([excluded.status, excluded.json]).toMatchObject([400, { faults: [{ path: '$.exclude' }] }]);
    expect((await ask('GET', '/boxes/north-similar')).json).toMatchObject({ declaration: box.declaration });
  });

  it('are accepted with fields of the catalogue', async () => {
    const { status, json } = await ask('POST', '/campaigns', { name: 'Fine', effect: hide('price gt 1') });
    expect([status, json]).toMatchObject([201, { state: 'draft' }]);
    await ask('DELETE', `/campaigns/${(json as { ruleId: number }).ruleId}`);
  });
});

describe('the review before publishing', () => {
  const review = async (campaign: object) => (await ask('POST', '/campaigns/review', campaign)).json;

  it('counts the products, names the boxes and gives examples', async () => {
    const effect = hide('price gt 1');
    const all = (await review({ name: 'All', effect })) as { products: number; examples: object[] };
    expect(all).toMatchObject({ boxes: ['north-similar'], unconditional: true, conflicts: [] });
    expect(all.products).toBeGreaterThan(3);
    expect(all.examples).toHaveLength(3);
    const one = await review({ name: 'One', when: { identifiers: ['north-p0'] }, effect });
    expect(one).toMatchObject({
      unconditional: false,
      products: 1,
      isPartial: false,
      examples: [{ identifier: 'north-p0' }],
    });
    expect(await review({ name: 'None', when: { brand: 'Nobody' }, effect })).toMatchObject({
      products: 0,
      examples: [],
    });
  });

  it('counts the catalogues of all boxes, a shared one once, and gives examples of each', async () => {
    const { store, engine } = client.kindred;
    const website = store.websites.byName('north');
    const similar = store.boxes.byName(website?.id ?? 0, 'north-similar');
    if (website === null || similar?.kind !== 'search') throw new Error('The shop has a search box.');
    const dataset = { kind: 'products', source: null, fields: [], productsId: null, model: null } as const;
    const outlet = await store.datasets.put(website.id, 'test', { ...dataset, name: 'outlet' });
    const builder = await engine.buildProducts(outlet.tracker, {
      fields: catalogueFields,
      language: 'en',
      model: 'test',
      plans: [],
    });
    // Five rows, and four products: p34 and p36 are variants of one.
    for (const { product, picture } of catalogue().slice(34, 39)) await builder.add({ product, picture });
    await engine.makeLive(outlet.tracker, (await builder.finish()).version);
    const { id: _id, tracker: _tracker, websiteId, ...box } = similar;
    const effect = hide('price gt 1');
    const before = (await review({ name: 'All', effect })) as { products: number };
    await store.boxes.put(websiteId, 'test', { ...box, name: 'same catalogue' });
    await store.boxes.put(websiteId, 'test', { ...box, name: 'outlet box', datasetId: outlet.id });
    const all = (await review({ name: 'All', effect })) as {
      boxes: string[];
      products: number;
      examples: { identifier: string; box: string }[];
    };
    expect(all.boxes.toSorted()).toEqual(['north-similar', 'outlet box', 'same catalogue']);
    expect(all.products).toBe(before.products + 4);
    expect(all.examples.map(({ box: name }) => name)).toEqual([
      'north-similar',
      'outlet box',
      'north-similar',
    ]);
    expect(all.examples[1]?.identifier).toBe('p34');
    const one = await review({ name: 'One', box: 'outlet box', effect });
    expect(one).toMatchObject({
      boxes: ['outlet box'],
      products: 4,
      examples: [{ box: 'outlet box', identifier: 'p34' }, { identifier: 'p35' }, { identifier: 'p37' }],
    });
    for (const name of ['same catalogue', 'outlet box']) await store.boxes.remove(websiteId, 'test', name);
    await store.datasets.remove(websiteId, 'test', 'outlet');
  });

  it('names published campaigns that compete with it, and no others', async () => {
    const ads = { ads: { identifiers: ['north-p1'] } };
    const make = async (name: string, effect: object, when: object, state = 'published') =>
      (await ask('POST', '/campaigns', { name, effect, when, state })).json as { ruleId: number };
    const made = [
      await make('Other ads', ads, {}),
      await make('Ads of another product', ads, { identifiers: ['north-p5'] }),
      await make('A draft', ads, {}, 'draft'),
      await make('A banner', { banner: { position: 'filterTop', contents: ['Hello'] } }, {}),
      await make('A redirect', redirect('https://shop.example/'), { identifiers: ['north-p0'] }),
    ];
    const found = await review({ name: 'Ads', when: { identifiers: ['north-p0'] }, effect: ads });
    const { conflicts } = found as { conflicts: { name: string }[] };
    expect(conflicts.map(({ name }) => name).sort()).toEqual(['A redirect', 'Other ads']);
    for (const { ruleId } of made) await ask('DELETE', `/campaigns/${ruleId}`);
  });

  it('refuses what cannot be saved', async () => {
    expect((await ask('POST', '/campaigns/review', { name: 'x', effect: hide('nowhere eq 1') })).status).toBe(
      400,
    );
  });
});
