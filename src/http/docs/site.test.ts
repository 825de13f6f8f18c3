import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi.ts';
import { productDataDocument } from '../product-data/openapi.ts';
import { docsRoutes } from './routes.ts';
import { buildSite, createSite, type SearchEntry } from './site.ts';

describe('the pages of a folder', () => {
  let folder: string;
  const documents = [openApiDocument(), productDataDocument()];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindred-docs-'));
    mkdirSync(join(folder, 'guides'));
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('guides/production.md', '# Production\n\n[Elements](../storefront.md#styling)');
    write('guides/own-feed.md', '# Own feed\n\n[next](production.md) [code](../../src/main.ts)');
    write('storefront.md', '# Elements\n\n## Styling\n\n![x](pictures/a.png) [out](https://a.example/)');
    write('extending.md', '# For contributors');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are those that speak to users, the guides in the order of a first visit', () => {
    const site = buildSite({ folder, documents });
    expect(site.map(({ title, pages }) => [title, pages.map(({ path }) => path)])).toEqual([
      ['For merchandisers', []],
      ['For developers', ['guides/own-feed', 'guides/production']],
      ['Reference', ['storefront']],
      ['Operations', []],
    ]);
  });

  it('link to each other, to pictures and other hosts, and not to source files', () => {
    const [ownFeed, production, elements] = buildSite({ folder, documents }).flatMap(({ pages }) => pages);
    expect(ownFeed?.html).toContain('<a href="/docs/guides/production">next</a> code');
    expect(production?.html).toContain('href="/docs/storefront#styling"');
    expect(elements?.html).toContain('src="/docs/pictures/a.png"');
    expect(elements?.html).toContain('href="https://a.example/"');
  });

  it('are built once, in a thread, as they would be without one', async () => {
    const site = createSite({ folder, documents });
    const [first, second] = await Promise.all([site(), site()]);
    expect(first).toEqual(buildSite({ folder, documents }));
    expect(second).toBe(first);
  });

  it('are tried again after a failure', async () => {
    const site = createSite({ folder: 7 as never, documents });
    const first = site();
    await expect(first).rejects.toThrow();
    const second = site();
    expect(second).not.toBe(first);
    await expect(second).rejects.toThrow();
  });
});

describe('the site', () => {
  const app = fastify();
  beforeAll(() =>
    docsRoutes(app, { service: openApiDocument(), productData: productDataDocument(), applySchema: {} }),
  );
  afterAll(() => app.close());
  const get = (url: string, headers = {}) => app.inject({ url, headers });

  const listPages = async (): Promise<string[]> => {
    const { body } = await get('/docs');
    return [...new Set([...body.matchAll(/href="(\/docs[^"#.]*)"/g)].map(([, path]) => path ?? ''))];
  };

  it('has pages that all open, under a policy without inline code', async () => {
    const paths = await listPages();
    expect(paths).toEqual(
      expect.arrayContaining(['/docs', '/docs/api', '/docs/storefront', '/docs/operations']),
    );
    for (const path of paths) {
      const { statusCode, headers, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      // Tags only: examples of code may name such attributes.
      expect(body.match(/<[^>]+>/g)?.join('')).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/);
      expect(body.match(/<h1[ >]/g), path).toHaveLength(1);
      expect(body).toContain(`href="${path}" aria-current="page"`);
    }
  });

  it('has every guide of the repository', async () => {
    const guides = readdirSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'guides'));
    expect(await listPages()).toEqual(
      expect.arrayContaining(guides.map((name) => `/docs/guides/${name.replace('.md', '')}`)),
    );
  });

  it('has no broken link to another page or heading', async () => {
    const paths = await listPages();
    const bodies = new Map(
      await Promise.all(paths.map(async (path) => [path, (await get(path)).body] as const)),
    );
    const broken: string[] = [];
    for (const [from, body] of bodies) {
      for (const [, target = ''] of body.matchAll(/href="((?:\/docs|#)[^"]*)"/g)) {
        const [page = '', id] = target.split('#', 2);
        const targetBody = bodies.get(page === '' ? from : page);
        if (/\.(css|js|json|png)$/.test(page)) continue;
        if (targetBody === undefined || (id !== undefined && !targetBody.includes(` id="${id}"`)))
          broken.push(`${from} → ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('finds every section and operation, at addresses that exist', async () => {
    const entries = (await get('/docs/search.json')).json<SearchEntry[]>();
    expect(entries.length).toBeGreaterThan(40);
    expect(new Set(entries.map(({ address }) => address)).size).toBe(entries.length);
    const bodies = new Map<string, string>();
    for (const { address, title, text } of entries) {
      const [path = '', id] = address.split('#', 2);
      if (!bodies.has(path)) bodies.set(path, (await get(path)).body);
      expect(title).not.toBe('');
      expect(text.length).toBeLessThanOrEqual(700);
      expect(bodies.get(path), address).toContain(id === undefined ? '<h1' : ` id="${id}"`);
    }
  });

  it('asks for own values only where the browser has a session', async () => {
    const stranger = await get('/docs/storefront');
    expect(stranger.body).not.toContain('data-session');
    expect(stranger.body).toContain('Sign in to the portal');
    const known = await get('/docs/storefront', { cookie: '__Host-kindred=anything' });
    expect(known.body).toContain('<body data-session>');
    expect(known.headers.vary).toBe('cookie, accept-language');
    const german = await get('/docs/storefront', { 'accept-language': 'de' });
    expect(german.body).toContain('<p class="language" lang="de">Diese Seiten sind auf Englisch.');
    expect(known.body).not.toContain('anything');
  });

  it('serves pictures of the docs, and nothing outside of them', async () => {
    expect((await get('/docs/pictures/look-alikes.png')).headers['content-type']).toBe('image/png');
    for (const path of [
      '/docs/none',
      '/docs/pictures/none.png',
      '/docs/pictures/..%2fstorefront.md',
      '/docs/extending',
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
  });
});
