import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { picture, shirt } from '../../support/embedder/pictures.ts';
import { violations } from '../support/axe.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop, withWindow } from '../support/test-context.ts';

describe('the look-alike lab', () => {
  let browser: Browser;
  let shop: Shop;
  let open: Window;
  let page: Page;

  withShop((stage) => {
    ({ browser, shop } = stage);
  });
  withWindow(
    () => openSignedIn(browser, shop.url, shop.people.viewer),
    (opened) => {
      open = opened;
      ({ page } = opened);
    },
  );

  const neighbours = (): Promise<string[]> =>
    page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').allInnerTexts();

  it('weighs colour, and reverts', async () => {
    const source = shop.products.find(({ available }) => available)?.identifier ?? '';
    await open.goto(`${shop.name}/lab?product=${source}`);
    await expect.poll(neighbours).not.toEqual([]);
    const first = await neighbours();
    const colour = page.getByRole('slider', { name: 'Colour importance' });
    await colour.press('End');
    await expect.poll(() => colour.inputValue()).toBe('1');
    await expect.poll(neighbours).not.toEqual(first);
    const byColour = await neighbours();
    await colour.press('Home');
    await expect.poll(neighbours).not.toEqual(byColour);
    await colour.press('End');
    await expect.poll(neighbours).toEqual(byColour);
    expect(open.complaints).toEqual([]);
  });

  it('fades products below the minimum similarity', async () => {
    const source = shop.products.find(({ available }) => available)?.identifier ?? '';
    await open.goto(`${shop.name}/lab?product=${source}`);
    const above = page.getByRole('status').filter({ hasText: 'at or above' });
    await page.getByRole('slider', { name: 'Minimum similarity' }).press('Home');
    await expect.poll(neighbours).not.toEqual([]);
    const more = page.getByRole('button', { name: /^Show \d+ more$/ });
    if (await more.isVisible()) await more.click();
    const all = (await neighbours()).length;
    await above.getByText(`${all} products at or above 0`).waitFor();
    await page.getByRole('slider', { name: 'Minimum similarity' }).press('End');
    await above.getByText('0 products at or above 1').waitFor();
  });

  it('searches for a photo, and for a part that is picked', async () => {
    await open.goto(`${shop.name}/lab`);
    const buffer = await picture('#c02020', shirt).png().toBuffer();
    const input = page.getByLabel('Or drop a photo');
    await input.setInputFiles({ name: 'shirt.png', mimeType: 'image/png', buffer });
    const parts = page.getByRole('list', { name: 'Parts that were tried' });
    await expect.poll(() => parts.getByRole('listitem').count()).toBe(5);
    expect(await neighbours()).not.toEqual([]);
    expect(await violations(page)).toEqual([]);
    await parts.getByRole('button', { name: 'The whole photo' }).click();
    await page.getByRole('button', { name: 'Find the product by itself' }).waitFor();
    await expect.poll(() => parts.count()).toBe(0);
    expect(open.complaints).toEqual([]);
  });
});
