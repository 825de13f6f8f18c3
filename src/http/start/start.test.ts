import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { renderStartPage, startRoutes, type StartState } from './page.ts';
import { startTexts } from './texts.ts';

const state: StartState = {
  signIn: { email: 'a@demo.example', password: '<secret>' },
  showcase: {
    key: 'kdr_pub_"1"',
    boxes: { search: 'search-box', relatedKeywords: 'keyword-box' },
    product: {
      identifier: 'LA 1',
      kind: 'lamp',
      brand: 'Ivenna',
      name: 'Lamp <big> $&',
      picture: '/shop/pictures/la-1.svg',
    },
    pattern: 'mug & "cup"',
    language: 'en',
  },
  catalogues: [
    {
      products: 12_345,
      publishedAt: '2026-11-16T08:30:00.000Z',
    },
  ],
  keywords: 1610,
};

describe('the start page', () => {
  it.each([
    ['en' as const, '12,345', 'Nov 16, 2026, 08:30 UTC', '1,610'],
    ['de' as const, '12.345', '16.11.2026, 08:30 UTC', '1.610'],
  ])('says in %s what is live, with escaped names', (language, products, time, keywords) => {
    const page = renderStartPage(state, language);
    const texts = startTexts[language];
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(`<dt>${texts.products}</dt>`);
    expect(page).toContain(`<dd>${products}</dd>`);
    expect(page).toContain(`<time datetime="2026-11-16T08:30:00.000Z">${time}</time>`);
    expect(page).toContain(`<dt>${texts.keywords}</dt><dd>${keywords}</dd>`);
  });

  it('has every text in both languages, and none is the same by mistake', () => {
    const same = Object.keys(startTexts.en).filter(
      (key) =>
        startTexts.en[key as keyof typeof startTexts.en] === startTexts.de[key as keyof typeof startTexts.de],
    );
    expect(same).toEqual(['portal']);
  });

  it('leads to the shop, the portal, the guides and the API', () => {
    const links = [...renderStartPage(state, 'en').matchAll(/<li><a href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(links).toEqual(['/shop', '/portal', '/docs', '/docs/api']);
  });

  it('shows the sign-in only where it is handed over', () => {
    expect(renderStartPage(state, 'en')).toContain('data-password="&lt;secret&gt;"');
    const withheld = renderStartPage({ ...state, signIn: null }, 'de');
    expect(withheld).not.toMatch(/secret|data-password/);
    expect(withheld).toContain('<code>demo.json</code>');
  });

  it('asks live for the look-alikes of a product and for what goes with a search term', () => {
    const page = renderStartPage(state, 'en');
    expect(page).toContain(
      '<kindred-look-alikes tracker="search-box" key="kdr_pub_&quot;1&quot;" identifier="LA 1" limit="12">',
    );
    expect(page).toContain('>Looks like Lamp &lt;big&gt; $&amp;</h2>');
    expect(page).toContain(
      '<kindred-related-keywords tracker="keyword-box" key="kdr_pub_&quot;1&quot;" pattern="mug &amp; &quot;cup&quot;"',
    );
  });
});

it('quotes in the way of the language, and says when the products are in another one', () => {
  expect(renderStartPage(state, 'en')).toContain('>“mug &amp; &quot;cup&quot;”</a>');
  expect(renderStartPage(state, 'en')).not.toContain('KINDRED_DEMO_LANGUAGE');
  const german = renderStartPage(state, 'de');
  expect(german).toContain('>„mug &amp; &quot;cup&quot;“</a>');
  expect(german).toContain('<code>KINDRED_DEMO_LANGUAGE=de</code>');
});

describe('the address of the service', () => {
  let app = fastify();
  afterEach(() => app.close());

  const open = (known: StartState | null) => {
    app = fastify();
    startRoutes(app, () => (known === null ? null : Promise.resolve(known)));
    return (accept: string, url = '/', headers = {}) => app.inject({ url, headers: { accept, ...headers } });
  };

  it('is a page for browsers, under a policy without inline code', async () => {
    const response = await open(state)('text/html,application/xhtml+xml');
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    // Banners of campaigns and pictures of products may be on any host of a shop.
    expect(response.headers['content-security-policy']).toContain("img-src 'self' data: https:;");
    expect(response.body).not.toMatch(/<script>|style=|onclick/);
  });

  it('speaks the language of the browser, and the one that the visitor chooses', async () => {
    const get = open(state);
    const german = await get('text/html', '/', { 'accept-language': 'de-DE,en;q=0.5' });
    expect(german.headers['content-language']).toBe('de');
    expect(german.headers['set-cookie']).toBeUndefined();
    const chosen = await get('text/html', '/?lang=en', { 'accept-language': 'de' });
    expect(chosen.headers['content-language']).toBe('en');
    expect(chosen.headers['set-cookie']).toContain('kindred_language=en');
    const kept = await get('text/html', '/', { 'accept-language': 'de', cookie: 'kindred_language=en' });
    expect(kept.headers['content-language']).toBe('en');
    expect(kept.headers.vary).toContain('cookie');
  });

  it.each(['application/json', '*/*', ''])(
    'is an unknown route for a program that accepts "%s"',
    async (accept) => {
      expect((await open(state)(accept)).statusCode).toBe(404);
    },
  );

  it('leads to the portal where there is no demo', async () => {
    const response = await open(null)('text/html');
    expect([response.statusCode, response.headers.location]).toEqual([302, '/portal']);
  });
});
