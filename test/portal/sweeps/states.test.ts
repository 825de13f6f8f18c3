import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../../portal/texts/en.ts';
import { listRoutes } from '../../../scripts/portal/routes.ts';
import { type State, listStates } from '../../../scripts/portal/states.ts';
import { limits } from '../../limits.ts';
import { colourViolations, layoutViolations, violations } from '../support/axe.ts';
import { addShopContent } from '../support/shop-content.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';

const deskPx = 1280;
const phonePx = 390;
const heightPx = 900;
/** Those that are laid out anew on a phone; the others are the same box, only narrower. */
const otherOnPhone =
  /calendar|details|rotate|totp|picker|arranged|preview-answer|why|lab-answer|faults|members-remove/;
/** Those that are reached in another way on a phone. */
const openedOtherwise = /menu|palette|shops/;

/** What lies over the page: the page below it is checked with its route. */
const overlay = '[role=dialog], [role=menu], dialog[open]';
const findOverlay = async (page: Page): Promise<string | undefined> =>
  (await page.locator(overlay).count()) > 0 ? overlay : undefined;

describe('dialogs, drawers, menus, the palette and answers', { timeout: limits.sweep }, () => {
  let browser: Browser;
  let shop: Shop;
  let states: readonly State[];

  withShop(async ({ admin, ...stage }) => {
    ({ browser, shop } = stage);
    await addShopContent(admin, shop);
    states = listStates(
      await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name }),
      en,
      shop.people.owner.password,
    );
  });

  const findOnPhone = async (open: Window, within: string | undefined): Promise<string[]> => {
    const faults = await layoutViolations(open.page, within);
    const width = await open.page.evaluate<number>('document.documentElement.scrollWidth');
    return width > phonePx ? [...faults, `it is ${width} px wide`] : faults;
  };

  it('have no violation that axe finds, light and dark, and fit a phone', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner, { width: deskPx });
    const { page } = open;
    const found: string[] = [];
    const note = (name: string, faults: readonly string[]): void =>
      void found.push(...faults.map((fault) => `${name}: ${fault}`));
    for (const { name, path, open: openState } of states) {
      await page.emulateMedia({ colorScheme: 'light' });
      await open.goto(path);
      await openState(page);
      await open.settled();
      const within = await findOverlay(page);
      note(`${name}, light`, await violations(page, within));
      await page.emulateMedia({ colorScheme: 'dark' });
      note(`${name}, dark`, await colourViolations(page, within));
      if (!otherOnPhone.test(name)) continue;
      await page.setViewportSize({ width: phonePx, height: heightPx });
      await open.settled();
      note(`${name}, phone`, await findOnPhone(open, within));
      await page.setViewportSize({ width: deskPx, height: heightPx });
    }
    expect(states.length).toBeGreaterThan(20);
    expect(states.filter(({ name }) => otherOnPhone.test(name)).length).toBeGreaterThan(10);
    expect(found).toEqual([]);
    expect(open.complaints).toEqual([]);
    await open.close();
  });

  it('that are opened in another way on a phone fit it too', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner, { width: phonePx });
    const different = states.filter(({ name }) => openedOtherwise.test(name));
    expect(different.length).toBeGreaterThan(2);
    for (const { name, path, open: openState } of different) {
      await open.goto(path);
      await openState(open.page);
      await open.settled();
      expect([name, await findOnPhone(open, await findOverlay(open.page))]).toEqual([name, []]);
    }
    await open.close();
  });
});
