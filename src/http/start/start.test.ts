import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { renderStartPage, type StartState } from './page.ts';
import { startRoutes } from './routes.ts';

const state: StartState = {
  signIn: { email: 'a@demo.example', password: '<secret>' },
  catalogues: [{ name: 'shoes & bags', products: 12_345, publishedAt: '2026-11-16T08:30:00.000Z' }],
  keywords: 610,
};

describe('the start page', () => {
  it('says what is live, with escaped names', () => {
    const page = renderStartPage(state);
    expect(page).toContain('Products in shoes &amp; bags');
    expect(page).toContain(
      '12,345, published <time datetime="2026-11-16T08:30:00.000Z">2026-11-16 08:30</time>',
    );
    expect(page).toContain('<dd>610</dd>');
  });

  it('leads to the shop, the portal and the docs', () => {
    const links = [...renderStartPage(state).matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/shop', '/portal', '/docs']);
  });

  it('shows the sign-in only where it is handed over', () => {
    expect(renderStartPage(state)).toContain('<code>&lt;secret&gt;</code>');
    const withheld = renderStartPage({ ...state, signIn: null });
    expect(withheld).not.toContain('secret');
    expect(withheld).toContain('demo.json');
  });
});

describe('the address of the service', () => {
  let app = fastify();
  afterEach(() => app.close());

  const open = (known: StartState | null) => {
    app = fastify();
    startRoutes(app, () => (known === null ? null : Promise.resolve(known)));
    return (accept: string) => app.inject({ url: '/', headers: { accept } });
  };

  it('is a page for browsers, under a policy without inline code', async () => {
    const response = await open(state)('text/html,application/xhtml+xml');
    expect([response.statusCode, response.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(response.headers['content-security-policy']).toContain("script-src 'self'");
    expect(response.body).not.toMatch(/<script>|style=|onclick/);
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
