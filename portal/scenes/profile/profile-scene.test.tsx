import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { totpCode } from '../../../src/store/accounts/second-factor.ts';
import { passwordOf } from '../../../test/support/http/admin/admin-client.ts';
import {
  expectNoDialog,
  fill,
  inDialog,
  pageText,
  press,
  pressInDialog,
  tableRows,
  valueOf,
} from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();
const ownerPassword = passwordOf('owner@shop.example');

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

/** The card of one API key. */
const findCard = async (name: string) => {
  const section = (await screen.findByRole('heading', { name, level: 2 })).closest('section');
  if (!section) throw new Error(`There is no card for ${name}.`);
  return within(section);
};

describe('the keys of a shop', () => {
  it('are masked, without limits and unused at first', async () => {
    openPage('/north/keys');
    const card = await findCard('north-keys');
    expect(card.getAllByText(/^kdr_sec_…\w{4}$/)).toHaveLength(2);
    expect(card.getByText('Servers')).toBeTruthy();
    expect(card.getAllByText('No limit')).toHaveLength(2);
    expect(card.getByText('Never used')).toBeTruthy();
    expect(pageText()).not.toContain(service.north.key);
  });

  it('are revealed after the password, and hidden again', async () => {
    openPage('/north/keys');
    const card = await findCard('north-keys');
    fireEvent.click(card.getByRole('button', { name: 'Reveal' }));
    await fill('Your password', ownerPassword);
    await pressInDialog('Reveal');
    expect(await card.findByText(service.north.key)).toBeTruthy();
    fireEvent.click(card.getByRole('button', { name: 'Hide' }));
    await waitFor(() => expect(card.queryByText(service.north.key)).toBeNull());
  });

  it('stay hidden when the password is wrong', async () => {
    openPage('/north/keys');
    fireEvent.click((await findCard('north-keys')).getByRole('button', { name: 'Reveal' }));
    await fill('Your password', 'not my password');
    await pressInDialog('Reveal');
    expect((await (await inDialog()).findByRole('alert')).textContent).toMatch(/password/i);
    expect(pageText()).not.toContain(service.north.key);
  });

  it('get other limits and origins without new keys', async () => {
    const { store } = service.admin.kindred;
    await store.subscriptions.put(service.north.id, 'test', {
      name: 'north-pages',
      kind: 'publishable',
      rate: null,
      quota: null,
      addressRate: { calls: 5, perSeconds: 1 },
      operations: [],
      boxIds: [],
      origins: ['https://old.example'],
    });
    openPage('/north/keys');
    const card = await findCard('north-pages');
    fireEvent.click(card.getByRole('button', { name: 'Edit' }));
    await fill(/^Allowed origins/, 'https://north.example https://www.north.example');
    await fill('Calls at most', '50');
    await fill('Within seconds', '10');
    await fill('Quota of calls', '9000');
    await pressInDialog('Save');
    await expectNoDialog();
    expect(store.subscriptions.byName(service.north.id, 'north-pages')).toMatchObject({
      origins: ['https://north.example', 'https://www.north.example'],
      rate: { calls: 50, perSeconds: 10 },
      quota: { calls: 9000, per: 'month' },
      addressRate: { calls: 5, perSeconds: 1 },
    });
  });

  it('are rotated with a day of grace by default, and the new one is shown once', async () => {
    openPage('/north/keys');
    const card = await findCard('north-feeds');
    fireEvent.click(card.getAllByRole('button', { name: 'Rotate' })[0] as HTMLElement);
    expect(await valueOf('The old key works for')).toBe('86400');
    expect((await inDialog()).getByRole('heading').textContent).toBe(
      'Rotate the primary key of north-feeds?',
    );
    await pressInDialog('Rotate');
    const dialog = await inDialog();
    expect(await dialog.findByText(/^kdr_ing_/)).toBeTruthy();
    expect(service.changes.at(-1)).toMatchObject({
      url: '/admin/websites/north/subscriptions/north-feeds/rotate',
      body: { slot: 'primary', graceSeconds: 86_400 },
    });
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await expectNoDialog();
    expect(await card.findByText(/^The previous key works until /)).toBeTruthy();
  });

  it('are rotated without grace on request, for the slot that was chosen', async () => {
    openPage('/north/keys');
    const card = await findCard('north-feeds');
    fireEvent.click(card.getAllByRole('button', { name: 'Rotate' })[1] as HTMLElement);
    await fill('The old key works for', '0');
    await pressInDialog('Rotate');
    await (await inDialog()).findByText(/^kdr_ing_/);
    expect(service.changes.at(-1)?.body).toEqual({ slot: 'secondary', graceSeconds: 0 });
  });

  it('are suspended and resumed', async () => {
    openPage('/north/keys');
    const card = await findCard('north-feeds');
    fireEvent.click(card.getByRole('button', { name: 'Suspend' }));
    expect(await card.findByText('Suspended')).toBeTruthy();
    fireEvent.click(await card.findByRole('button', { name: 'Resume' }));
    expect(await card.findByText('Active')).toBeTruthy();
    expect(service.changes.map(({ body }) => body)).toEqual([{ state: 'suspended' }, { state: 'active' }]);
  });

  it('show their limits', async () => {
    await service.admin.kindred.store.subscriptions.put(service.north.id, 'test', {
      name: 'limited',
      kind: 'secret',
      rate: { calls: 100, perSeconds: 10 },
      quota: { calls: 5000, per: 'day' },
      boxIds: [],
      origins: [],
    });
    openPage('/north/keys');
    const card = await findCard('limited');
    expect(card.getByText('100 calls in 10 s')).toBeTruthy();
    expect(card.getByText('0 of 5,000 used')).toBeTruthy();
  });

  it.each(['merchandiser', 'viewer'] as const)('cannot be changed or revealed by a %s', async (role) => {
    service.signInAs(role);
    openPage('/north/keys');
    await screen.findByRole('heading', { level: 1 });
    for (const name of ['Reveal', 'Rotate', 'Suspend', 'New API key'])
      expect(screen.queryAllByRole('button', { name })).toEqual([]);
  });
});

