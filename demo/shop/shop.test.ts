import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopRoutes } from '../../src/http/shop/routes.ts';
import { listCampaignStops } from '../campaigns.ts';
import { demoProducts } from '../products.ts';
import { en } from '../words/en.ts';
import { categoryPath } from './addresses.ts';
import { createShopCatalogue, groupFamilies } from './catalogue.ts';
import { openShopPages } from './open-shop-pages.ts';
import { shopTexts } from './texts.ts';

const products = demoProducts();
const settings = {
  key: 'kdr_pub_"1"',
  boxes: {
    search: 'box-s',
    relatedKeywords: 'box-k',
    relatedProducts: 'products',
    withoutCampaigns: 'box-w',
  },
  tour: listCampaignStops(products),
  examples: en.examples,
  terms: en.frequentSearches,
  // Neither language of the pages: the visitor chooses.
  language: 'hu' as const,
};
const catalogue = createShopCatalogue(products);
const countTiles = (body: string): number => body.match(/class="tile"/g)?.length ?? 0;

describe('the pages of the demo shop', () => {
  const app = fastify();
  beforeAll(() => shopRoutes(app, openShopPages(settings, products)));
  afterAll(() => app.close());
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  const addresses = [
    '/shop',
    '/shop/',
    '/shop/basket',
    '/shop/learning',
    '/shop/search',
    '/shop/search?q=mug',
    '/shop/search?q=spaceship',
    '/shop/categories/shoes',
    '/shop/categories/shoes-trainers?colour=red&sort=cheap',
    '/shop/products/tr-101',
  ];

  it.each(addresses.flatMap((url) => [[url, 'en'] as const, [url, 'de'] as const]))(
    'serves %s in %s under a policy without inline code',
    async (url, language) => {
      const { statusCode, headers, body } = await get(url, { 'accept-language': language });
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-language']).toBe(language);
      expect(body).toContain(`<html lang="${language}">`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toMatch(/<script>|style=|onclick=|undefined|\[object/);
      expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    },
  );

  it.each([
    '/shop/nowhere',
    '/shop/products/none',
    '/shop/categories/none',
    '/shop/basket/x',
    '/shop/learning/x',
    '/shop/a/b/c',
    '/shop/assets/none.js',
    '/shop/pictures/none.svg',
  ])('answers 404 for %s', async (url) => expect((await get(url)).statusCode).toBe(404));

  it('lets the visitor switch the language and stay on the page', async () => {
    const { body } = await get('/shop/search?q=red+mug&lang=en');
    const address = /hreflang="de"[^>]*href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(address).toBe('/shop/search?q=red+mug&lang=de');
    const german = await get(address);
    expect(german.headers['set-cookie']).toContain('kindred_language=de');
    expect(german.body).toContain(shopTexts.de.related);
  });

  it('is in the language of its products alone, where it has texts in it', async () => {
    const german = fastify();
    shopRoutes(german, openShopPages({ ...settings, language: 'de' }, products));
    const { headers, body } = await german.inject({
      url: '/shop?lang=en',
      headers: { 'accept-language': 'en' },
    });
    expect([headers['content-language'], body.includes('hreflang')]).toEqual(['de', false]);
    expect(body).toContain(shopTexts.de.heroTitle);
    await german.close();
  });

  it('puts what was searched for into the quotation marks of the language', async () => {
    expect((await get('/shop/search?q=mug&lang=de')).body).toContain('>„mug“</h1>');
    expect((await get('/shop/search?q=mug&lang=en')).body).toContain('>“mug”</h1>');
  });

  it('has all texts in both languages', () => {
    const same = Object.entries(shopTexts.en).filter(
      ([key, text]) => shopTexts.de[key as keyof typeof shopTexts.de] === text,
    );
    expect(same.map(([key]) => key)).toEqual(['material', 'portal']);
    expect(Object.values(shopTexts.de).every((text) => text.trim() !== '')).toBe(true);
  });

  it('asks for the look-alikes of the product with the key for browsers', async () => {
    const { body } = await get('/shop/products/TR-101');
    expect(body).toContain(
      '<kindred-look-alikes tracker="box-s" key="kdr_pub_&quot;1&quot;" identifier="TR-101"',
    );
    expect(body).toContain('src="/shop/pictures/tr-101.svg" alt="');
  });

  it('shows the product in all its colours', async () => {
    const product = products.find(({ groupId }) => groupId !== null);
    if (product === undefined) throw new Error('the demo has products with variants');
    const { body } = await get(`/shop/products/${product.identifier}`);
    for (const { identifier } of catalogue.variants(product))
      expect(body).toContain(`href="/shop/products/${identifier}"`);
    expect(body.match(/aria-current="page"/g)).toHaveLength(1);
  });

  it('formats prices for the language', async () => {
    const price = String(catalogue.find('TR-101')?.price);
    expect((await get('/shop/products/TR-101?lang=en')).body).toContain(`€${price}`);
    expect((await get('/shop/products/TR-101?lang=de')).body).toContain(`${price.replace('.', ',')}\u00a0€`);
  });

  it('asks for keywords related to what was searched for, escaped', async () => {
    const { body } = await get(`/shop/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).toContain('pattern="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).not.toContain('<script>alert');
  });

  it('links to every category, and each lists its products, all colours as one', async () => {
    const { body } = await get('/shop');
    for (const { path, products: inside } of [...catalogue.categories, ...catalogue.departments]) {
      expect(body).toContain(`href="/shop${categoryPath(path)}"`);
      const page = await get(`/shop${categoryPath(path)}`);
      expect(countTiles(page.body)).toBe(groupFamilies(inside).length);
    }
  });

  it('links to a product for each kind of campaign', async () => {
    const { body } = await get('/shop');
    expect(settings.tour).toHaveLength(7);
    for (const { text, identifier } of settings.tour) {
      expect(catalogue.find(identifier)?.identifier).toBe(identifier);
      expect(body).toContain(`href="/shop/products/${identifier}?tour=${text}#alike" data-tour="${text}"`);
    }
  });

  it.each(settings.tour)(
    'says at $identifier what $text does, and switches it off and on',
    async ({ text, identifier }) => {
      const page = `/shop/products/${identifier}?tour=${text}`;
      const on = (await get(page)).body;
      expect(on).toContain(shopTexts.en[`${text}Look`]);
      expect(on).toContain('tracker="box-s"');
      expect(on).toContain(`href="${page.replaceAll('&', '&amp;')}&amp;campaigns=off#alike"`);
      const off = (await get(`${page}&campaigns=off`)).body;
      expect(off).toContain(shopTexts.en.tourOff);
      expect(off).toContain('tracker="box-w"');
      expect(off).toContain(`href="${page}#alike"`);
      expect((await get(`/shop/products/${identifier}`)).body).not.toContain(shopTexts.en.campaignOff);
    },
  );

  it('learns once for all who ask at the same time', async () => {
    let runs = 0;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const learning = fastify();
    const learn = () => {
      runs++;
      return promise;
    };
    shopRoutes(learning, { ...openShopPages(settings, products), learn });
    const asked = [1, 2].map(() => learning.inject({ method: 'POST', url: '/shop/learn' }));
    await learning.ready();
    setImmediate(() => resolve(undefined));
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    expect(runs).toBe(1);
    await learning.close();
  });

  it('narrows a category and a search by what is ticked, and keeps the search', async () => {
    const all = countTiles((await get('/shop/search?q=trainers')).body);
    const { body } = await get('/shop/search?q=trainers&material=canvas&to=90');
    expect(countTiles(body)).toBeGreaterThan(0);
    expect(countTiles(body)).toBeLessThan(all);
    expect(body).toContain('name="material" value="canvas" checked');
    expect(body).toContain('<input type="hidden" name="q" value="trainers">');
    expect(body).toContain('<a href="/shop/search?q=trainers">Remove all filters</a>');
    const nothing = await get('/shop/categories/shoes-trainers?from=9999');
    expect(nothing.body).toContain(shopTexts.en.nothingLeft);
  });

  it('shows six values of a long facet, and all of them where a later one is ticked', async () => {
    const page = '/shop/categories/shoes-trainers';
    expect((await get(page)).body).toContain('<details class="more"><summary>Show all (');
    const last = [...(await get(page)).body.matchAll(/name="colour" value="([^"]+)"/g)].at(-1)?.[1] ?? '';
    expect((await get(`${page}?colour=${encodeURIComponent(last)}`)).body).toContain(
      '<details class="more" open>',
    );
  });

  it('says why it leads here instead of to a product that is no longer made', async () => {
    const { body } = await get('/shop/categories/accessories-hats?instead-of=HA-117');
    expect(body).toContain('data-instead-of="HA-117"');
    expect(body).toContain(catalogue.find('HA-117')?.displayText ?? 'none');
    const unknown = await get('/shop/categories/accessories-hats?instead-of=none');
    expect(unknown.body).not.toContain('data-instead-of');
  });

  it('offers a sold-out product no basket, and says so', async () => {
    const soldOut = products.find(({ available }) => !available);
    const { body } = await get(`/shop/products/${soldOut?.identifier ?? ''}`);
    expect(body).toContain('Sold out');
    expect(body).not.toContain('data-add>');
  });

  it('draws each product, as an image that can run nothing', async () => {
    const { headers, body } = await get('/shop/pictures/tr-101.svg');
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
    });
    expect(body).toMatch(/^<svg /);
  });

  it.each([
    ['shop.js', 'text/javascript; charset=utf-8'],
    ['learning.js', 'text/javascript; charset=utf-8'],
    ['base.css', 'text/css; charset=utf-8'],
    ['start.css', 'text/css; charset=utf-8'],
  ])('serves %s', async (name, type) => {
    expect((await get(`/shop/assets/${name}`)).headers['content-type']).toBe(type);
  });

  it('refers only to assets that exist', async () => {
    const pages = await Promise.all(addresses.map((url) => get(url)));
    const referred = new Set(
      pages.flatMap(({ body }) =>
        [...body.matchAll(/(?:href|src)="(\/shop\/assets\/[^"]+)"/g)].map(([, at]) => at),
      ),
    );
    expect(referred.size).toBeGreaterThan(3);
    for (const url of referred) expect((await get(url ?? '')).statusCode, url).toBe(200);
  });
});
