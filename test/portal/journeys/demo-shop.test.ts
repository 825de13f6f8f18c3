import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { buildPortal } from '../../../scripts/build-portal.ts';
import { serve, type Service } from '../../../src/service/serve.ts';
import { violations } from '../support/axe.ts';
import { openBrowser, openWindow, type Window } from '../support/open-browser.ts';
import { emptyFolder } from '../support/open-shop.ts';

const phonePx = 390;

describe('a visitor of the demo', { timeout: 1_200_000 }, () => {
  let folder: string;
  let service: Service;
  let browser: Browser;
  let open: Window;

  beforeAll(async () => {
    const empty = await emptyFolder({ KINDRED_DEMO: 'on' });
    folder = empty.folder;
    await buildPortal({ mode: 'storefront' });
    service = await serve(empty.config, {
      print: () => undefined,
      progress: () => undefined,
      demo: openDemoShop(),
    });
    browser = await openBrowser();
    open = await openWindow(browser, service.url, { width: phonePx });
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const tiles = () =>
    open.page.locator('kindred-look-alikes').locator('li.item, li').filter({ hasText: '€' });

  it('comes from the start page to a product, its look-alikes, the basket and an order', async () => {
    const { page } = open;
    await page.goto(`${service.url}/`);
    await page.getByRole('link', { name: /^Demo shop/ }).click();
    await page.getByRole('link', { name: 'Trainers', exact: true }).click();
    await page.locator('.tile').first().click();
    await page.waitForURL(/\/shop\/products\//);
    const first = await page.locator('h1').textContent();
    await tiles().first().waitFor();
    await tiles().first().getByRole('link').click();
    await page.waitForURL(/\/shop\/products\//);
    await expect.poll(() => page.locator('h1').textContent()).not.toBe(first);
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await page.locator('[data-added]').getByRole('link').click();
    const ordered = page.waitForResponse((response) => response.url().includes('/events'));
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    expect((await ordered).status()).toBe(202);
    await page.getByText('Thank you.').waitFor();
  });

  it('searches, and follows a related keyword', async () => {
    const { page } = open;
    await page.goto(`${service.url}/shop/search?q=trainers`);
    const keyword = page.locator('kindred-related-keywords').getByRole('link').first();
    const text = await keyword.textContent();
    await keyword.click();
    await page.waitForURL(/\/shop\/search\?q=/);
    await expect.poll(() => page.locator('h1').textContent()).toContain(text?.split(' ')[0] ?? '');
  });

  it('reads the calls of a page, and why each product is there', async () => {
    const { page } = open;
    await page.goto(`${service.url}/shop/products/TR-101`);
    await tiles().first().waitFor();
    await page.getByText('API calls').click();
    await page
      .getByText(/GET \/search\/imagesearch\?btr=/)
      .first()
      .waitFor();
    await page.getByLabel('Why?').check();
    await expect.poll(() => page.locator('[data-reason-list] li').count()).toBe(await tiles().count());
  });

  it('meets the banner of a campaign', async () => {
    await open.page.goto(`${service.url}/shop/categories/lighting-table-lamps`);
    await open.page.locator('.tile').first().click();
    await open.page.locator('[data-banner]').getByText('Warm light week').waitFor();
  });

  it.each([
    '/',
    '/shop',
    '/shop/products/TR-101',
    '/shop/search?q=trainers',
    '/shop/basket',
    '/shop/learning',
  ])('finds %s accessible, without errors, and as wide as a phone', async (path) => {
    await open.page.goto(service.url + path, { waitUntil: 'networkidle' });
    expect(await violations(open.page)).toEqual([]);
    expect(await open.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(phonePx);
    expect(open.complaints).toEqual([]);
  });
});
