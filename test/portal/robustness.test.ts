import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { en } from '../../portal/texts/en.ts';
import { openSignedIn, type Window } from './support/open-browser.ts';
import type { Shop } from './support/open-shop.ts';
import { withShop, withWindow } from './support/test-context.ts';
import { expectMessage } from './support/expect-message.ts';

/** Those that ask for something of the shop. */
const scenes = [
  '',
  '/boxes',
  '/boxes/similar?tab=general',
  '/catalogue',
  '/datasets',
  '/datasets/catalogue?tab=versions',
  '/campaigns',
  '/campaigns/new',
  '/experiments',
  '/lab',
  '/analytics',
  '/settings',
  '/vocabulary',
  '/keys',
  '/members',
  '/audit',
];

/**
 * Presses `Try again` wherever something failed, and counts what is still failed or on its way. Parts of a scene
 * fail one after the other, some only when asked for the third time: what is pressed is what is there at one instant.
 */
const askAgain = async (page: Page): Promise<number> => {
  await page.evaluate(
    `document.querySelectorAll('[role="alert"] button').forEach((button) => button.click())`,
  );
  return page.getByRole('alert').or(page.getByText(en['common.loading'])).count();
};

describe('failures and navigation', () => {
  let browser: Browser;
  let shop: Shop;
  let open: Window;
  let page: Page;

  withShop((stage) => {
    ({ browser, shop } = stage);
  });
  withWindow(
    () => openSignedIn(browser, shop.url, shop.people.owner),
    (opened) => {
      open = opened;
      ({ page } = opened);
    },
  );

  const inShop = /\/admin\/websites\/demo(\/|$)/;

  it('every scene shows the error with the request id, and retries', async () => {
    const body = { code: 'internal', message: 'Something went wrong here.', requestId: 'req-4711' };
    for (const scene of scenes) {
      await page.route(inShop, (route) => route.fulfill({ status: 500, json: body }));
      await page.goto(`${shop.url}/portal/${shop.name}${scene}`);
      const alert = page.getByRole('alert').first();
      await alert.getByText('Something went wrong here.').waitFor();
      await alert.getByText('Request req-4711').waitFor();
      await page.unroute(inShop);
      await expect.poll(() => askAgain(page), { message: `the scene ${scene}` }).toBe(0);
    }
  });

  it('an edit stays while the service cannot be reached, and is saved afterwards', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=general`);
    await page.getByLabel('Products on a page').fill('9');
    await page.route('**/admin/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The service cannot be reached.', { exact: false }).first().waitFor();
    await expect.poll(() => page.getByLabel('Products on a page').inputValue()).toBe('9');
    await page.unroute('**/admin/**');
    await expectMessage(page, 'Saved', () => page.getByRole('button', { name: 'Save', exact: true }).click());
  });

  it('leaving an unsaved edit asks for confirmation', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=general`);
    await page.getByLabel('Products on a page').fill('11');
    await page.getByRole('tab', { name: 'Strategy' }).click();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('tab', { name: 'General' }).click();
    await expect.poll(() => page.getByLabel('Products on a page').inputValue()).toBe('11');
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
  });

  it('the browser goes back and forward, and a reload stays where it is', async () => {
    await open.goto(shop.name);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Search and related boxes' }).click();
    await page.getByRole('link', { name: 'similar' }).click();
    await page.getByRole('tab', { name: 'Strategy' }).click();
    await page.getByRole('tab', { name: 'Strategy', selected: true }).waitFor();
    await page.reload();
    await page.getByRole('tab', { name: 'Strategy', selected: true }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Search and related boxes', level: 1 }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Demo shop', level: 1 }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'Search and related boxes', level: 1 }).waitFor();
    await page.goForward();
    await page.getByRole('tab', { name: 'Strategy', selected: true }).waitFor();
    expect(open.complaints).toEqual([]);
  });

  it('the product that is looked at survives a reload, another tab and a link', async () => {
    const [{ identifier = '', displayText = '' } = {}] = shop.products.filter(({ available }) => available);
    await open.goto(`${shop.name}/boxes/similar?tab=preview&product=${identifier}`);
    await page.getByText(displayText, { exact: true }).first().waitFor();
    for (const name of ['General', 'Preview']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
    await page.reload();
    await page.getByText(identifier, { exact: true }).first().waitFor();
    await page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').first().waitFor();
    await open.goto(`${shop.name}/lab?product=${identifier}`);
    await page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').first().waitFor();
    expect(open.complaints).toEqual([]);
  });

  it('a deep link opens after signing in', async () => {
    await open.context.clearCookies();
    await page.goto(`${shop.url}/portal/${shop.name}/datasets/catalogue?tab=versions`);
    await page.getByLabel('E-mail address').fill(shop.people.owner.email);
    await page.getByLabel('Password').fill(shop.people.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('tab', { name: 'Versions', selected: true }).waitFor();
  });

  it('an unknown page says so, and links back', async () => {
    await open.goto(`${shop.name}/boxes/none-of-that-name`);
    await page.getByRole('alert').waitFor();
    await open.goto(`${shop.name}/no/such/page`);
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Demo shop', level: 1 }).waitFor();
  });
});
