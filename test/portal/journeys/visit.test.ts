import { rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDemoShop } from '../../../demo/demo-shop.ts';
import { buildPortal } from '../../../scripts/build-portal.ts';
import { compose } from '../../../src/compose.ts';
import { applyDeclaration } from '../../../src/declare/apply/apply.ts';
import { serve, type Service } from '../../../src/service/start/serve.ts';
import { violations } from '../support/axe.ts';
import { openBrowser, openSignedIn, type Window, type WindowOptions } from '../support/open-browser.ts';
import { emptyFolder } from '../support/open-shop.ts';

const administrator = { email: 'ada@host.example', password: 'four plain words of somebody' };

const looks: readonly (WindowOptions & { readonly locale: 'en' | 'de' })[] = [
  { locale: 'en', width: 1280, colorScheme: 'light' },
  { locale: 'de', width: 390, colorScheme: 'dark' },
];
const words = {
  en: { enter: 'Enter', reason: 'Reason', inside: /^You have entered this shop until/, leave: 'Leave' },
  de: { enter: 'Betreten', reason: 'Grund', inside: /^Sie haben diesen Shop bis/, leave: 'Verlassen' },
} as const;

describe('an administrator in the portal', () => {
  let browser: Browser;
  let service: Service;
  let folder = '';

  beforeAll(async () => {
    await buildPortal();
    const empty = await emptyFolder();
    folder = empty.folder;
    const kindred = await compose(empty.config);
    const { store } = kindred;
    const apply = applyDeclaration({ store, actor: 'test', baseFolder: null });
    await apply({ website: { name: 'alps' } });
    const { id } = (await apply({ website: { name: 'coast' } })).website;
    // An account needs a website to begin with.
    await store.operators.put(id, 'test', administrator.email, 'viewer', administrator.password);
    await store.accounts.setAdministrator('test', administrator.email, true);
    await store.operators.remove(id, 'test', administrator.email);
    await kindred.close();
    service = await serve(empty.config, {
      print: () => undefined,
      progress: () => undefined,
      demo: openDemoShop(),
    });
    browser = await openBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Presses Tab until the focus is on the control with this name. */
  const tabTo = async (page: Page, name: string): Promise<void> => {
    const focused = page.locator(':focus');
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        const label = (await focused.getAttribute('aria-label').catch(() => null)) ?? '';
        return label || (await focused.textContent().catch(() => ''));
      })
      .toBe(name);
  };

  const expectAccessible = async (open: Window): Promise<void> => {
    await open.settled();
    expect(await violations(open.page)).toEqual([]);
  };

  it.each(looks)('enters and leaves a shop with the keyboard ($locale, $width)', async (look) => {
    const { enter, reason, inside, leave } = words[look.locale];
    const open = await openSignedIn(browser, service.url, administrator, look);
    const { page } = open;
    await open.goto('');
    await page.getByRole('heading', { level: 1, name: 'Shops' }).waitFor();
    await expectAccessible(open);
    await open.goto('alps/boxes');
    await page.getByRole('button', { name: enter }).waitFor();
    await expectAccessible(open);
    await tabTo(page, enter);
    await page.keyboard.press('Enter');
    await page.getByLabel(reason).waitFor();
    await expectAccessible(open);
    await page.keyboard.type('A question about the feed');
    await page.keyboard.press('Tab');
    await page.keyboard.type(administrator.password);
    await page.keyboard.press('Enter');
    await page.getByText(inside).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectAccessible(open);
    await page.getByRole('button', { name: leave }).click();
    await page.getByRole('heading', { level: 1, name: 'Shops' }).waitFor();
    await open.goto('system');
    await expectAccessible(open);
    expect(open.complaints).toEqual([]);
    await open.close();
  });
});
