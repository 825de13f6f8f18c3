import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import type { AdminClient } from '../support/admin-client.ts';
import { imageSearch, relatedKeywords } from '../support/call.ts';
import { writeDayFeeds } from '../support/day-feeds.ts';
import { expectMessage } from '../support/expect-message.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';

/** What people press with the pointer; what they type or choose in a list is not counted. */
const countClicks = `
  if (window.clicks === undefined) addEventListener('pointerdown', () => { window.clicks += 1; }, true);
  window.clicks = 0;
`;

describe('how many clicks the tasks of a day take', () => {
  let shop: Shop;
  let admin: AdminClient;
  let open: Window;
  let page: Page;
  let source = '';

  // One window for all: a task begins with a page that is loaded.
  withShop(async (stage) => {
    ({ shop, admin } = stage);
    open = await openSignedIn(stage.browser, shop.url, shop.people.owner);
    ({ page } = open);
    await page.addInitScript(countClicks);
    source = shop.products.find(({ available }) => available)?.identifier ?? '';
  });
  const answer = () => imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier: source });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  /** From a page of the navigation on. */
  const start = async (path: string): Promise<void> => {
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

  /** The sentence that an empty filter begins with. */
  const fillFilter = async (name: string): Promise<void> => {
    const filter = page.getByRole('group', { name, exact: true });
    await filter.getByLabel('Field').selectOption('colour');
    await filter.getByLabel('Value').fill('black');
  };

  const pick = async (identifier: string): Promise<void> => {
    await page.getByLabel('Find by name or identifier').fill(identifier);
    await open.settled();
    await page.getByRole('dialog').getByRole('button', { name: identifier }).click();
  };

  /** The picker opens with the form. A key that comes before it closes nothing. */
  const leavePicker = async (): Promise<void> => {
    const picker = page.getByRole('dialog');
    await picker.getByLabel('Find by name or identifier').waitFor();
    await page.keyboard.press('Escape');
    await picker.waitFor({ state: 'detached' });
  };

  const begin = async (effect: string): Promise<void> => {
    await start('campaigns');
    const kinds = page.getByRole('navigation', { name: 'New campaign of a kind' });
    await kinds.getByRole('link', { name: new RegExp(`^${effect}`) }).click();
  };

  // Beside each: what it took before the portal had the shorter way.
  it.each([
    [
      'Banner',
      3, // 4
      async () => {
        await page.getByLabel('The banner is').selectOption('text');
        await page.getByLabel('Text', { exact: true }).fill('Spring');
      },
    ],
    [
      'Redirect',
      4, // 6
      async () => {
        await page.getByLabel('Web address', { exact: true }).fill('https://shop.example/sale');
        await press('the product is one of');
        await page.getByLabel('the product is one of', { exact: true }).fill('none-of-ours');
      },
    ],
    [
      'Ads',
      4, // 5
      async () => {
        await pick(source);
        await leavePicker();
      },
    ],
    [
      'Guided choice',
      3, // 7
      async () => {
        await page.getByLabel('Question', { exact: true }).fill('Which colour?');
        await page.getByLabel('Text', { exact: true }).fill('The same');
        await fillFilter('Show only products that match');
      },
    ],
    [
      'Promotion',
      4, // 5, by a rule for a group of products
      async () => {
        await leavePicker();
        await page.getByText('Boost or hide a group of products').click();
        await fillFilter('Filter');
        await page.keyboard.press('Enter');
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

  it('a promotion that pins, hides and boosts takes eight', async () => {
    await begin('Promotion');
    await pick(source);
    const cards = page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem');
    await cards.nth(3).waitFor();
    await cards
      .nth(1)
      .getByRole('button', { name: /one place forward$/ })
      .click();
    await open.settled();
    await cards
      .nth(2)
      .getByRole('button', { name: /^Hide / })
      .click();
    await open.settled();
    await cards
      .nth(2)
      .getByRole('button', { name: /^What to do with / })
      .click();
    await page.getByRole('menuitem', { name: 'Boost', exact: true }).click();
    await publish('Counted arrangement');
    expect(await clicks()).toBe(8); // 9
  });

  it('a campaign for a product takes one click from its page to its arrangement', async () => {
    await start(`catalogue/catalogue?product=${encodeURIComponent(JSON.stringify(source))}`);
    await page.getByRole('link', { name: 'New campaign' }).click();
    await page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').first().waitFor();
    expect(await clicks()).toBe(1); // 3
  });

  it('an experiment is started with one, and kept with one', async () => {
    const name = 'Trial banner';
    const effect = { banner: { position: 'resultPageTop', contents: ['<p>Trial</p>'] } };
    await admin('POST', `websites/${shop.name}/campaigns`, { name, effect });
    await start('experiments');
    await expectMessage(page, `The experiment with ${name} has started.`, () =>
      press(`Test with 50%: ${name}`),
    );
    expect(await clicks()).toBe(1); // 2, and a field
    await expectMessage(page, `Everyone sees ${name} now.`, () => press('Keep it'));
    expect(await clicks()).toBe(2);
    const contents = async () => (await answer()).banners?.flatMap((banner) => banner.contents ?? []) ?? [];
    await expect.poll(contents).toContainEqual({ content: '<p>Trial</p>' });
  });

  it('a campaign is paused with one, and runs again with one', async () => {
    const name = 'Paused banner';
    const effect = { banner: { position: 'filterTop', contents: ['<p>Pause</p>'] } };
    await admin('POST', `websites/${shop.name}/campaigns`, { name, effect, state: 'published' });
    await start('campaigns');
    await expectMessage(page, '1 campaign paused.', () => press(`Pause ${name}`));
    expect(await clicks()).toBe(1); // 2
    await press('Undo');
    await page.getByRole('button', { name: `Pause ${name}` }).waitFor();
    expect(await clicks()).toBe(2); // 3
  });

  it('a search box takes two', async () => {
    await start('boxes');
    await press('New box');
    await page.getByLabel('Name', { exact: true }).fill('counted');
    await press('Create the box');
    await page.getByRole('heading', { name: 'counted' }).waitFor();
    expect(await clicks()).toBe(2); // 3
  });

  it('related keywords take two', async () => {
    await start('boxes');
    await press('New box');
    await page.getByRole('radio', { name: 'Related box: keywords' }).press(' ');
    await page.getByLabel('Name', { exact: true }).fill('counted words');
    await press('Create the box');
    await page.getByRole('heading', { name: 'counted words' }).waitFor();
    expect(await clicks()).toBe(2); // 6, and then nothing was shown
  });

  it('a box is tuned with one, gets a facet with two, and shows its answer with one', async () => {
    await start('boxes/similar');
    await page.getByLabel('Minimum similarity, as a number').fill('0.35');
    await expectMessage(page, 'Saved', () => press('Save'));
    expect(await clicks()).toBe(1); // 2
    await page.getByRole('tab', { name: 'Facets' }).click();
    await page.getByRole('group', { name: 'Add a facet' }).getByRole('button').first().click();
    await expectMessage(page, 'Saved', () => press('Save'));
    expect(await clicks()).toBe(4); // one for each facet, beside tab and Save: 2
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').first().waitFor();
    expect(await clicks()).toBe(5); // 1 after the tab before: 2
  });

  it('words of the shop take none but Enter', async () => {
    await start('vocabulary');
    await page.getByLabel('Find or add a group').fill('rucksack, knapsack');
    await expectMessage(page, 'Saved', () => page.keyboard.press('Enter'));
    expect(await clicks()).toBe(0); // 1
  });

  it('a suggestion is put first with one, and one of your own with none but Enter', async () => {
    await start('boxes/related?tab=preview');
    await page.getByLabel('Search term', { exact: true }).fill('backpack');
    await expectMessage(page, 'Curation saved.', () =>
      page
        .getByRole('button', { name: /^Put .* first$/ })
        .nth(1)
        .click(),
    );
    expect(await clicks()).toBe(1); // 1
    await page.getByLabel('Add a suggestion of your own').fill('Rucksacks');
    await expectMessage(page, 'Curation saved.', () => page.keyboard.press('Enter'));
    expect(await clicks()).toBe(1); // one more: typing and Enter need none
  });

  it('a search term that found nothing gets a synonym with one', async () => {
    await relatedKeywords({ ...shop, tracker: shop.trackers.related }, 'qwxyz');
    const day = 86_400_000;
    const [from, to] = [-day, day].map((ahead) => new Date(Date.now() + ahead).toISOString());
    const analytics = `websites/${shop.name}/analytics?from=${from}&to=${to}`;
    await expect.poll(async () => JSON.stringify(await admin('GET', analytics))).toContain('qwxyz');
    await start('analytics');
    await press('Add synonym: qwxyz');
    await page.getByLabel('Means the same as').fill('backpack');
    await expectMessage(page, '“qwxyz” now means the same as “backpack”.', () =>
      page.keyboard.press('Enter'),
    );
    expect(await clicks()).toBe(1); // 2
  });

  it('somebody is invited with one', async () => {
    await start('members');
    await page.getByLabel('E-mail address').fill('counted@shop.example');
    await press('Invite');
    await page.getByText('Send this link to counted@shop.example. It works once.').waitFor();
    expect(await clicks()).toBe(1); // 2
  });

  it('an API key takes one, and Enter', async () => {
    await start('keys');
    await press('New API key');
    await page.getByLabel('Name', { exact: true }).fill('counted');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'The API key counted' }).waitFor();
    expect(await clicks()).toBe(1); // 2
  });

  it('what was changed is read without one', async () => {
    await admin('PUT', `websites/${shop.name}/members/${shop.people.viewer.email}`, { role: 'merchandiser' });
    await start('audit');
    await page.getByText('Member changed').first().waitFor();
    await page.locator('ins', { hasText: 'merchandiser' }).first().waitFor();
    expect(await clicks()).toBe(0); // 1
  });

  const createCatalogue = async (name: string): Promise<void> => {
    await start('datasets');
    await press('New catalogue or search terms');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };

  /** The feed of a shop whose pictures are at this address. */
  const upload = async (name: string, count: number, pictures: string): Promise<void> => {
    const rows = Array.from({ length: count }, (_, index) => ({
      identifier: `${name}-${index}`,
      title: `Kettle ${index}`,
      url: `https://shop.example/${index}`,
      price: 10 + index,
      imageUrl: `${pictures}${index}.png`,
    }));
    const feed = join(shop.folder, `${name}-${count}.ndjson`);
    await writeFile(feed, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(feed);
  };

  it('a catalogue from a file takes two and the file, the guard one, going back one', async () => {
    const away = 'http://127.0.0.1:9/';
    await createCatalogue('kettles');
    await upload('kettles', 40, away);
    await press('Import with this mapping');
    await page.getByRole('cell', { name: 'Published' }).waitFor({ timeout: limits.import });
    // What the host of its pictures did not give is said without one: 0
    await page.getByText('40 of 40 variants have no usable picture.').waitFor();
    expect(await clicks()).toBe(2); // 4, beside the click for the file
    await start('datasets/kettles?tab=source');
    await upload('kettles', 15, away);
    const approve = page.getByRole('button', { name: /^Publish: 25 removed/ });
    await approve.waitFor({ timeout: limits.import });
    await page.getByRole('list', { name: 'Removed' }).getByText('Kettle 39').waitFor();
    await approve.click();
    await page.getByRole('cell', { name: 'Published' }).nth(1).waitFor({ timeout: limits.import });
    expect(await clicks()).toBe(1); // 2
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expectMessage(page, /The version of .* is live\./, () => press('Make live'));
    expect(await clicks()).toBe(3); // 1 after the tab: 2
  });

  it('pictures as a ZIP take none before the feed, and two after it', async () => {
    const feeds = await writeDayFeeds(shop.folder);
    const drop = 'Drop a ZIP of pictures here, or choose one';
    await createCatalogue('before');
    await page.getByLabel(drop).setInputFiles(feeds.pictures);
    await page.getByText('8 added, 0 replaced.').waitFor();
    await upload('before', 8, '');
    await press('Import with this mapping');
    await page.getByRole('cell', { name: 'Published' }).waitFor({ timeout: limits.import });
    expect(await page.getByText('without a picture').count()).toBe(0);
    expect(await clicks()).toBe(2); // 2 of the catalogue, as above
    await createCatalogue('after');
    await upload('after', 8, '');
    await press('Import with this mapping');
    await page.getByRole('cell', { name: 'Published' }).waitFor({ timeout: limits.import });
    await page.getByRole('tab', { name: 'Source' }).click();
    await page.getByLabel(drop).setInputFiles(feeds.pictures);
    await press('Import again with pictures');
    await page.getByRole('cell', { name: 'Published' }).nth(1).waitFor({ timeout: limits.import });
    expect(await clicks()).toBe(4); // 2 more: 4 more, and the feed again
    feeds.close();
  });
});
