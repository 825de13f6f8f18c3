import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { listIdentifiers, imageSearch, relatedKeywords } from '../support/call.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop, withWindow } from '../support/test-context.ts';
import { expectMessage } from '../support/expect-message.ts';

describe('a box, from its editor to what the shop gets', () => {
  let browser: Browser;
  let shop: Shop;
  let open: Window;
  let page: Page;
  let source = '';

  withShop((stage) => {
    ({ browser, shop } = stage);
    source = shop.products.find(({ available }) => available)?.identifier ?? '';
  });
  withWindow(
    () => openSignedIn(browser, shop.url, shop.people.merchandiser),
    (opened) => {
      open = opened;
      ({ page } = opened);
    },
  );
  afterEach(() => {
    expect(open.complaints).toEqual([]);
  });

  const answer = (parameters: Readonly<Record<string, string>> = {}): Promise<WireImageSearchResult> =>
    imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier: source, ...parameters });
  const suggestions = (pattern: string): Promise<string[]> =>
    relatedKeywords({ ...shop, tracker: shop.trackers.related }, pattern);

  const save = (): Promise<void> =>
    expectMessage(page, 'Saved', () => page.getByRole('button', { name: 'Save', exact: true }).click());

  const choose = async (identifier: string): Promise<void> => {
    await page.getByRole('button', { name: 'Another product' }).click();
    await page.getByLabel('Find by name or identifier').fill(identifier);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(identifier) })
      .click();
    await page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem').first().waitFor();
  };

  it('shows facets in the order they were put in', async () => {
    const names = async () => ((await answer()).filters ?? []).map(({ name }) => name);
    expect((await names()).slice(0, 2)).toEqual(['category', 'colour']);
    await open.goto(`${shop.name}/boxes/similar?tab=facets`);
    await page.getByRole('button', { name: 'Move Colour one place forward' }).click();
    await save();
    await expect.poll(async () => (await names()).slice(0, 2)).toEqual(['colour', 'category']);
  });

  it('previews unsaved settings, and changes nothing until they are saved', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=general`);
    await page.getByLabel('Products on a page').fill('3');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await choose(source);
    const results = page.getByRole('list', { name: 'Look-alikes' }).getByRole('listitem');
    await expect.poll(() => results.count()).toBe(3);
    expect((await answer()).pageSize).not.toBe(3);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => results.count()).toBeGreaterThan(3);
  });

  it('filters the preview by facets as the operation does', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=preview`);
    await choose(source);
    const facet = page.getByRole('group', { name: 'Colour' });
    const colour = ((await facet.getByRole('checkbox').first().locator('xpath=..').textContent()) ?? '')
      .replace(/\d+$/, '')
      .trim();
    await facet.getByRole('checkbox').first().check();
    const expected = listIdentifiers(await answer({ filter: `colour eq '${colour}'` }));
    const shown = page.getByRole('list', { name: 'Look-alikes' }).locator('article .font-mono');
    await expect.poll(() => shown.allTextContents()).toEqual(expected);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('group', { name: 'JSON' }).filter({ hasText: '"resultStatus"' }).waitFor();
  });

  it('copies its tracker, and answers a test request as it answers the shop', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: shop.url });
    await open.goto(`${shop.name}/boxes/similar?tab=integration`);
    await page.getByRole('button', { name: 'Copy Tracker' }).click();
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied).toBe(shop.trackers.search);
    await page.getByLabel('API key').fill(shop.key);
    await page.getByLabel('Product identifier').fill(source);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/Status 200 in/).waitFor();
    const shown = JSON.parse(
      (await page.getByRole('group', { name: 'Answer' }).textContent()) ?? '',
    ) as WireImageSearchResult;
    expect(shown).toEqual(await answer());
    await page.getByLabel('API key').fill('no key of ours');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/Status 401 in/).waitFor();
  });

  it('for keywords returns at most the configured number of suggestions', async () => {
    expect((await suggestions('backpack')).length).toBeGreaterThan(2);
    await open.goto(`${shop.name}/boxes/related?tab=sources`);
    await page.getByLabel('Maximum number').fill('2');
    await save();
    await expect.poll(async () => (await suggestions('backpack')).length).toBe(2);
  });

  it('for keywords puts curated suggestions first and leaves out hidden ones', async () => {
    const [first = ''] = await suggestions('backpack');
    await open.goto(`${shop.name}/boxes/related?tab=curation`);
    await page.getByLabel('Which search term?').fill('backpack');
    await page.getByRole('button', { name: 'Add a search term' }).click();
    for (const word of ['school bags', 'travel bags']) {
      await page.getByLabel('Shown first').fill(word);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel('Hidden').fill(first);
    await page.getByLabel('Hidden').blur();
    await save();
    await expect
      .poll(async () => (await suggestions('backpack')).map((text) => text.toLowerCase()))
      .toEqual(['school bags', 'travel bags']);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByLabel('Search term', { exact: true }).fill('backpack');
    await page.getByRole('button', { name: /^Hide school bags$/i }).waitFor();
    const hidden = page.getByRole('button', { name: `Hide ${first}`, exact: true });
    await expect.poll(() => hidden.count()).toBe(0);
  });

  it('for keywords answers a test request too', async () => {
    await open.goto(`${shop.name}/boxes/related?tab=integration`);
    await page.getByLabel('API key').fill(shop.key);
    await page.getByLabel('Search term').fill('backpack');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/Status 200 in/).waitFor();
    const shown = JSON.parse((await page.getByRole('group', { name: 'Answer' }).textContent()) ?? '') as {
      suggestions: { displayText: string }[];
    };
    expect(shown.suggestions.map(({ displayText }) => displayText)).toEqual(await suggestions('backpack'));
  });
});
