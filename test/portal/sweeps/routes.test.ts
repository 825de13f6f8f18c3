import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { listRoutes, type Route, signedOutRoutes } from '../../../scripts/portal/routes.ts';
import { limits } from '../../limits.ts';
import { colourViolations, layoutViolations, violations } from '../support/axe.ts';
import { openSignedIn, openWindow } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { addShopContent } from '../support/shop-content.ts';
import { withShop } from '../support/test-context.ts';

const phonePx = 390;

/* test/portal/routes.test.ts visits the same routes, in light colours and with the width of a phone only. */
describe('every route of the portal', { timeout: limits.sweep }, () => {
  let browser: Browser;
  let shop: Shop;
  let routes: readonly Route[];

  withShop(async ({ admin, ...stage }) => {
    ({ browser, shop } = stage);
    await addShopContent(admin, shop);
    routes = await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name });
  });

  it('has no violation that axe finds, fits a phone, asks no other host and keeps the policy', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner);
    const found: string[] = [];
    await open.goto(shop.name);
    for (const [index, { name, path }] of routes.entries()) {
      await open.follow(path);
      await open.page.emulateMedia({ colorScheme: 'light' });
      const inLight = await violations(open.page);
      await open.page.emulateMedia({ colorScheme: 'dark' });
      // What is around the content is the same on every route.
      const inDark = await colourViolations(open.page, index === 0 ? undefined : 'main');
      found.push(...inLight.map((fault) => `${name}, light: ${fault}`));
      found.push(...inDark.map((fault) => `${name}, dark: ${fault}`));
      await open.page.setViewportSize({ width: phonePx, height: 900 });
      await open.settled();
      const width = await open.page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > phonePx) found.push(`${name} is ${width} px wide on a phone`);
      const onPhone = await layoutViolations(open.page);
      found.push(...onPhone.map((fault) => `${name}, phone: ${fault}`));
      await open.page.setViewportSize({ width: 1280, height: 900 });
    }
    expect(routes.length).toBeGreaterThan(40);
    expect(found).toEqual([]);
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(shop.url).host]);
    await open.close();
  });

  it.each(['light', 'dark'] as const)(
    'has pages before signing in without a violation that axe finds (%s)',
    async (colorScheme) => {
      const open = await openWindow(browser, shop.url, { colorScheme });
      for (const { name, path } of signedOutRoutes) {
        await open.goto(path);
        expect([name, await violations(open.page)]).toEqual([name, []]);
      }
      await open.close();
    },
  );
});
