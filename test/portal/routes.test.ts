import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import type { Browser } from 'playwright-core';
import { runnerImport } from 'vite';
import { describe, expect, it } from 'vitest';
import type { createPortalRouter } from '../../portal/shell/router.tsx';
import { findSignedOutPage } from '../../portal/sign-in/address.ts';
import { type Route, listRoutes, signedOutRoutes } from '../../scripts/portal/routes.ts';
import { limits } from '../limits.ts';
import { violations } from './support/axe.ts';
import { addShopContent } from './support/shop-content.ts';
import { openSignedIn, openWindow } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { withShop } from './support/test-context.ts';

const phonePx = 390;

/** Vite loads it: Node does not load JSX. */
const loadRouter = async () => {
  const file = join(import.meta.dirname, '..', '..', 'portal', 'shell', 'router.tsx');
  const { module } = await runnerImport<{ createPortalRouter: typeof createPortalRouter }>(file);
  return module.createPortalRouter(new QueryClient());
};

/** The routes that show a page of their own. `/` shows the one of `/new-shop`, or leads to the first shop. */
const listOwnPages = ({ routesById }: ReturnType<typeof createPortalRouter>): string[] =>
  Object.values(routesById)
    .filter(({ children, fullPath }) => children === undefined && fullPath !== '/')
    .map(({ id }) => id);

/** A path of a schema, or the syntax of filters, which people do not read. */
const schemaOrFilter = /\$\.[a-z]+|\b(eq|ne|ge|le|gt|lt) '/;

describe('every route of the portal', { timeout: limits.sweep }, () => {
  let browser: Browser;
  let shop: Shop;
  let routes: readonly Route[];

  withShop(async ({ admin, ...stage }) => {
    ({ browser, shop } = stage);
    await addShopContent(admin, shop);
    routes = await listRoutes(shop.url, { ...shop.people.owner, shop: shop.name });
  });

  it('is in the list that is checked here and that screenshots are taken of', async () => {
    const router = await loadRouter();
    const listed = routes.map(({ path }) => {
      const [, , found] = router.getMatchedRoutes(`/${path.split('?')[0]}`);
      return (found as { readonly id: string } | undefined)?.id;
    });
    expect(listOwnPages(router).length).toBeGreaterThan(18);
    expect(listOwnPages(router).filter((id) => !listed.includes(id))).toEqual([]);
    const signedOut = signedOutRoutes.map(({ path }) =>
      findSignedOutPage({ pathname: `/portal/${path}`, search: '' }),
    );
    expect(signedOut.map((page) => page?.page)).toEqual(['sign-in', 'set-up', 'invitation']);
  });

  it('is served under a policy without unsafe-*', async () => {
    const response = await fetch(`${shop.url}/portal/${shop.name}/boxes`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(response.status).toBe(200);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe-');
  });

  it('has no violation that axe finds in light colours, fits a phone, asks no other host and keeps the policy', async () => {
    const open = await openSignedIn(browser, shop.url, shop.people.owner);
    const found: string[] = [];
    await open.goto(shop.name);
    for (const [index, { name, path }] of routes.entries()) {
      await open.follow(path);
      // What is around the content is the same on every route.
      const faults = await violations(open.page, index === 0 ? undefined : 'main');
      found.push(...faults.map((fault) => `${name}: ${fault}`));
      const inner = (await open.page.locator('main').innerText()).match(schemaOrFilter);
      if (inner !== null) found.push(`${name} shows ${inner[0]}`);
      await open.page.setViewportSize({ width: phonePx, height: 900 });
      await open.settled();
      const width = await open.page.evaluate<number>('document.documentElement.scrollWidth');
      if (width > phonePx) found.push(`${name} is ${width} px wide on a phone`);
      await open.page.setViewportSize({ width: 1280, height: 900 });
    }
    expect(routes.length).toBeGreaterThan(40);
    expect(found).toEqual([]);
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(shop.url).host]);
    await open.close();
  });

  it('has pages before signing in without a violation that axe finds', async () => {
    const open = await openWindow(browser, shop.url);
    for (const { name, path } of signedOutRoutes) {
      await open.goto(path);
      expect([name, await violations(open.page)]).toEqual([name, []]);
    }
    await open.close();
  });
});
