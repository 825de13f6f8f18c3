import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPortal } from '../../scripts/build-portal.ts';
import { type FolderServer, serveFolder } from '../../scripts/portal/serve-folder.ts';
import { violations } from './support/axe.ts';
import { openBrowser } from './support/open-browser.ts';

describe('the components, in a real browser under the policy of the service', () => {
  let browser: Browser;
  let served: FolderServer;

  beforeAll(async () => {
    await buildPortal({ mode: 'gallery' });
    served = await serveFolder(join(import.meta.dirname, '..', '..', 'dist', 'gallery'), 'gallery.html');
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await served.close();
  });

  const open = async (options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) => {
    const { colorScheme = 'light', width = 1280 } = options;
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
      locale: 'en',
    });
    const page = await context.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    // The policy is suspended for the checker alone, which is put into the page from outside.
    await page.goto(served.url);
    await page.getByRole('heading', { name: 'Gallery' }).waitFor();
    return { page, complaints, hosts, close: () => context.close() };
  };

  it('work without a violation of the content security policy, and call no other host', async () => {
    const { page, complaints, hosts, close } = await open();
    for (const name of ['Dialog', 'Drawer', 'Confirm', 'Palette']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('tab', { name: 'Facets' }).click();
    await page.getByRole('tab', { name: 'Facets', selected: true }).waitFor();
    expect(complaints).toEqual([]);
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(served.url).host]);
    await close();
  });

  it.each(['light', 'dark'] as const)('have no violation that axe finds (%s)', async (colorScheme) => {
    const { page, close } = await open({ colorScheme });
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Dialog', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    await close();
  });

  it('do not scroll sideways on a phone', async () => {
    const { page, close } = await open({ width: 390 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await close();
  });

  it('have menus that work by keyboard alone, and return focus', async () => {
    const { page, complaints, close } = await open();
    const more = page.getByRole('button', { name: 'More' }).first();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    const items = await page.getByRole('menuitem').allTextContents();
    expect(items.length).toBeGreaterThan(1);
    await expect.poll(focused).toBe(items[0]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(items[1]);
    await page.keyboard.press('End');
    await expect.poll(focused).toBe(items.at(-1));
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe(items[0]);
    await page.keyboard.press(items[1]?.[0] ?? '');
    await expect.poll(focused).toBe(items[1]);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('menu').count()).toBe(0);
    await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
    const shown = await more.boundingBox();
    await more.click();
    await page.getByRole('menu').waitFor();
    const box = await page.getByRole('menu').boundingBox();
    expect(Math.abs((box?.y ?? 0) - (shown?.y ?? 0))).toBeLessThan(400);
    expect(complaints).toEqual([]);
    await close();
  });

  it('let a product be moved to a position by keyboard alone', async () => {
    const { page, close } = await open();
    const names = () =>
      page.getByRole('list', { name: 'Look-alikes' }).getByRole('heading').allTextContents();
    const before = await names();
    const [first = ''] = before;
    await page.getByRole('button', { name: `1: move ${first}`, exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('spinbutton', { name: 'Move to position' }).waitFor();
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await expect.poll(names).toEqual([before[1], before[2], first, ...before.slice(3)]);
    await close();
  });

  it('let a product be dragged to another place', async () => {
    const { page, close } = await open();
    const list = page.getByRole('list', { name: 'Look-alikes' });
    const names = () => list.getByRole('heading').allTextContents();
    const before = await names();
    await list.getByRole('listitem').nth(0).dragTo(list.getByRole('listitem').nth(2));
    await expect.poll(names).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
    await close();
  });

  it('return focus when a dialog is closed', async () => {
    const { page, close } = await open();
    await page.getByRole('button', { name: 'Drawer', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Why is this here?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Drawer');
    await close();
  });
});
