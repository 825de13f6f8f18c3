import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { totpCode } from '../../src/store/accounts/second-factor.ts';
import { passwordOf } from '../../test/support/http/admin/admin-client.ts';
import { fill, press } from '../testing/actions.ts';
import { show } from '../testing/open-page.tsx';
import { withService } from '../testing/portal-service.ts';
import { aWebsite } from '../../test/support/store/test-shop.ts';
import { InvitationPage } from './invitation-page.tsx';
import { SetUpPage } from './set-up-page.tsx';
import { SignInPage } from './sign-in-page.tsx';

const service = withService();
const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);

beforeEach(() => {
  service.signInAs(null);
  assign.mockClear();
});

describe('signing in', () => {
  const signIn = async (email: string, password: string) => {
    await fill('E-mail address', email);
    await fill('Password', password);
    await press('Sign in');
  };

  it('goes on to the page that was asked for', async () => {
    show(<SignInPage next="/portal/north/boxes" />);
    await signIn('viewer@shop.example', passwordOf('viewer@shop.example'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/portal/north/boxes'));
  });

  it.each([
    ['viewer@shop.example', 'wrong'],
    ['nobody@shop.example', 'wrong'],
  ])('says the same to %s with the password %s', async (email, password) => {
    show(<SignInPage next="/portal/" />);
    await signIn(email, password);
    const text = (await screen.findByRole('alert')).textContent;
    expect(text).toMatch(/password/i);
    expect(text).not.toContain(email);
    expect(assign).not.toHaveBeenCalled();
  });

  it('asks for the code only after the password was right', async () => {
    const { store } = service.admin.kindred;
    const { operatorId } = await store.operators.put(
      service.north.id,
      'test',
      'coded@shop.example',
      'viewer',
      passwordOf('coded@shop.example'),
    );
    const { secret } = await store.accounts.totp.begin(operatorId);
    const step = Math.floor(Date.now() / 30_000);
    await store.accounts.totp.enable(operatorId, 'coded@shop.example', totpCode(secret, step - 1));
    show(<SignInPage next="/portal/" />);
    await signIn('coded@shop.example', passwordOf('coded@shop.example'));
    await screen.findByLabelText('Code');
    expect(screen.queryByRole('alert')).toBeNull();
    await fill('Code', '000000');
    await press('Sign in');
    expect((await screen.findByRole('alert')).textContent).toMatch(/code/i);
    await fill('Code', totpCode(secret, step));
    await press('Sign in');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/portal/'));
  });

  it('speaks German', async () => {
    show(<SignInPage next="/portal/" />, 'de');
    expect(await screen.findByRole('button', { name: 'Anmelden' })).toBeTruthy();
  });
});

describe('an invitation', () => {
  const invite = async (email: string) =>
    (await service.admin.kindred.store.operators.invite(service.north.id, 'test', email, 'merchandiser'))
      .token;

  it('names shop, role and address, and lets the guest in with a password', async () => {
    show(<InvitationPage token={await invite('new@shop.example')} />);
    expect(await screen.findByRole('heading', { name: 'Join The shop north' })).toBeTruthy();
    expect(
      screen.getByText('You were invited as Merchandiser. Choose a password for new@shop.example.'),
    ).toBeTruthy();
    await fill('New password', 'a few words to remember');
    await press('Join');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/portal/'));
    expect(service.admin.kindred.store.operators.list(service.north.id).map(({ email }) => email)).toContain(
      'new@shop.example',
    );
  });

  it('refuses a password that is easy to guess', async () => {
    show(<InvitationPage token={await invite('weak@shop.example')} />);
    await fill('New password', 'passwordpassword');
    await press('Join');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  it('offers an account of one’s own when somebody else registered the address', async () => {
    const address = 'taken@shop.example';
    const { store } = service.admin.kindred;
    const elsewhere = await store.websites.put('test', aWebsite('elsewhere'));
    const { token } = await store.operators.invite(elsewhere.id, 'test', address, 'owner');
    await store.accounts.acceptInvitation(token, 'a password of a stranger', {
      address: '192.0.2.9',
      userAgent: null,
    });
    show(<InvitationPage token={await invite(address)} />);
    await fill('New password', 'an own password of the guest');
    await press('Join');
    expect((await screen.findByRole('alert')).textContent).toContain('has an account already');
    await press('This account is not mine: make another with this password');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/portal/'));
    expect(store.operators.list(service.north.id).map(({ email }) => email)).toContain(address);
  });

  it.each([
    ['en', 'This link no longer works', 'Ask an owner of the shop', 'Go to sign in'],
    ['de', 'Dieser Link gilt nicht mehr', 'Bitten Sie einen Inhaber', 'Zur Anmeldung'],
  ] as const)('says that an unknown link does not work, and what to do (%s)', async (...expected) => {
    const [language, title, next, action] = expected;
    show(<InvitationPage token="nonsense" />, language);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByText((text) => text.includes(next))).toBeTruthy();
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe('/portal/sign-in');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });

  it('shows that the service cannot be reached, and no form', async () => {
    service.failOnce('/admin/invitations/', 503, { message: 'Starting.' });
    show(<InvitationPage token={await invite('late@shop.example')} />);
    expect((await screen.findByRole('alert')).textContent).toContain('Starting.');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

describe('setting up', () => {
  it('says that an old link no longer works', async () => {
    show(<SetUpPage token="nonsense" />);
    expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/portal/sign-in');
  });

  it('makes the first account with a link that works', async () => {
    const token = await service.admin.kindred.store.setUp.issue();
    show(<SetUpPage token={token ?? ''} />);
    await fill('E-mail address', 'first@shop.example');
    await fill('New password', 'a few words to remember');
    await press('Create the account');
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/portal/'));
    expect(service.changes.at(-1)).toMatchObject({
      url: '/admin/setup',
      body: { email: 'first@shop.example' },
    });
  });

  it('shows that the service cannot be reached, and no form', async () => {
    service.failOnce('/admin/setup/', 503, { message: 'Starting.' });
    show(<SetUpPage token="any" />);
    expect((await screen.findByRole('alert')).textContent).toBe('Starting.');
    expect(screen.queryByLabelText('New password')).toBeNull();
  });
});

it('says where the set-up link is while there is no account', async () => {
  vi.spyOn(service.admin.kindred.store.setUp, 'isNeeded').mockReturnValueOnce(true);
  show(<SignInPage next="/portal/" />);
  await screen.findByText(/This installation has no account yet/);
  expect(screen.queryByLabelText('Password')).toBeNull();
});
