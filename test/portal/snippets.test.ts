import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openSignedIn, type Window } from './support/open-browser.ts';
import { openShop, type Shop } from './support/open-shop.ts';

const run = promisify(execFile);

type Runner = { readonly program: string; readonly file: string };

/** By what each snippet is run. C# needs a project around it, and is only read. */
const runners: Readonly<Record<string, Runner>> = {
  curl: { program: 'sh', file: 'call.sh' },
  JavaScript: { program: process.execPath, file: 'call.mjs' },
  TypeScript: { program: process.execPath, file: 'call.mts' },
  Python: { program: 'python3', file: 'call.py' },
  PHP: { program: 'php', file: 'call.php' },
};

const isInstalled = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;

describe('the snippets of the Integration tab', { timeout: 120_000 }, () => {
  let browser: Browser;
  let shop: Shop;
  let open: Window;

  beforeAll(async () => {
    [browser, shop] = await Promise.all([openBrowser(), openShop()]);
    open = await openSignedIn(browser, shop.url, shop.people.viewer);
  });

  afterAll(async () => {
    await browser.close();
    await shop.close();
  });

  const snippet = async (box: string, language: string): Promise<string> => {
    await open.goto(`${shop.name}/boxes/${box}?tab=integration`);
    await open.page.getByRole('tab', { name: language, exact: true }).click();
    const block = open.page.getByRole('group', { name: language, exact: true });
    await expect.poll(() => block.textContent()).toMatch(/(identifier|pattern)=\w/);
    return ((await block.textContent()) ?? '').replace('<SUBSCRIPTION_KEY>', shop.key);
  };

  for (const [language, { program, file }] of Object.entries(runners)) {
    const why = isInstalled(program) ? '' : ` (skipped: ${program} is not installed)`;
    it.skipIf(why !== '').each([
      ['similar', 'documents'],
      ['related', 'suggestions'],
    ])(`in ${language} asks the box %s and gets %s${why}`, async (box, expected) => {
      const path = join(shop.folder, file);
      await writeFile(path, await snippet(box, language));
      const { stdout } = await run(program, [path]);
      expect(stdout).toContain(expected);
    });
  }

  it('in C# name the address, the header and the key', async () => {
    const code = await snippet('similar', 'C#');
    expect(code).toContain(`DefaultRequestHeaders.Add("Ocp-Apim-Subscription-Key", "${shop.key}")`);
    expect(code).toContain(`btr=${shop.trackers.search}`);
  });

  it('are followed by a test request that shows the real answer', async () => {
    await open.goto(`${shop.name}/boxes/similar?tab=integration`);
    await open.page.getByLabel('Subscription key').fill(shop.key);
    await open.page.getByRole('button', { name: 'Send' }).click();
    await open.page.getByText(/Status 200 in/).waitFor();
    expect(await open.page.getByRole('group', { name: 'Answer' }).textContent()).toContain('"resultStatus"');
    expect(open.complaints).toEqual([]);
  });
});
