import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AdminClient, createAdminClient } from './admin-client.ts';
import { openBrowser, type Window } from './open-browser.ts';
import { openShop, type Shop } from './open-shop.ts';

/** What a browser test needs. */
export type TestContext = {
  readonly browser: Browser;
  readonly shop: Shop;
  /** As the owner. */
  readonly admin: AdminClient;
};

type Closable = { readonly close: () => Promise<void> };

/** One browser and one shop for all tests of a file. Whatever was opened is closed, even if opening the rest failed. */
export const withShop = (
  setUp: (stage: TestContext) => void | Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): void => {
  const opened: Closable[] = [];
  const closeLater = <T extends Closable>(each: T): T => {
    opened.unshift(each);
    return each;
  };
  beforeAll(async () => {
    const shop = closeLater(await openShop(settings));
    const browser = closeLater(await openBrowser());
    await setUp({ browser, shop, admin: await createAdminClient(shop.url, shop.people.owner) });
  });
  afterAll(async () => {
    for (const each of opened) await each.close();
  });
};

/** A window of its own for each test of a file. */
export const withWindow = (begin: () => Promise<Window>, setUp: (open: Window) => void): void => {
  let open: Window | null = null;
  beforeEach(async () => {
    open = await begin();
    setUp(open);
  });
  afterEach(() => open?.close());
};
