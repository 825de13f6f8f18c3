import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import type { AdminClient } from '../support/admin-client.ts';
import { imageSearch } from '../support/call.ts';
import { openSignedIn, type Window } from '../support/open-browser.ts';
import type { Shop } from '../support/open-shop.ts';
import { withShop, withWindow } from '../support/test-context.ts';
import { expectMessage } from '../support/expect-message.ts';

describe('a feed that should not go live at once', () => {
  let browser: Browser;
  let shop: Shop;
  let admin: AdminClient;
  let open: Window;
  let page: Page;

  withShop((stage) => {
    ({ browser, shop, admin } = stage);
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

  const versions = async (): Promise<number> =>
    ((await admin('GET', `websites/${shop.name}/datasets/catalogue/versions`)) as object[]).length;

  const status = async (identifier: string) =>
    (await imageSearch({ ...shop, tracker: shop.trackers.search }, { identifier })).resultStatus;

  /** Few products are left: more would vanish than the guard lets pass. */
  const upload = async (): Promise<string> => {
    const kept = shop.products.slice(0, 12);
    const gone = shop.products.slice(12).find(({ available }) => available)?.identifier ?? '';
    const feed = join(shop.folder, 'few.ndjson');
    await writeFile(feed, kept.map(({ drawing: _, ...row }) => `${JSON.stringify(row)}\n`).join(''));
    await open.goto(`${shop.name}/datasets/catalogue?tab=source`);
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(feed);
    await page.getByRole('button', { name: /^Publish: / }).waitFor({ timeout: limits.import });
    return gone;
  };

  it('is checked in a dry run, which reports the changes and publishes nothing', async () => {
    const before = await versions();
    await open.goto(`${shop.name}/datasets/catalogue?tab=source`);
    const rows = page.getByRole('list', { name: 'First rows of the feed' });
    await rows.getByText(shop.products[0]?.identifier ?? '', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Test import' }).click();
    await page.getByRole('cell', { name: 'Checked' }).waitFor({ timeout: limits.import });
    const [last] = (await admin('GET', `websites/${shop.name}/datasets/catalogue/imports`)) as {
      state: string;
      dryRun: boolean;
      rows: number;
    }[];
    expect(last).toMatchObject({ state: 'checked', dryRun: true, rows: shop.products.length });
    expect(await versions()).toBe(before);
  });

  it('waits for approval when too many products would vanish, and can be discarded', async () => {
    const gone = await upload();
    await page.getByRole('tab', { name: /^Removed \(\d+\)$/ }).waitFor();
    await page.getByText(gone, { exact: true }).waitFor();
    expect(await status(gone)).toBe('resultFound');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard the import' }).click();
    await page.getByRole('button', { name: /^Publish: / }).waitFor({ state: 'detached' });
    expect(await admin('GET', `websites/${shop.name}/datasets/catalogue`)).toMatchObject({ waiting: null });
    expect(await status(gone)).toBe('resultFound');
  });

  it('goes live after approval', async () => {
    const gone = await upload();
    await open.goto(shop.name);
    await page.getByText('catalogue: an import waits for approval').waitFor();
    await page.getByRole('link', { name: /^Review: catalogue: an import/ }).click();
    expect(await status(gone)).toBe('resultFound');
    await expectMessage(page, 'The version is being published. You can go back under Versions.', () =>
      page.getByRole('button', { name: /^Publish: \d+ removed, \d+ changed, \d+ added$/ }).click(),
    );
    await expect.poll(() => status(gone)).toBe('resultNotFound');
  });
});