describe('a new key', () => {
  /** The values are shown once, in a dialog, and masked on the page. */
  const closeIssued = async (name: string, value: RegExp): Promise<void> => {
    await screen.findByRole('heading', { name: `The API key ${name}` });
    const dialog = await inDialog();
    const values = dialog.getAllByText(value).map((each) => each.textContent);
    expect(new Set(values).size).toBe(2);
    expect(dialog.getAllByRole('button', { name: /^Copy (Primary|Secondary) key$/ })).toHaveLength(2);
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await expectNoDialog();
    for (const each of values) expect(pageText()).not.toContain(each);
  };

  it('has a page of its own, in the navigation', async () => {
    openPage('/north/keys');
    expect(await screen.findByRole('heading', { level: 1, name: 'API keys' })).toBeTruthy();
    expect((await findCard('north-keys')).getByText('All')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'API keys' })[0]?.getAttribute('href')).toBe(
      '/portal/north/keys',
    );
  });

  it('has a German page too', async () => {
    openPage('/north/keys', { language: 'de' });
    expect(await screen.findByRole('heading', { level: 1, name: 'API-Schlüssel' })).toBeTruthy();
    expect((await findCard('north-keys')).getAllByText('Kein Limit')).toHaveLength(2);
  });

  it('for browsers takes its origins, however they are separated', async () => {
    openPage('/north/keys');
    await press('New API key');
    await fill('Name', 'shop window');
    await press('Browsers', 'radio');
    await fill('Allowed origins (optional)', ' https://shop.example\n\nhttps://www.shop.example ');
    await pressInDialog('Create the API key');
    await closeIssued('shop window', /^kdr_pub_/);
    expect(service.changes[0]?.body).toEqual({
      name: 'shop window',
      kind: 'publishable',
      origins: ['https://shop.example', 'https://www.shop.example'],
    });
    const card = await findCard('shop window');
    expect(card.getByText('Browsers')).toBeTruthy();
    const origins = card.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(origins).toEqual(['https://shop.example', 'https://www.shop.example']);
  });

  it('for servers has no origins, even if some were written before', async () => {
    openPage('/north/keys');
    await press('New API key');
    await fill('Name', 'second server');
    await press('Browsers', 'radio');
    await fill('Allowed origins (optional)', 'https://shop.example');
    await press('Servers', 'radio');
    expect(screen.queryByLabelText('Allowed origins (optional)')).toBeNull();
    await pressInDialog('Create the API key');
    await closeIssued('second server', /^kdr_sec_/);
    expect(service.changes[0]?.body).toEqual({ name: 'second server', kind: 'secret' });
  });

  it('says why a name is refused', async () => {
    openPage('/north/keys');
    await press('New API key');
    await fill('Name', 'north-keys');
    await pressInDialog('Create the API key');
    expect((await (await inDialog()).findByRole('alert')).textContent).toContain('north-keys');
  });
});

