import type { Browser } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { totpCode, totpDefaults } from '../../../src/store/accounts/second-factor.ts';
import { createAdminClient } from '../support/admin-client.ts';
import { imageSearch } from '../support/call.ts';
import { openSignedIn, openWindow } from '../support/open-browser.ts';
import type { Person, Shop } from '../support/open-shop.ts';
import { withShop } from '../support/test-context.ts';
import { expectMessage } from '../support/expect-message.ts';

/**
 * `later`: a code of the step after now is taken too, and that of now may be used up. Never one of the step before:
 * it is good only until the clock reaches the next.
 */
const authenticatorCode = (secret: string, later: 0 | 1): string =>
  totpCode(secret, Math.floor(Date.now() / 1000 / totpDefaults.stepSeconds) + later);

describe('a person and their account', () => {
  let browser: Browser;
  let shop: Shop;

  withShop((stage) => {
    ({ browser, shop } = stage);
  });

  const canSignIn = (person: Person): Promise<boolean> =>
    createAdminClient(shop.url, person)
      .then((admin) => admin('GET', 'session'))
      .then(
        () => true,
        () => false,
      );

  it('accepts an invitation with a new password and gets the given role', async () => {
    const guest = { email: 'new@shop.example', password: 'a guest with four words' };
    const inviting = await openSignedIn(browser, shop.url, shop.people.owner);
    await inviting.goto(`${shop.name}/members`);
    await inviting.page.getByLabel('E-mail address').fill(guest.email);
    await inviting.page.getByLabel('Role', { exact: true }).selectOption('viewer');
    await inviting.page.getByRole('button', { name: 'Invite' }).click();
    const link = (await inviting.page.locator('main code').textContent()) ?? '';
    const joining = await openWindow(browser, shop.url);
    await joining.page.goto(link);
    await joining.page.getByLabel('New password').fill(guest.password);
    await joining.page.getByRole('button', { name: 'Join' }).click();
    await joining.page.getByRole('heading', { name: 'Demo shop', exact: true }).waitFor();
    const admin = await createAdminClient(shop.url, guest);
    expect(await admin('GET', 'session')).toMatchObject({
      websites: [{ name: shop.name, role: 'viewer' }],
    });
    await expect(admin('PUT', `websites/${shop.name}/boxes/related/curation`, [])).rejects.toThrow(/403/);
    await inviting.goto(`${shop.name}/members`);
    await expectMessage(inviting.page, 'Saved', async () => {
      await inviting.page.getByLabel(`Role of ${guest.email}`).selectOption('merchandiser');
    });
    await expect(admin('PUT', `websites/${shop.name}/boxes/related/curation`, [])).resolves.not.toThrow();
    await inviting.page.getByRole('button', { name: `Remove ${guest.email}` }).click();
    await expectMessage(inviting.page, `${guest.email} was removed.`, () =>
      inviting.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click(),
    );
    await expect(admin('GET', `websites/${shop.name}/boxes`)).rejects.toThrow(/40[134]/);
    await joining.close();
    await inviting.close();
  });

  it('switches on two-factor sign-in and is asked for the code', async () => {
    const { viewer } = shop.people;
    const open = await openSignedIn(browser, shop.url, viewer);
    await open.goto(`${shop.name}/profile?tab=security`);
    await open.page.getByLabel('Your password').fill(viewer.password);
    await open.page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await open.page.locator('main code').textContent()) ?? '';
    await open.page.getByLabel('Code', { exact: true }).fill('000000');
    await open.page.getByRole('button', { name: 'Switch on' }).click();
    await open.page.getByRole('alert').waitFor();
    await open.page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, 0));
    await expectMessage(open.page, 'Two-factor sign-in is on.', () =>
      open.page.getByRole('button', { name: 'Switch on' }).click(),
    );
    expect(await canSignIn(viewer)).toBe(false);
    const again = await openWindow(browser, shop.url);
    await again.goto('sign-in');
    await again.page.getByLabel('E-mail address').fill(viewer.email);
    await again.page.getByLabel('Password').fill(viewer.password);
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, 1));
    await again.page.getByRole('button', { name: 'Sign in' }).click();
    await again.page.getByRole('heading', { name: 'Demo shop', exact: true }).waitFor();
    await again.close();
    await open.page.getByLabel('Your password').fill(viewer.password);
    await expectMessage(open.page, 'Two-factor sign-in is off.', () =>
      open.page.getByRole('button', { name: 'Switch off' }).click(),
    );
    expect(await canSignIn(viewer)).toBe(true);
    expect(open.complaints).toEqual([]);
    await open.close();
  });

  it('changes the password: the old one stops working, and other sessions end', async () => {
    const { viewer } = shop.people;
    const elsewhere = await createAdminClient(shop.url, viewer);
    const next = { ...viewer, password: 'four other words instead' };
    const open = await openSignedIn(browser, shop.url, viewer);
    await open.goto(`${shop.name}/profile?tab=security`);
    await open.page.getByLabel('Current password').fill('not the present one');
    await open.page.getByLabel('New password').fill(next.password);
    await open.page.getByRole('button', { name: 'Change the password' }).click();
    await open.page.getByRole('alert').waitFor();
    await open.page.getByLabel('Current password').fill(viewer.password);
    await expectMessage(open.page, 'The password was changed.', () =>
      open.page.getByRole('button', { name: 'Change the password' }).click(),
    );
    expect(await Promise.all([viewer, next].map(canSignIn))).toEqual([false, true]);
    await expect(elsewhere('GET', 'session')).rejects.toThrow(/401/);
    await open.page.reload();
    await open.page.getByRole('heading', { name: 'Profile' }).waitFor();
    await open.close();
  });

  it('ends another session, and its unsaved edit stays after signing in again', async () => {
    const { merchandiser } = shop.people;
    const pageSize = async () =>
      (
        await imageSearch(
          { ...shop, tracker: shop.trackers.search },
          { identifier: shop.products[0]?.identifier ?? '' },
        )
      ).pageSize;
    const editing = await openSignedIn(browser, shop.url, merchandiser);
    await editing.goto(`${shop.name}/boxes/similar?tab=general`);
    await editing.page.getByLabel('Products on a page').fill('7');
    const ending = await openSignedIn(browser, shop.url, merchandiser);
    await ending.goto(`${shop.name}/profile?tab=sessions`);
    const others = ending.page.getByRole('button', { name: 'End', exact: true });
    await others.first().waitFor();
    for (let left = await others.count(); left > 0; left -= 1) {
      await others.first().click();
      await expect.poll(() => others.count()).toBe(left - 1);
    }
    const admin = await createAdminClient(shop.url, merchandiser);
    expect(((await admin('GET', 'sessions')) as object[]).length).toBe(2);
    await editing.page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = editing.page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Your password').fill(merchandiser.password);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => editing.page.getByLabel('Products on a page').inputValue()).toBe('7');
    expect(await pageSize()).not.toBe(7);
    await expectMessage(editing.page, 'Saved', () =>
      editing.page.getByRole('button', { name: 'Save', exact: true }).click(),
    );
    await expect.poll(pageSize).toBe(7);
    await ending.close();
    await editing.close();
  });
});
