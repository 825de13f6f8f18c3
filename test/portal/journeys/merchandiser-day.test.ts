import { rm } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { buildPortal } from '../../../scripts/build-portal.ts';
import { serve, type Service } from '../../../src/service/start/serve.ts';
import { limits } from '../../limits.ts';
import { imageSearch, listIdentifiers } from '../support/call.ts';
import { type DayFeeds, writeDayFeeds } from '../support/day-feeds.ts';
import { expectMessage } from '../support/expect-message.ts';
import { stopAtFirstFailure } from '../support/in-order.ts';
import { openBrowser, openWindow, type Window } from '../support/open-browser.ts';
import { emptyFolder } from '../support/open-shop.ts';

/*
 * The day of a merchandiser, by mouse and keyboard in the portal alone. Each click, each choice in a list and each file
 * that is chosen counts as one click.
 */

const password = 'four plain words of mine';

describe('the day of a merchandiser', () => {
  stopAtFirstFailure();
  let browser: Browser;
  let service: Service;
  let feeds: DayFeeds;
  let folder = '';
  let link = '';
  let open: Window;
  let page: Page;
  let clicks = 0;
  let key = '';
  let tracker = '';

  beforeAll(async () => {
    await buildPortal();
    const empty = await emptyFolder({ KINDRED_ALLOW_PRIVATE: '127.0.0.1' });
    folder = empty.folder;
    feeds = await writeDayFeeds(folder);
    const said: string[] = [];
    service = await serve(empty.config, {
      print: (line) => said.push(line),
      progress: () => undefined,
      demo: openDemoShop(),
    });
    link = said.join('\n').match(/\S+\/portal\/set-up\/\S+/)?.[0] ?? '';
    browser = await openBrowser();
    open = await openWindow(browser, service.url, { width: 1440 });
    ({ page } = open);
  });

  afterAll(async () => {
    feeds.close();
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  const press = (name: string | RegExp): Promise<void> =>
    click(page.getByRole('button', { name, exact: true }));
  const choose = async (target: Locator, value: string): Promise<void> => {
    clicks += 1;
    await target.selectOption(value);
  };
  const chooseFile = async (label: string, file: string): Promise<void> => {
    clicks += 1;
    await page.getByLabel(label).setInputFiles(file);
  };
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  const goTo = async (name: string): Promise<void> => {
    await click(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }));
    await open.settled();
  };

  const feedDrop = 'Drop a file here, or choose one';

  const createCatalogue = async (name: string, kind = 'products'): Promise<void> => {
    await goTo('Catalogue and search terms');
    await press('New catalogue or search terms');
    await field('Name').fill(name);
    if (kind !== 'products') await page.getByRole('radio', { name: 'Search terms' }).press(' ');
    await press('Create');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };

  const importWithMapping = async (): Promise<void> => {
    await page.getByText('All required fields are mapped.').waitFor();
    await press('Import with this mapping');
    await page.getByRole('cell', { name: 'Published' }).first().waitFor({ timeout: limits.import });
  };

  /** The picture of a product is shown, and comes from the service. */
  const expectPicture = async (card: Locator): Promise<void> => {
    const picture = card.locator('img').first();
    await picture.scrollIntoViewIfNeeded();
    const width = () => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
  };

  it('begins with a new shop', async () => {
    await page.goto(link);
    await page.getByLabel('E-mail address').fill('owner@shop.example');
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Name of your first shop').fill('Lamps');
    await press('Create the account');
    await page.getByRole('heading', { name: 'Lamps' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/portal/lamps');
    expect(clicks).toBe(1); // 2
  });

  it('brings in a Google Merchant file, with search terms from it', async () => {
    await createCatalogue('lamps');
    await createCatalogue('terms', 'keywords');
    await goTo('Catalogue and search terms');
    await click(page.getByRole('link', { name: 'lamps', exact: true }));
    await chooseFile(feedDrop, feeds.google);
    await importWithMapping();
    await expect.poll(() => page.getByText('100%').count(), { timeout: limits.import }).toBeGreaterThan(0);
  });

  it('brings in a Shopify export', async () => {
    await createCatalogue('shades');
    await chooseFile(feedDrop, feeds.shopify);
    await importWithMapping();
  });

  it('corrects the mapping of a CSV with odd columns, and brings its pictures as a ZIP', async () => {
    await createCatalogue('lanterns');
    const sources = field('Feed comes from').locator('option');
    await expect.poll(() => sources.allTextContents()).toEqual(['an address', 'Upload']);
    await chooseFile('Drop a ZIP of pictures here, or choose one', feeds.pictures);
    await page.getByText('8 added, 0 replaced.').waitFor();
    await page.getByText('read me.txt: no picture').waitFor();
    await chooseFile(feedDrop, feeds.odd);
    await page.getByText(/^Not mapped yet:/).waitFor();
    const columns = { identifier: 'lfd', displayText: 'was', url: 'wo', price: 'kostet', imageUrl: 'foto' };
    for (const [name, column] of Object.entries(columns)) {
      const control = field(`Column of the feed of ${name}`);
      // What was recognised is one line until it is opened.
      if (!(await control.isVisible()))
        await click(page.locator('details', { has: control }).locator('summary'));
      await control.fill(column);
    }
    await field('Name of the field').fill('category');
    await press('Add a field');
    await field('Column of the feed of category').fill('gruppe');
    await importWithMapping();
    expect(await page.getByText('without a picture').count()).toBe(0);
  });

  it('tunes a box and sees the result', async () => {
    await goTo('Search and related boxes');
    await press('New box');
    await field('Name').fill('similar');
    await choose(field('Answers from'), 'lanterns');
    await press('Create the box');
    await click(page.getByRole('tab', { name: 'Preview' }));
    await press('Another product');
    await click(page.getByRole('dialog').getByRole('button', { name: /Lantern 3/ }));
    const results = page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem');
    await expect.poll(() => results.count()).toBe(7);
    await expectPicture(results.first());
    await click(page.getByRole('tab', { name: 'General' }));
    await field('Products on a page').fill('4');
    await expectMessage(page, 'Saved', () => press('Save'));
    await click(page.getByRole('tab', { name: 'Preview' }));
    await expect.poll(() => results.count()).toBe(4);
    await click(page.getByRole('tab', { name: 'Integration' }));
    await page.getByRole('tab', { name: 'Integration', selected: true }).waitFor();
    await open.settled();
    tracker = (await page.locator('main code').first().textContent()) ?? '';
  });

  it('makes a key, which the shop uses', async () => {
    await goTo('API keys');
    await press('New API key');
    await field('Name').fill('shop');
    await press('Create the API key');
    const issued = page.getByRole('dialog', { name: 'The API key shop' });
    key = (await issued.locator('code').first().textContent()) ?? '';
    await click(issued.getByRole('button', { name: 'Close' }).last());
    await issued.waitFor({ state: 'detached' });
    const answer = await imageSearch({ url: service.url, key, tracker }, { identifier: 'o3' });
    expect(listIdentifiers(answer)).toHaveLength(4);
  });

  it('schedules a campaign for one category', async () => {
    await goTo('Campaigns');
    await click(page.getByRole('link', { name: /^Banner/ }));
    await field('Name').fill('Garden week');
    await choose(field('Search box'), 'similar');
    await choose(field('The banner is'), 'text');
    await field('Text').fill('Garden week');
    await press('the product is in category');
    await field('the product is in category').fill('Garden');
    const day = (ahead: number): string =>
      new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 16);
    await field('From').fill(day(1));
    await field('Until').fill(day(8));
    await press('Publish');
    const review = page.getByRole('dialog', { name: 'Publish Garden week?' });
    await review.getByText(/^Changes the results of 8 products in 1 search box/).waitFor();
    await expectMessage(page, 'Garden week is published.', () =>
      click(review.getByRole('button', { name: 'Publish now' })),
    );
    await page.getByText('Scheduled', { exact: true }).first().waitFor();
    const { banners } = await imageSearch({ url: service.url, key, tracker }, { identifier: 'o3' });
    expect(banners ?? []).toEqual([]);
  });

  it('curates keywords', async () => {
    await goTo('Search and related boxes');
    await press('New box');
    await page.getByRole('radio', { name: 'Related box: keywords' }).press(' ');
    await field('Name').fill('related');
    await press('Create the box');
    await click(page.getByRole('tab', { name: 'Preview' }));
    await field('Search term').fill('table lamp');
    await page.getByLabel('Add a suggestion of your own').fill('Reading lamps');
    await expectMessage(page, 'Curation saved.', () => press('Add'));
    await page.getByRole('button', { name: 'Hide Reading lamps' }).waitFor();
  });

  it('reads the analytics', async () => {
    await goTo('Analytics');
    await page.getByText('Most requested products').waitFor();
    await page.getByText('o3', { exact: false }).first().waitFor();
  });

  it('rolls back to the version before, and takes that back', async () => {
    await goTo('Catalogue and search terms');
    await click(page.getByRole('link', { name: 'lamps', exact: true }));
    const live = () => page.getByRole('tabpanel').locator('span[title]').first().getAttribute('title');
    await click(page.getByRole('tab', { name: 'Versions' }));
    const before = await live();
    await click(page.getByRole('tab', { name: 'Source' }));
    await chooseFile(feedDrop, feeds.googleLater);
    await page.getByText(/^0 added, 1 changed, 0 removed$/).waitFor({ timeout: limits.import });
    await click(page.getByRole('tab', { name: 'Versions' }));
    // The list may still be the one from before the import.
    await expect.poll(live).not.toBe(before);
    const newest = await live();
    await expectMessage(page, /The version of .* is live\./, () => press('Make live'));
    // That of the curation before may still be there.
    const undo = page.getByRole('button', { name: 'Undo' }).last();
    await undo.waitFor();
    await expect.poll(live).not.toBe(newest);
    await click(undo);
    await expect.poll(live).toBe(newest);
  });

  it('has seen no fault and no other host', () => {
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(service.url).host]);
    process.stdout.write(`The day of a merchandiser: ${clicks} clicks.\n`);
    expect(clicks).toBeLessThan(100);
  });
});
