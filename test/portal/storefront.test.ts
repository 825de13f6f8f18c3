import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from './support/axe.ts';
import type { AdminClient } from './support/admin-client.ts';
import { openSignedIn } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { copySnippet } from './support/snippet.ts';
import { withShop } from './support/test-context.ts';

/*
 * The component as a shop uses it: the snippet of the Integration tab on a page of another origin, under a
 * policy that lets the page load nothing but the service's, with a key for browsers.
 */

const tags = { similar: 'kindred-look-alikes', related: 'kindred-related-keywords' } as const;
type BoxName = keyof typeof tags;

describe('the web component, on a page of a shop', () => {
  let browser: Browser;
  let shop: Shop;
  let admin: AdminClient;
  let key: string;
  let pages: Server;
  let origin: string;
  const snippets = new Map<string, string>();

  withShop(async (stage) => {
    ({ browser, shop, admin } = stage);
    pages = createServer((request, response) => {
      const name = new URL(request.url ?? '/', 'http://page').pathname.slice(1);
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader(
        'content-security-policy',
        `default-src 'none'; script-src ${shop.url}; connect-src ${shop.url}; img-src ${shop.url}`,
      );
      response.end(buildPage(snippets.get(name) ?? ''));
    });
    await new Promise<void>((listening) => void pages.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    key = await keyFor([origin]);
    const open = await openSignedIn(browser, shop.url, shop.people.viewer);
    for (const box of ['similar', 'related'] as const)
      snippets.set(box, await copySnippet(open, { shop, box, language: 'HTML', key }));
    await open.close();
  });
  afterAll(() => {
    pages.close();
  });

  const keyFor = async (origins: readonly string[]): Promise<string> => {
    const body = { name: `browser ${origins.join()}`, kind: 'publishable', origins };
    const made = (await admin('POST', `websites/${shop.name}/subscriptions`, body)) as {
      keys: { primary: string };
    };
    return made.keys.primary;
  };

  const visit = async (name: string, host = origin) => {
    const context = await browser.newContext({ locale: 'en', colorScheme: 'dark' });
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${host}/${name}`);
    return { page, asked, complaints, close: () => context.close() };
  };

  const stateOf = (page: Page, tag: string) => page.locator(tag).getAttribute('state');

  it.each(Object.entries(tags) as [BoxName, string][])(
    'of the box %s shows what the service answers, and asks nobody else',
    async (box, tag) => {
      const { page, asked, complaints, close } = await visit(box);
      await expect.poll(() => stateOf(page, tag)).toBe('ready');
      const links = page.locator(`${tag} a`);
      expect(await links.count()).toBeGreaterThan(2);
      for (const href of await links.evaluateAll((all) =>
        all.map((link) => (link as HTMLAnchorElement).href),
      ))
        expect(href).toMatch(/^https?:/);
      const hosts = new Set(asked.filter((url) => url.startsWith('http')).map((url) => new URL(url).origin));
      expect([...hosts].sort()).toEqual([origin, shop.url].sort());
      expect(complaints).toEqual([]);
      expect(await links.first().evaluate((link) => getComputedStyle(link).borderTopLeftRadius)).not.toBe(
        '0px',
      );
      await close();
    },
  );

  it('shows pictures, names and prices of look-alikes', async () => {
    const { page, close } = await visit('similar');
    const first = page.locator('kindred-look-alikes li').first();
    await expect
      .poll(() => first.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(10);
    expect((await first.locator('.name').textContent())?.length).toBeGreaterThan(3);
    expect(await first.locator('.price').textContent()).toMatch(/\d/);
    await close();
  });

  it('emits an event for a chosen item that the page can cancel', async () => {
    const { page, close } = await visit('related');
    await expect.poll(() => stateOf(page, 'kindred-related-keywords')).toBe('ready');
    await page.evaluate(`document.addEventListener('kindred:select', (event) => {
      event.preventDefault();
      window.chosen = event.detail;
    })`);
    const link = page.locator('kindred-related-keywords a').nth(1);
    const shown = await link.textContent();
    await link.click();
    type Chosen = { object_id: string; position: number; dsTracker: string };
    const chosen = () => page.evaluate<Chosen | undefined>('window.chosen');
    await expect.poll(chosen).toMatchObject({
      position: 2,
      dsTracker: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect((await chosen())?.object_id.toLowerCase()).toBe(shown?.toLowerCase());
    expect(page.url()).toBe(`${origin}/related`);
    await close();
  });

  it('sends clicks of a named shopper, which the portal shows as click-through', async () => {
    const { page, close } = await visit('similar');
    const events: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(`${shop.url}/events`)) events.push(request.postData() ?? '');
    });
    // Whether the list was seen before its shopper had a name depends on the machine: clicks alone are counted.
    const clicks = () => events.filter((event) => event.includes('"click"')).length;
    await page.locator('kindred-look-alikes').evaluate((list) => list.setAttribute('shopper', 'anna'));
    await page.evaluate(`document.addEventListener('kindred:select', (event) => event.preventDefault())`);
    await page.locator('kindred-look-alikes a').first().click();
    await expect.poll(clicks).toBe(1);
    const share = async () => {
      const { period } = (await admin('GET', `websites/${shop.name}/analytics`)) as {
        period: { clickThrough: { lookAlikes: number | null } };
      };
      return period.clickThrough.lookAlikes;
    };
    await expect.poll(share).toBeGreaterThan(0);
    await close();
  });

  it('reloads when an attribute changes, and reports empty results and errors', async () => {
    const { page, close } = await visit('similar');
    const list = page.locator('kindred-look-alikes');
    const shownText = () =>
      list.evaluate(({ shadowRoot }) => shadowRoot?.querySelector('section')?.innerText.trim());
    await expect.poll(() => stateOf(page, 'kindred-look-alikes')).toBe('ready');
    expect(await shownText()).toContain('€');
    await list.evaluate((element) => element.setAttribute('limit', '2'));
    await expect.poll(() => list.locator('li a').count()).toBe(2);
    await list.evaluate((element) => element.setAttribute('identifier', 'nobody sells this'));
    await expect.poll(() => stateOf(page, 'kindred-look-alikes')).toBe('empty');
    expect(await shownText()).toBe('');
    await list.evaluate((element) => element.setAttribute('tracker', 'no tracker'));
    await expect.poll(() => stateOf(page, 'kindred-look-alikes')).toBe('error');
    expect(await shownText()).toBe('');
    await close();
  });

  it('gets nothing with a key of another origin', async () => {
    const { page, close } = await visit('similar', origin.replace('127.0.0.1', 'localhost'));
    await expect.poll(() => stateOf(page, 'kindred-look-alikes')).toBe('error');
    await close();
  });

  it.each(Object.values(tags))('%s has no violation that axe finds', async (tag) => {
    const box = Object.entries(tags).find(([, each]) => each === tag)?.[0] ?? '';
    const { page, close } = await visit(box);
    await expect.poll(() => stateOf(page, tag)).toBe('ready');
    expect((await violations(page)).filter((fault) => fault.includes('kindred-'))).toEqual([]);
    await close();
  });
});

const buildPage = (snippet: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Shop</title></head>
<body><main><h1>Shop</h1>
${snippet}
</main></body></html>`;