describe('tokens', () => {
  it('are shown once, listed by name and deleted', async () => {
    openPage('/north/profile?tab=tokens');
    await fill('Name of the token', 'nightly script');
    await fill('Your password', ownerPassword);
    await press('Create a token');
    expect(await screen.findByText('Your new token. It is not shown again.')).toBeTruthy();
    expect(screen.getByText(/^kdr_tok_/)).toBeTruthy();
    expect([await valueOf('Name of the token'), await valueOf('Your password')]).toEqual(['', '']);
    const names = async () => (await tableRows()).map(([name]) => name);
    await waitFor(async () => expect(await names()).toContain('nightly script'));
    const row = (await screen.findByText('nightly script')).closest('tr') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(/^No tokens yet/)).toBeTruthy();
  });

  it('need the right password', async () => {
    openPage('/north/profile?tab=tokens');
    await fill('Name of the token', 'never made');
    await fill('Your password', 'wrong');
    await press('Create a token');
    expect((await screen.findByRole('alert')).textContent).toMatch(/password/i);
    expect(screen.getByText(/^No tokens yet/)).toBeTruthy();
  });
});

describe('the password', () => {
  it('is changed with the current one, and the fields are emptied', async () => {
    service.signInAs('viewer');
    openPage('/north/profile?tab=security');
    await fill('Current password', passwordOf('viewer@shop.example'));
    await fill('New password', 'quite another set of words');
    await press('Change the password');
    expect(await screen.findByText('The password was changed.')).toBeTruthy();
    expect([await valueOf('Current password'), await valueOf('New password')]).toEqual(['', '']);
  });

  it('is kept when the current one is wrong, or the new one too weak', async () => {
    openPage('/north/profile?tab=security');
    await fill('Current password', 'wrong');
    await fill('New password', 'quite another set of words');
    await press('Change the password');
    expect((await screen.findByRole('alert')).textContent).toMatch(/password/i);
    await fill('Current password', ownerPassword);
    await fill('New password', 'aaaaaaaaaaaa');
    await press('Change the password');
    await waitFor(() => expect(service.changes).toHaveLength(2));
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(screen.queryByText('The password was changed.')).toBeNull();
  });
});

describe('two-factor sign-in', () => {
  it('is set up with a code of the app, and switched off with the password', async () => {
    service.signInAs('merchandiser');
    const password = passwordOf('merchandiser@shop.example');
    openPage('/north/profile?tab=security');
    expect(await screen.findByText('Add a code from an authenticator app to your password.')).toBeTruthy();
    await fill('Your password', password);
    await press('Set up');
    const secret = await screen.findByText(/^[A-Z2-7]{16,}$/);
    expect(screen.getByAltText<HTMLImageElement>('QR code for the authenticator app').src).toMatch(
      /^data:image\/svg\+xml,%3Csvg/,
    );
    await fill('Code', '000000');
    await press('Switch on');
    expect((await screen.findByRole('alert')).textContent).toMatch(/code/i);
    await fill('Code', totpCode(secret.textContent, Math.floor(Date.now() / 30_000)));
    await press('Switch on');
    expect(await screen.findByText('A code from your app is asked for when you sign in.')).toBeTruthy();
    await fill('Your password', password);
    await press('Switch off');
    expect(await screen.findByText('Add a code from an authenticator app to your password.')).toBeTruthy();
  });
});
