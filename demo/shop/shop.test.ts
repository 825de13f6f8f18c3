import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shopRoutes } from '../../src/http/shop/routes.ts';
import { demoProducts } from '../products.ts';
import { categoryPath, createShopCatalogue } from './catalogue.ts';
import { html, joinHtml } from './layout.ts';
import { openShopPages } from './open-shop-pages.ts';

const settings = {
  key: 'kdr_pub_"1"',
  catalogue: 'c0ffee',
  boxes: { search: 'box-s', relatedKeywords: 'box-k' },
};
const products = demoProducts();
const catalogue = createShopCatalogue(products);

describe('the catalogue of the demo shop', () => {
  it('has every product in exactly one category, with an address of its own', () => {
    expect(catalogue.categories.flatMap((category) => category.products)).toHaveLength(products.length);
    const paths = catalogue.categories.map(({ path }) => categoryPath(path));
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^\/shop\/categories\/[a-z0-9-]+$/);
  });

  it('offers one available product of each category on the first page', () => {
    expect(catalogue.sample).toHaveLength(catalogue.categories.length);
    expect(catalogue.sample.every(({ available }) => available)).toBe(true);
  });

  it('finds products by identifier, whatever the case', () => {
    expect(catalogue.find('tr-101')?.identifier).toBe('TR-101');
    expect(catalogue.find('nothing')).toBeNull();
  });

  it('knows the colours of a product', () => {
    const grouped = products.find(({ groupId }) => groupId !== null);
    const single = products.find(({ groupId }) => groupId === null);
    if (!grouped || !single) throw new Error('the demo has products with and without variants');
    expect(catalogue.variants(grouped).length).toBeGreaterThan(1);
    expect(catalogue.variants(grouped)).toContain(grouped);
    expect(catalogue.variants(single)).toEqual([single]);
  });

  it.each([
    ['trainers', ({ category }: { category: string }) => category === 'Shoes/Trainers'],
    ['TRAINER', ({ category }: { category: string }) => category === 'Shoes/Trainers'],
  ])('finds products that carry the words of "%s"', (words, isExpected) => {
    const found = catalogue.search(words);
    expect(found.length).toBeGreaterThan(5);
    expect(found.every(isExpected)).toBe(true);
  });

  it('needs all words, and finds nothing for none', () => {
    const red = catalogue.search('red trainers');
    expect(red.length).toBeGreaterThan(0);
    expect(red.every(({ colour }) => colour === 'red')).toBe(true);
    expect(catalogue.search('trainers spaceship')).toEqual([]);
    expect(catalogue.search('  ')).toEqual([]);
  });
});

describe('the template', () => {
  it('escapes texts and keeps HTML', () => {
    const inner = joinHtml([html`<b>${'<i>'}</b>`, html`&amp;`]);
    expect(html`<p title="${'"\''}">${inner}</p>`.html).toBe(
      '<p title="&quot;&#39;"><b>&lt;i&gt;</b>&amp;</p>',
    );
  });
});

describe('the pages of the demo shop', () => {
  const app = fastify();
  beforeAll(() => shopRoutes(app, openShopPages(settings, products)));
  afterAll(() => app.close());
  const get = (url: string) => app.inject({ url });

  it.each(['/shop', '/shop/', '/shop/basket', '/shop/search', '/shop/search?q=mug', '/shop/products/tr-101'])(
    'serves %s under a policy without inline code',
    async (url) => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(body).not.toMatch(/<script>|style=|onclick=/);
      expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    },
  );

  it.each([
    '/shop/nowhere',
    '/shop/products/none',
    '/shop/categories/none',
    '/shop/basket/x',
    '/shop/a/b/c',
    '/shop/assets/none.js',
  ])('answers 404 for %s', async (url) => expect((await get(url)).statusCode).toBe(404));

  it('asks for the look-alikes of the product with the key for browsers', async () => {
    const { body } = await get('/shop/products/TR-101');
    expect(body).toContain(
      '<kindred-look-alikes tracker="box-s" key="kdr_pub_&quot;1&quot;" identifier="TR-101"',
    );
    expect(body).toContain('/pictures/c0ffee/tr-101.png');
  });

  it('asks for keywords related to what was searched for, escaped', async () => {
    const { body } = await get(`/shop/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(body).toContain('pattern="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(body).not.toContain('<script>alert');
  });

  it('links to every category, and each lists its products', async () => {
    const { body } = await get('/shop');
    for (const { path, products: inside } of catalogue.categories) {
      expect(body).toContain(`href="${categoryPath(path)}"`);
      const page = await get(categoryPath(path));
      expect(page.body.match(/class="tile"/g)).toHaveLength(inside.length);
    }
  });

  it('offers a sold-out product no basket, and says so', async () => {
    const soldOut = products.find(({ available }) => !available);
    const { body } = await get(`/shop/products/${soldOut?.identifier ?? ''}`);
    expect(body).toContain('Sold out');
    expect(body).not.toContain('data-add>');
  });

  it('serves its script and its style sheet', async () => {
    expect((await get('/shop/assets/shop.js')).headers['content-type']).toBe(
      'text/javascript; charset=utf-8',
    );
    expect((await get('/shop/assets/shop.css')).headers['content-type']).toBe('text/css; charset=utf-8');
  });
});
