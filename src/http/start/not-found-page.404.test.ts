import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../../../test/support/http/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('an address at which there is nothing', () => {
  it.each(['/nonsense', '/shop', '/docs/none', '/search', '/'.padEnd(300, 'x')])(
    'is a page for a browser that asks for %s',
    async (path) => {
      const { status, headers, text } = await shop.send('GET', path, browser);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('<h1>Page not found</h1>');
      expect(text).not.toMatch(/<script|style=|onclick/);
      // There is no demo shop to go to.
      const links = [...text.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
      expect(links).toEqual(['/portal', '/docs', '/docs/api']);
    },
  );

  it('is in the language of the browser, and shows the address as text', async () => {
    const german = { ...browser, 'accept-language': 'de' };
    const { headers, text } = await shop.send('GET', "/a'b&c", german);
    expect(headers['content-language']).toBe('de');
    expect(text).toContain('Unter <code>/a&#39;b&amp;c</code> gibt es nichts.');
  });

  it.each([
    ['a program', 'GET', '/nonsense', { accept: '*/*' }],
    ['a program that says nothing', 'GET', '/nonsense', {}],
    ['another method', 'POST', '/nonsense', browser],
    ['the admin API', 'GET', '/admin/nonsense', browser],
  ])('keeps the answer of the contract for %s', async (_who, method, path, headers) => {
    const answer = await shop.send(method, path, headers);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('keeps the answers of the operations, which a browser may show as well', async () => {
    const { status, headers } = await shop.send('GET', '/search/imagesearch', browser);
    expect([status, headers['content-type']]).toEqual([401, 'application/json; charset=utf-8']);
  });
});
