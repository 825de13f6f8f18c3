import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import { createAdminClient } from '../support/admin-client.ts';
import { imageSearch, relatedKeywords, statusWith } from '../support/call.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Person, Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';
import { expectMessage } from '../support/expect-message.ts';

describe('the people who run a shop', () => {
  let browser: Browser;
  let shop: Shop;
  let open: Window;
  let page: Page;

  withShop((stage) => {
    ({ browser, shop } = stage);
  });

  afterEach(async () => {
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(shop.url).host]);
    await open.close();
  });

  const enter = async (person: Person): Promise<void> => {
    open = await openSignedIn(browser, shop.url, person);
    ({ page } = open);
  };

  it('curate suggestions in the preview, and the shop gets them', async () => {
    const related = { ...shop, tracker: shop.trackers.related };
    const before = await relatedKeywords(related, 'backpack');
    const [first = ''] = before;
    await enter(shop.people.merchandiser);
    await open.goto(`${shop.name}/boxes/related?tab=preview`);
    await page.getByLabel('Search term', { exact: true }).fill('backpack');
    await expectMessage(page, 'Curation saved.', () =>
      page.getByRole('button', { name: `Hide ${first}`, exact: true }).click(),
    );
    await page.getByRole('button', { name: `Hide ${first}`, exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Add a suggestion of your own').fill('school bags');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: /^Hide school bags$/i }).waitFor();
    const after = await relatedKeywords(related, 'backpack');
    expect(before.length).toBeGreaterThan(0);
    expect(after[0]?.toLowerCase()).toBe('school bags');
    expect(after).not.toContain(first);
  });

  it('upload a feed and roll back to the version before it', async () => {
    const bags = shop.products.filter(({ category }) => category === 'Bags/Backpacks');
    const gone = bags.find(({ available }) => available)?.identifier ?? '';
    const status = async () =>
      (await imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier: gone })).resultStatus;
    expect(await status()).toBe('resultFound');
    const feed = join(shop.folder, 'smaller.ndjson');
    const kept = shop.products.filter(({ identifier }) => identifier !== gone);
    await writeFile(feed, kept.map(({ drawing: _, ...row }) => `${JSON.stringify(row)}\n`).join(''));
    await enter(shop.people.merchandiser);
    await open.goto(`${shop.name}/datasets/catalogue?tab=source`);
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(feed);
    await page.getByRole('cell', { name: 'Published' }).waitFor({ timeout: limits.import });
    await expect.poll(status).toBe('resultNotFound');
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expectMessage(page, /The version of .* is live\./, () =>
      page.getByRole('button', { name: 'Make live' }).click(),
    );
    await expect.poll(status).toBe('resultFound');
    const shownLive = () => page.getByRole('tabpanel').locator('span[title]').first().getAttribute('title');
    const rolledBackTo = await shownLive();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(status).toBe('resultNotFound');
    await expect.poll(shownLive).not.toBe(rolledBackTo);
    await page.getByRole('button', { name: 'Make live' }).click();
    await expect.poll(status).toBe('resultFound');
  });

  it('change a key while the old one goes on working, then end the old one', async () => {
    const [identifier = ''] = shop.products.map((product) => product.identifier);
    const status = (key: string) => statusWith({ ...shop, key, tracker: shop.trackers.search }, identifier);
    await enter(shop.people.owner);
    await open.goto(`${shop.name}/keys`);
    const rotate = async (graceSeconds: string): Promise<string> => {
      await page.getByRole('button', { name: 'Rotate' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('The old key works for').selectOption(graceSeconds);
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      const key = await dialog.locator('code').textContent();
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      return key ?? '';
    };
    const second = await rotate('86400');
    await page.getByText(/The previous key works until/).waitFor();
    expect(await Promise.all([shop.key, second].map(status))).toEqual([200, 200]);
    const third = await rotate('0');
    await expect.poll(() => status(second)).toBe(401);
    expect(await status(third)).toBe(200);
  });

  it('reveal a key only after the password', async () => {
    await enter(shop.people.owner);
    await open.goto(`${shop.name}/keys`);
    const reveal = async (password: string): Promise<void> => {
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click();
    };
    await page.getByRole('button', { name: 'Reveal' }).first().click();
    await reveal('not the password at all');
    await page.getByRole('alert').waitFor();
    await reveal(shop.people.owner.password);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hide' }).waitFor();
    const primary = (await page.locator('main code').first().textContent()) ?? '';
    const [identifier = ''] = shop.products.map((product) => product.identifier);
    const own = { ...shop, key: primary, tracker: shop.trackers.search };
    expect(await statusWith(own, identifier)).toBe(200);
  });

  it('delete data that nothing uses, and see what uses the rest', async () => {
    await enter(shop.people.owner);
    const admin = await createAdminClient(shop.url, shop.people.owner);
    await admin('POST', `websites/${shop.name}/datasets`, { name: 'mistake', kind: 'products' });
    await open.goto(`${shop.name}/datasets/catalogue?tab=source`);
    const openAdvanced = () => page.locator('summary', { hasText: 'Advanced' }).click();
    await openAdvanced();
    await page.getByText(/^In use by .*similar/).waitFor();
    await open.goto(`${shop.name}/datasets/mistake?tab=source`);
    await openAdvanced();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/This deletes 0 live entries, 0 versions/).waitFor();
    await expectMessage(page, 'mistake was deleted.', () =>
      dialog.getByRole('button', { name: 'Delete', exact: true }).click(),
    );
    const names = (await admin('GET', `websites/${shop.name}/datasets`)) as {
      declaration: { name: string };
    }[];
    expect(names.map(({ declaration }) => declaration.name)).not.toContain('mistake');
  });

  it('cannot change anything as a viewer', async () => {
    await enter(shop.people.viewer);
    const changing =
      /^(New|Save|Publish|Delete|Import|Rotate|Reveal|Suspend|Invite|Add|Upload|Make live|Discard)/;
    for (const path of [
      'boxes',
      'boxes/similar?tab=general',
      'boxes/similar?tab=facets',
      'boxes/similar?tab=strategy',
      'boxes/related?tab=curation',
      'datasets',
      'datasets/catalogue?tab=source',
      'datasets/catalogue?tab=mapping',
      'datasets/catalogue?tab=versions',
      'campaigns',
      'settings',
      'members',
      'keys',
    ]) {
      await open.goto(`${shop.name}/${path}`);
      const buttons = await page.locator('main').getByRole('button').allTextContents();
      expect(
        buttons.filter((name) => changing.test(name)),
        path,
      ).toEqual([]);
      const fields = page
        .locator('main')
        // Who tries a search changes nothing.
        .locator('input:not([disabled], [type=search]), select:not([disabled]), textarea:not([disabled])');
      expect(await fields.count(), path).toBe(0);
    }
    const admin = await createAdminClient(shop.url, shop.people.viewer);
    const base = `websites/${shop.name}`;
    const changes: readonly (readonly [string, string, object?])[] = [
      ['POST', `${base}/boxes`, { name: 'mine', kind: 'search', dataset: 'catalogue' }],
      ['PUT', `${base}/boxes/related/curation`, []],
      ['POST', `${base}/datasets/catalogue/imports`, {}],
      ['POST', `${base}/members`, { email: 'friend@shop.example', role: 'owner' }],
      ['POST', `${base}/subscriptions/shop/rotate`, { slot: 'primary', graceSeconds: 0 }],
      ['DELETE', `${base}/boxes/similar`],
    ];
    for (const [method, path, body] of changes)
      await expect(admin(method, path, body), `${method} ${path}`).rejects.toThrow(/: 403 /);
  });
});
