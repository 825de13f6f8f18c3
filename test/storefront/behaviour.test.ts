import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Stage, withStage } from './support/open-stage.ts';
import { createTags } from './support/tags.ts';
import { type Visit, visitPage } from './support/visit.ts';

/* What shoppers see of campaigns and what they can do in a list, against the answers of the service. */
let stage: Stage;
let tags: ReturnType<typeof createTags>;
const visits: Visit[] = [];

withStage((opened) => {
  stage = opened;
  tags = createTags(stage);
});

afterEach(async () => {
  for (const visit of visits.splice(0)) await visit.close();
});

const visit = async (path: string, body: string, options: BrowserContextOptions = {}) => {
  stage.site.setPage(path, { body });
  const opened = await visitPage(stage.browser, `${stage.site.url}${path}`, options);
  visits.push(opened);
  return opened;
};

const list = (page: Page) => page.locator('kindred-look-alikes');
const waitUntilReady = (page: Page) => expect.poll(() => list(page).getAttribute('state')).toBe('ready');
const names = (page: Page) => list(page).locator('li.item .name').allTextContents();

type Found = {
  readonly document: { readonly identifier: string; readonly displayText: string; readonly colour: string };
};
type SearchAnswer = {
  readonly documents: readonly Found[] | null;
  readonly ads?: { readonly adResults: readonly Found[] };
  readonly resultCount: number;
};

/** What the service answers to the same question. */
const ask = async (parameters: Readonly<Record<string, string>>): Promise<SearchAnswer> => {
  const { shop, backpack } = stage;
  const query = new URLSearchParams({
    btr: shop.trackers.search,
    identifier: backpack,
    top: '8',
    ...parameters,
  });
  const headers = { 'Ocp-Apim-Subscription-Key': shop.key };
  const response = await fetch(`${shop.url}/search/imagesearch?${query.toString()}`, { headers });
  return (await response.json()) as SearchAnswer;
};
const namesOf = (found: readonly Found[] | null | undefined): string[] =>
  (found ?? []).map(({ document }) => document.displayText);

describe('campaigns', () => {
  it('a banner stands above the list', async () => {
    const { page } = await visit('/banner', tags.lookAlikes('pattern="banner"'));
    await waitUntilReady(page);
    const banner = list(page).locator('[data-position=resultPageTop]');
    expect(await banner.textContent()).toBe('Free rain cover this week.');
    const [above, first] = [await banner.boundingBox(), await list(page).locator('li').first().boundingBox()];
    expect((above?.y ?? Infinity) + (above?.height ?? 0)).toBeLessThan(first?.y ?? 0);
  });

  it('an ad stands first and is marked as one', async () => {
    const answer = await ask({ pattern: 'ad' });
    const { page } = await visit('/ad', tags.lookAlikes('pattern="ad"'));
    await waitUntilReady(page);
    const expected = [...namesOf(answer.ads?.adResults), ...namesOf(answer.documents)].slice(0, 8);
    expect(await names(page)).toEqual(expected);
    expect(await list(page).locator('li.item').first().locator('.badge').textContent()).toBe('Ad');
    expect(await list(page).locator('.badge').count()).toBe(1);
  });

  it('a promoted product is marked where the answer says which one it is', async () => {
    const answer = await ask({ pattern: 'pin' });
    const { page } = await visit('/pin', tags.lookAlikes('pattern="pin" explain'));
    await waitUntilReady(page);
    expect(await names(page)).toEqual(namesOf(answer.documents));
    expect(await list(page).locator('li.item').first().locator('.badge').textContent()).toBe('Featured');
  });

  it('a tile of a guided choice narrows the list, and gives it back when it is chosen again', async () => {
    const { page } = await visit('/choice', tags.lookAlikes('pattern="choice"'));
    await waitUntilReady(page);
    const before = await names(page);
    const tile = list(page).getByRole('group', { name: 'Which colour?' }).getByRole('button').first();
    const colour = (await tile.textContent()) ?? '';
    const answer = await ask({ pattern: 'choice', tile: colour });
    await tile.click();
    await expect.poll(() => tile.getAttribute('aria-pressed')).toBe('true');
    expect(await names(page)).toEqual(namesOf(answer.documents));
    expect(new Set(answer.documents?.map(({ document }) => document.colour))).toEqual(new Set([colour]));
    // The focus stays on the tile, though the list was drawn anew.
    await page.keyboard.press('Enter');
    await expect.poll(() => tile.getAttribute('aria-pressed')).toBe('false');
    expect(await names(page)).toEqual(before);
  });

  it('a redirect leads away, unless the page cancels it', async () => {
    const body = tags.lookAlikes('pattern="redirect"');
    stage.site.setFile(
      '/stay.js',
      `addEventListener('kindred:redirect', (event) => {
        event.preventDefault();
        document.documentElement.dataset.wanted = event.detail.url;
      });`,
    );
    const stay = await visit('/stay', `<script src="/stay.js"></script>${body}`);
    await expect.poll(() => list(stay.page).getAttribute('state')).toBe('empty');
    expect(await stay.page.locator('html').getAttribute('data-wanted')).toBe('https://shop.example/sale');
    expect(stay.page.url()).toBe(`${stage.site.url}/stay`);

    const leave = await visit('/before', '<p>Before</p>');
    await leave.page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Sale' }));
    stage.site.setPage('/leave', { body });
    await leave.page.goto(`${stage.site.url}/leave`);
    await leave.page.waitForURL('https://shop.example/sale');
  });
});

