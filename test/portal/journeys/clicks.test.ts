import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { AdminClient } from '../support/admin-client.ts';
import { imageSearch } from '../support/call.ts';
import { expectMessage } from '../support/expect-message.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop, withWindow } from '../support/test-context.ts';

/** What people press with the pointer; what they type or choose in a list is not counted. */
const countClicks = `
  window.clicks = 0;
  addEventListener('pointerdown', () => { window.clicks += 1; }, true);
`;

describe('how many clicks the tasks of a day take', () => {
  let browser: Browser;
  let shop: Shop;
  let admin: AdminClient;
  let open: Window;
  let page: Page;
  let source = '';

  withShop((stage) => {
    ({ browser, shop, admin } = stage);
    source = shop.products.find(({ available }) => available)?.identifier ?? '';
  });
  withWindow(
    () => openSignedIn(browser, shop.url, shop.people.owner),
    (opened) => {
      open = opened;
      ({ page } = opened);
    },
  );

  const answer = () => imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier: source });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  /** From a page of the navigation on. */
  const start = async (path: string): Promise<void> => {
    await page.addInitScript(countClicks);
    await open.goto(`${shop.name}/${path}`);
  };
  const clicks = () => page.evaluate<number>('window.clicks');

  const publish = async (name: string): Promise<void> => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const review = page.getByRole('dialog', { name: `Publish ${name}?` });
    await expectMessage(page, `${name} is published.`, () =>
      review.getByRole('button', { name: 'Publish now' }).click(),
    );
  };

  const choose = (effect: string) =>
    page.getByRole('group', { name: 'Effect' }).getByText(effect, { exact: true }).click();

  const pick = async (identifier: string): Promise<void> => {
    await page.getByLabel('Find by name or identifier').fill(identifier);
    await open.settled();
    await page.getByRole('dialog').getByRole('button', { name: identifier }).click();
  };

  const begin = async (effect: string): Promise<void> => {
    await start('campaigns');
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    await choose(effect);
  };

  it.each([
    [
      'Banner',
      4,
      async () => {
        await page.getByLabel('The banner is').selectOption('text');
        await page.getByLabel('Text', { exact: true }).fill('Spring');
      },
    ],
    [
      'Redirect',
      6,
      async () => {
        await page.getByLabel('Web address', { exact: true }).fill('https://shop.example/sale');
        await press('Add a condition');
        await page.getByRole('menuitem', { name: 'the product is one of' }).click();
        await page.getByLabel('the product is one of', { exact: true }).fill('none-of-ours');
      },
    ],
    [
      'Ads',
      6,
      async () => {
        await press('Add a product');
        await pick(source);
        await page.keyboard.press('Escape');
      },
    ],
    [
      'Guided choice',
      5,
      async () => {
        await page.getByLabel('Question', { exact: true }).fill('Which colour?');
        await page.getByLabel('Text', { exact: true }).fill('The same');
        const filter = page.getByRole('group', { name: 'Show only products that match' });
        await filter.getByRole('button', { name: 'Add a condition' }).click();
        await filter.getByLabel('Field').selectOption('colour');
        await filter.getByLabel('Value').fill('black');
      },
    ],
  ] as const)(
    '%s: at most %i, from the list of campaigns to what shoppers see',
    async (effect, most, fill) => {
      await begin(effect);
      await fill();
      await publish(`Counted ${effect}`);
      expect(await clicks()).toBeLessThanOrEqual(most);
      expect(open.complaints).toEqual([]);
    },
  );

  it('an experiment is started with two, and kept with one', async () => {
    const name = 'Trial banner';
    const effect = { banner: { position: 'resultPageTop', contents: ['<p>Trial</p>'] } };
    await admin('POST', `websites/${shop.name}/campaigns`, { name, effect });
    await start('experiments');
    await press(`Try out ${name}`);
    await expectMessage(page, `The experiment with ${name} has started.`, () => press('Start'));
    expect(await clicks()).toBe(2);
    await expectMessage(page, `Everyone sees ${name} now.`, () => press('Keep it'));
    expect(await clicks()).toBe(3);
    const contents = async () => (await answer()).banners?.flatMap((banner) => banner.contents ?? []) ?? [];
    await expect.poll(contents).toContainEqual({ content: '<p>Trial</p>' });
  });

  it('a search box takes two', async () => {
    await start('boxes');
    await press('New box');
    await page.getByLabel('Name', { exact: true }).fill('counted');
    await press('Create the box');
    await page.getByRole('heading', { name: 'counted' }).waitFor();
    expect(await clicks()).toBe(2);
  });

  it('a synonym takes two', async () => {
    await start('vocabulary');
    await page.getByLabel('Find or add a group').fill('rucksack, knapsack');
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await expectMessage(page, 'Saved', () =>
      page.getByRole('button', { name: 'Save', exact: true }).first().click(),
    );
    expect(await clicks()).toBe(2);
  });
});
