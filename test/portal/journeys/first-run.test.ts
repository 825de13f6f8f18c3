import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPortal } from '../../../scripts/build-portal.ts';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { serve, type Service } from '../../../src/service/start/serve.ts';
import { runInProcess } from '../../support/cli/run-in-process.ts';
import { limits } from '../../limits.ts';
import { createAdminClient } from '../support/admin-client.ts';
import { listIdentifiers, imageSearch } from '../support/call.ts';
import { openBrowser, openWindow, type Window } from '../support/open-browser.ts';
import { importDrawn } from '../support/kept-vectors.ts';
import { emptyFolder } from '../support/open-shop.ts';
import { expectMessage } from '../support/expect-message.ts';
import { stopAtFirstFailure } from '../support/in-order.ts';

const run = promisify(execFile);

describe('the first run, on an empty installation', () => {
  stopAtFirstFailure();
  let browser: Browser;
  let service: Service;
  let folder = '';
  let link = '';
  let open: Window;
  let page: Page;
  let key = '';

  beforeAll(async () => {
    await buildPortal();
    const empty = await emptyFolder();
    folder = empty.folder;
    const said: string[] = [];
    service = await serve(empty.config, {
      print: (line) => said.push(line),
      progress: () => undefined,
      demo: openDemoShop(),
    });
    link = said.join('\n').match(/\S+\/portal\/set-up\/\S+/)?.[0] ?? '';
    browser = await openBrowser();
    open = await openWindow(browser, service.url);
    ({ page } = open);
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const password = 'an owner of few words';

  it('a set-up link creates the first account, once', async () => {
    await page.goto(service.url);
    await page.getByText(/This installation has no account yet/).waitFor();
    await page.goto(link);
    await page.getByLabel('E-mail address').fill('owner@shop.example');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Create the first shop' }).waitFor();
    const second = await openWindow(browser, service.url);
    await second.page.goto(link);
    await second.page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await second.close();
  });

  it('a shop is created', async () => {
    await page.getByLabel('Name', { exact: true }).fill('First shop');
    await page.getByLabel('Short name').fill('first');
    await page.getByRole('button', { name: 'Create the shop' }).click();
    await page.getByRole('heading', { name: 'First shop' }).waitFor();
  });

  it('an empty shop offers one action on each page', async () => {
    const actions = {
      boxes: 'Go to the catalogue',
      datasets: 'New catalogue or search terms',
      lab: 'Search and related boxes',
      keys: 'New API key',
    };
    for (const [path, action] of Object.entries(actions)) {
      await open.goto(`first/${path}`);
      const main = page.locator('main');
      await main.getByRole('heading', { level: 2 }).waitFor();
      const offered = main.getByRole('button').or(main.getByRole('link'));
      await expect.poll(() => offered.allTextContents(), { message: path }).toEqual([action]);
    }
    await open.goto('first/analytics');
    await page.getByText('No calls in this period').waitFor();
  });

  it('the sample is imported', async () => {
    await open.goto('first');
    await importDrawn('demo', folder, async () => {
      await expectMessage(page, 'The sample shop is being imported.', () =>
        page.getByRole('button', { name: 'Import the sample shop' }).click(),
      );
      await page.getByRole('link', { name: 'Show the call' }).waitFor({ timeout: limits.import });
    });
  });

  it('an API key is created, and the copied curl command returns results', async () => {
    await open.goto('first/keys');
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('shop');
    await page.getByRole('button', { name: 'Create the API key' }).click();
    const issued = page.getByRole('dialog', { name: 'The API key shop' });
    key = (await issued.locator('code').first().textContent()) ?? '';
    await issued.getByRole('button', { name: 'Close' }).last().click();
    await issued.waitFor({ state: 'detached' });
    await open.goto('first');
    await page.getByRole('link', { name: 'Show the call' }).click();
    await page.getByRole('tab', { name: 'curl' }).click();
    const line = page.getByRole('group', { name: 'curl' });
    await expect.poll(() => line.textContent()).toMatch(/identifier=\w/);
    const command = ((await line.textContent()) ?? '').replace('<SUBSCRIPTION_KEY>', key);
    const { stdout } = await run('sh', ['-c', `${command.replace('curl ', 'curl -s ')}`]);
    const answer = JSON.parse(stdout) as WireImageSearchResult;
    expect(answer.resultStatus).toBe('resultFound');
    expect(open.complaints).toEqual([]);
    expect([...open.hosts]).toEqual([new URL(service.url).host]);
  });

  it('an own feed becomes a dataset, a box and a preview', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => [
      `own-${index}`,
      `${['Red', 'Blue'][index % 2] ?? ''} kettle ${index}`,
      `https://shop.example/p/${index}`,
      String(20 + index),
      'Kitchen/Kettles',
      `http://127.0.0.1/${index}.jpg`,
    ]);
    const feed = join(folder, 'own.csv');
    const lines = [
      ['identifier', 'title', 'url', 'price', 'category', 'imageUrl'],
      ...rows,
      ['', 'no identifier', '', '', '', ''],
    ];
    await writeFile(feed, lines.map((cells) => cells.join(',')).join('\n'));
    await open.goto('first/datasets');
    await page.getByRole('button', { name: 'New catalogue or search terms' }).click();
    await page.getByLabel('Name', { exact: true }).fill('own');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('heading', { name: 'own', level: 1 }).waitFor();
    await page.getByLabel('Drop a file here, or choose one').setInputFiles(feed);
    await page.getByText('All required fields are mapped.').waitFor();
    await page.getByRole('button', { name: 'Import with this mapping' }).click();
    await page.getByRole('cell', { name: 'Published' }).waitFor({ timeout: limits.import });
    // Pictures that could not be had are counted, with the reason and the next step.
    await page.getByRole('button', { name: '12 variants without a picture' }).click();
    const reasons = page.getByRole('dialog', { name: 'Variants without a picture' });
    await reasons.getByText(/is not on the public internet/).waitFor();
    await page.keyboard.press('Escape');
    await reasons.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show 1 row with faults' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the faults' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await open.goto('first/boxes');
    await page.getByRole('button', { name: 'New box' }).click();
    await page.getByLabel('Name', { exact: true }).fill('kettles');
    await page.getByLabel('Answers from', { exact: true }).selectOption('own');
    await page.getByRole('button', { name: 'Create the box' }).click();
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Another product' }).click();
    await page.getByRole('dialog').getByRole('button', { name: /own-3/ }).click();
    const results = page.getByRole('list', { name: 'Look-alikes' });
    await expect.poll(() => results.getByRole('listitem').count()).toBeGreaterThan(3);
    await page.getByRole('tab', { name: 'Integration' }).click();
    await page.getByRole('tab', { name: 'Integration', selected: true }).waitFor();
    await open.settled();
    const tracker = (await page.locator('main code').first().textContent()) ?? '';
    const answer = await imageSearch({ url: service.url, key, tracker }, { identifier: 'own-3' });
    expect(answer.resultStatus).toBe('resultFound');
    expect(listIdentifiers(answer).every((identifier) => identifier.startsWith('own-'))).toBe(true);
    expect(open.complaints).toEqual([]);
  });

  it('the administrator enters a shop that was declared, invites somebody, and adds another shop', async () => {
    const declaration = join(folder, 'declared.json');
    await writeFile(
      declaration,
      JSON.stringify({ website: { name: 'declared', displayName: 'Declared shop' } }),
    );
    expect((await runInProcess(['apply', declaration, '--data', folder])).code).toBe(0);
    await open.goto('first');
    await page.getByRole('button', { name: 'Switch shop, now First shop' }).click();
    await page.getByRole('menuitemradio', { name: 'Enter Declared shop' }).click();
    await page.getByRole('heading', { name: 'You are not in Declared shop' }).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Enter' }).click();
    const entering = page.getByRole('dialog', { name: 'Enter Declared shop' });
    await entering.getByLabel('Reason').fill('The first member');
    await entering.getByLabel('Your password').fill(password);
    await entering.getByRole('button', { name: 'Enter' }).click();
    await page.getByText('You have entered this shop until').waitFor();
    await page.getByRole('heading', { name: 'Declared shop' }).waitFor();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByLabel('E-mail address').fill('first@declared.example');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Send this link to first@declared.example. It works once.').waitFor();
    await page.getByRole('button', { name: 'Switch shop, now Declared shop' }).click();
    await page.getByRole('menuitemradio', { name: 'New shop' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Second shop');
    await page.getByRole('button', { name: 'Create the shop' }).click();
    await page.getByRole('heading', { name: 'Second shop' }).waitFor();
    expect(open.complaints).toEqual([]);
  });

  it('the installation is backed up while it serves', async () => {
    await open.goto('system');
    await page.getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('cell', { name: 'Complete' }).waitFor({ timeout: limits.import });
    const admin = await createAdminClient(service.url, { email: 'owner@shop.example', password });
    const [backup] = (await admin('GET', 'system/backups')) as {
      name: string;
      state: string;
      bytes: number;
    }[];
    expect(backup).toMatchObject({ state: 'complete' });
    expect(backup?.bytes).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'backups', backup?.name ?? ''))).toBe(true);
  });
});