describe('facets', () => {
  it('are chosen by keyboard; the list narrows, the panel stays open and the focus where it is', async () => {
    const { page } = await visit('/facets', tags.lookAlikes('facets'));
    await waitUntilReady(page);
    const button = list(page).getByRole('button', { name: 'Colour' });
    await button.focus();
    await page.keyboard.press('Enter');
    const panel = list(page).getByRole('group', { name: 'Colour' });
    const box = panel.getByRole('checkbox').first();
    await box.focus();
    const label = (await panel.locator('label').first().textContent()) ?? '';
    const colour = label.replace(/\d+$/, '');
    const answer = await ask({ filter: `colour eq '${colour}'` });
    await page.keyboard.press('Space');
    await expect.poll(() => names(page)).toEqual(namesOf(answer.documents));
    const noun = answer.resultCount === 1 ? 'product' : 'products';
    expect(await list(page).getByRole('status').textContent()).toBe(`${answer.resultCount} ${noun}`);
    expect(await box.isChecked()).toBe(true);
    expect(
      await box.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement),
    ).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => box.isVisible()).toBe(false);
    const hasFocus = () =>
      button.evaluate((element) => element === (element.getRootNode() as ShadowRoot).activeElement);
    await expect.poll(hasFocus).toBe(true);
    expect(await button.getAttribute('data-count')).toBe('1');
    await list(page).getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(() => list(page).getByRole('button', { name: 'Clear all' }).count()).toBe(0);
  });

  it('have bounds for prices', async () => {
    const { page } = await visit('/price', tags.lookAlikes('facets'));
    await waitUntilReady(page);
    await list(page).getByRole('button', { name: 'Price' }).click();
    await list(page).getByLabel('To').fill('80');
    await page.keyboard.press('Enter');
    const answer = await ask({ filter: 'price le 80' });
    expect(answer.resultCount).toBeGreaterThan(0);
    await expect.poll(() => names(page)).toEqual(namesOf(answer.documents));
  });

  it('say when nothing matches, and can be taken back', async () => {
    const { page, layoutShift } = await visit('/none', tags.lookAlikes('facets'));
    await waitUntilReady(page);
    await list(page).getByRole('button', { name: 'Price' }).click();
    await list(page).getByLabel('To').fill('1');
    await page.keyboard.press('Enter');
    await expect.poll(() => list(page).getByRole('status').textContent()).toBe('Nothing matches');
    await page.keyboard.press('Escape');
    await list(page).getByRole('button', { name: 'Clear all' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(8);
    expect(await layoutShift()).toBe(0);
  });
});

describe('a page', () => {
  it('gives its own template, styled by its own style sheet', async () => {
    const template = `<template><article class="card"><a data-kindred="url"><b data-kindred="brand"></b>
      <span data-kindred="displayText"></span></a></article></template>`;
    const { page, console } = await visit('/template', tags.lookAlikes('limit="3"', template));
    await waitUntilReady(page);
    const cards = page.locator('kindred-look-alikes > div .card');
    expect(await cards.count()).toBe(3);
    expect(await cards.first().locator('b').textContent()).not.toBe('');
    expect(await cards.first().evaluate((card) => getComputedStyle(card).borderTopStyle)).toBe('dashed');
    expect(await page.locator('kindred-look-alikes a').first().getAttribute('href')).toMatch(/^https?:/);
    expect(console).toEqual([]);
  });

  it('names a shopper: an impression and a click are sent with position and version, and none without consent', async () => {
    const sent: { action_name: string; event_attributes: { version?: string; position?: object } }[] = [];
    const { page } = await visit('/shopper', tags.lookAlikes('shopper="s-1" consent="denied"'));
    page.on('request', (request) => {
      if (request.url().includes('/events')) sent.push(request.postDataJSON() as (typeof sent)[number]);
    });
    await waitUntilReady(page);
    await list(page).evaluate((element) =>
      element.addEventListener('kindred:select', (event) => event.preventDefault()),
    );
    await list(page).locator('li.item a').nth(2).click();
    await list(page).evaluate((element) => element.setAttribute('consent', 'granted'));
    await list(page).locator('li.item a').nth(2).click();
    await expect.poll(() => sent.map(({ action_name }) => action_name)).toEqual(['impression', 'click']);
    expect(sent[1]?.event_attributes.position).toEqual({ ordinal: 3 });
    expect(sent.every(({ event_attributes }) => typeof event_attributes.version === 'string')).toBe(true);
  });
});
