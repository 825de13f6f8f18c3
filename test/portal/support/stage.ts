import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type Admin, adminOf } from './admin.ts';
import { openBrowser, type Window } from './open-browser.ts';
import { openShop, type Shop } from './open-shop.ts';

/** What a journey needs before anybody enters. */
export type Stage = {
  readonly browser: Browser;
  readonly shop: Shop;
  /** As the owner. */
  readonly admin: Admin;
};

type Closing = { readonly close: () => Promise<void> };

/** One browser and one shop for all tests of a file. What did begin is ended, even where the rest did not. */
export const withShop = (
  take: (stage: Stage) => void | Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): void => {
  const opened: Closing[] = [];
  const kept = <T extends Closing>(each: T): T => {
    opened.unshift(each);
    return each;
  };
  beforeAll(async () => {
    const shop = kept(await openShop(settings));
    const browser = kept(await openBrowser());
    await take({ browser, shop, admin: await adminOf(shop.url, shop.people.owner) });
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
  });
};

/** A window of its own for each test of a file. */
export const withWindow = (begin: () => Promise<Window>, take: (open: Window) => void): void => {
  let open: Window | null = null;
  beforeEach(async () => {
    open = await begin();
    take(open);
  });
  afterEach(() => open?.close());
};
