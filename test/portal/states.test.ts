import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../portal/texts/en.ts';
import { listRoutes } from '../../scripts/portal/routes.ts';
import { type State, listStates } from '../../scripts/portal/states.ts';
import { colourViolations, layoutViolations, violations } from './support/axe.ts';
import { addShopContent } from './support/shop-content.ts';
import { openSignedIn } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { withShop } from './support/test-context.ts';

const phonePx = 390;
/** Those that are laid out anew on a phone; the others are the same box, only narrower. */
const otherOnPhone =
  /menu|palette|shops|calendar|details|rotate|totp|picker|arranged|preview-answer|why|lab-answer|faults|members-remove/;

describe('dialogs, drawers, menus, the palette and answers', { timeout: 1_200_000 }, () => {
  let browser: Browser;
  let shop: Shop;
  let states: readonly State[];

  withShop(async ({ admin, ...stage }) => {
    ({ browser, shop } = stage);
    await addShopContent(admin, shop);
    states = listStates(await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name }), en);
  });

  it('have no violation that axe finds, light and dark', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner);
    const found: string[] = [];
    for (const state of states) {
      await open.goto(state.path);
      await state.open(open.page);
      await open.settled();
      for (const colorScheme of ['light', 'dark'] as const) {
        await open.page.emulateMedia({ colorScheme });
        const check = colorScheme === 'light' ? violations : colourViolations;
        const faults = await check(open.page);
        found.push(...faults.map((fault) => `${state.name}, ${colorScheme}: ${fault}`));
      }
    }
    expect(states.length).toBeGreaterThan(20);
    expect(found).toEqual([]);
    expect(open.complaints).toEqual([]);
    await open.close();
  });

  it('have none on a phone either, and fit it', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner, { width: phonePx });
    const found: string[] = [];
    const different = states.filter(({ name }) => otherOnPhone.test(name));
    expect(different.length).toBeGreaterThan(10);
    for (const state of different) {
      await open.goto(state.path);
      await state.open(open.page);
      await open.settled();
      const faults = await layoutViolations(open.page);
      found.push(...faults.map((fault) => `${state.name}: ${fault}`));
      const width = await open.page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > phonePx) found.push(`${state.name} is ${width} px wide`);
    }
    expect(found).toEqual([]);
    await open.close();
  });
});
