import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordOf } from '../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../test/support/http/admin/website-fixture.ts';
import { demoEmail } from '../../src/domain/demo-account.ts';
import { release } from '../../src/release.ts';
import { fill, inDialog, pageText, press, pressInDialog } from '../testing/actions.ts';
import { openPage } from '../testing/open-page.tsx';
import { withService } from '../testing/portal-service.ts';
import { pageGroups } from './pages.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

const navigation = async () => within((await screen.findAllByRole('navigation'))[0] as HTMLElement);

describe('the navigation', () => {
  it('links every page of the shop, in its group, and marks the open one', async () => {
    openPage('/north/boxes');
    const links = (await navigation()).getAllByRole('link').map((each) => each.getAttribute('href'));
    const pages = pageGroups.flatMap(({ pages: each }) => each);
    expect(links).toEqual(pages.map(({ path }) => `/portal${path.replace('$website', 'north')}`));
    const current = (await navigation()).getAllByRole('link', { current: 'page' });
    expect(current.map((each) => each.textContent)).toEqual(['Search and related boxes']);
  });

  it('speaks German after the language was changed, and remembers it', async () => {
    openPage('/north/boxes');
    await press('Language');
    await press('Deutsch', 'menuitemradio');
    expect(await screen.findByRole('heading', { level: 1, name: 'Boxen' })).toBeTruthy();
    expect([localStorage.getItem('kindred.language'), document.documentElement.lang]).toEqual(['de', 'de']);
    localStorage.clear();
  });

  it('leads from the account menu, which says the version, to the docs', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    openPage('/north/boxes');
    // One beside the navigation, one in the bar of a phone.
    const [menu] = await screen.findAllByRole('button', { name: /^Account of/ });
    fireEvent.click(menu as HTMLElement);
    expect(await screen.findByText(`Kindred ${release}`)).toBeTruthy();
    await press('Docs and guides', 'menuitem');
    expect(assign).toHaveBeenCalledWith('/docs');
    assign.mockRestore();
  });

  it('changes the colours, and remembers them', async () => {
    openPage('/north/boxes');
    await press('Colours');
    await press('Dark', 'menuitemradio');
    expect(document.documentElement.classList.contains('dark')).toBe(true);
    expect(localStorage.getItem('kindred.theme')).toBe('dark');
    localStorage.clear();
    document.documentElement.classList.remove('dark');
  });

  it('opens as a drawer on a phone, and closes when a page is chosen', async () => {
    const { router } = openPage('/north/boxes');
    await press('Menu');
    const drawer = await inDialog();
    fireEvent.click(drawer.getByRole('link', { name: 'Campaigns' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/campaigns'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('moves the focus to the content after a navigation', async () => {
    openPage('/north/boxes');
    fireEvent.click((await navigation()).getByRole('link', { name: 'Members' }));
    await screen.findByRole('heading', { level: 1, name: 'Members' });
    await waitFor(() => expect(document.activeElement?.id).toBe('content'));
  });
});

describe('the switch between shops', () => {
  it('lists the shops of the operator and opens the chosen one', async () => {
    const south = await createWebsiteFixture(service.admin.kindred, service.admin.imports, 'south');
    const { store } = service.admin.kindred;
    const { token } = await store.operators.invite(south.id, 'test', 'owner@shop.example', 'viewer');
    const from = { userAgent: null, address: '192.0.2.1' };
    await store.accounts.acceptInvitation(token, passwordOf('owner@shop.example'), from);
    service.signInAs('owner');
    const { router } = openPage('/north');
    await press('Switch shop, now The shop north');
    const shops = (await screen.findAllByRole('menuitemradio')).map((each) => each.textContent);
    expect(shops.toSorted()).toEqual(['The shop north', 'The shop south']);
    await press('The shop south', 'menuitemradio');
    await waitFor(() => expect(router.state.location.pathname).toBe('/south'));
    expect(await screen.findByRole('heading', { level: 1, name: 'The shop south' })).toBeTruthy();
  });

  it('gives the role of each shop: an owner here may be a viewer there', async () => {
    openPage('/south/boxes');
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'New box' })).toBeNull();
  });
});

describe('the palette', () => {
  const open = async () => {
    const page = openPage('/north');
    await screen.findByRole('heading', { level: 1 });
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    return { ...page, input: await screen.findByRole('combobox', { name: /^Find a page/ }) };
  };
  const options = () => screen.queryAllByRole('option').map((each) => each.textContent);

  it('finds products by name or number and opens their page', async () => {
    const { input, router } = await open();
    fireEvent.change(input, { target: { value: 'lamp number 13' } });
    await waitFor(() => expect(options()).toEqual(['Blue lamp number 13 of north · north-p13Product']));
    fireEvent.change(input, { target: { value: 'north-p17' } });
    await waitFor(() => expect(options()).toHaveLength(1));
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/catalogue/north-catalogue'));
    expect(router.state.location.search).toEqual({ product: 'north-p17' });
    await screen.findByRole('heading', { level: 1, name: 'Green lamp number 17 of north' });
  });

  it('finds pages, boxes, datasets and campaigns by words in any order', async () => {
    const { input } = await open();
    await waitFor(() => expect(options()).toContain('north-similarBox'));
    fireEvent.change(input, { target: { value: 'campaign NORTH' } });
    expect(options()).toContain('north-campaignCampaign');
    expect(options().every((each) => /north/i.test(each))).toBe(true);
    fireEvent.change(input, { target: { value: 'no such thing' } });
    expect(options()).toEqual([]);
    expect(screen.getByText('No matches.')).toBeTruthy();
  });

  it('is used by keyboard: arrows go round, Enter opens', async () => {
    const { input, router } = await open();
    await waitFor(() => expect(options()).toContain('north-similarBox'));
    fireEvent.change(input, { target: { value: 'page a' } });
    const selected = () => screen.getByRole('option', { selected: true }).textContent;
    const first = selected();
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(selected()).toBe(options().at(-1));
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    expect(selected()).toBe(first);
    fireEvent.change(input, { target: { value: 'north-similar' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/boxes/north-similar'));
  });

  it('opens what is clicked', async () => {
    const { router } = await open();
    fireEvent.click(await screen.findByRole('option', { name: /^Analytics/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/analytics'));
  });
});

describe('a page that does not exist', () => {
  it('is said to be missing, with a way back', async () => {
    openPage('/north/nowhere/at/all');
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such page' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the overview' }).getAttribute('href')).toBe('/portal/');
  });

  it('is the same for a shop of somebody else', async () => {
    await createWebsiteFixture(service.admin.kindred, service.admin.imports, 'uplands');
    service.signInAs('viewer');
    openPage('/uplands/boxes');
    expect((await screen.findByRole('alert')).textContent).toContain('it belongs to another shop');
  });
});

describe('the first page', () => {
  it('is the first shop', async () => {
    const { router } = openPage('/');
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/(north|south)$/));
  });

  it('tells somebody without a shop what to do', async () => {
    const { store } = service.admin.kindred;
    await store.operators.remove(service.north.id, 'test', 'viewer@shop.example');
    service.signInAs('viewer');
    openPage('/');
    expect(await screen.findByText('You are not a member of a shop yet')).toBeTruthy();
    expect(pageText()).toContain('Ask an owner of the shop to invite viewer@shop.example.');
  });
});

describe('without a session', () => {
  it('the sign-in page is opened with the way back', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    service.signInAs(null);
    openPage('/north/boxes?tab=x');
    await waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(assign.mock.calls[0]?.[0]).toMatch(/^\/portal\/sign-in\?next=%2Fportal%2Fnorth%2Fboxes/);
    assign.mockRestore();
  });
});

describe('a session that ends while a page is open', () => {
  it('is begun again in a dialog, and the edit is kept', async () => {
    openPage('/north/boxes/north-similar');
    await fill('Products on a page', '11');
    service.signInAs(null);
    await press('Save');
    expect((await inDialog()).getByRole('heading').textContent).toBe('Your session has ended');
    await fill('Your password', 'wrong');
    await pressInDialog('Sign in');
    expect((await (await inDialog()).findByRole('alert')).textContent).not.toBe('');
    await fill('Your password', passwordOf('owner@shop.example'));
    await pressInDialog('Sign in');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>('Products on a page').value).toBe('11');
    await press('Save');
    expect(await screen.findByText('Saved')).toBeTruthy();
  });
});

describe('the system page', () => {
  it('is for administrators', async () => {
    service.signInAs('merchandiser');
    openPage('/system');
    expect(await screen.findByText('Only an administrator of the installation sees this page.')).toBeTruthy();
  });

  it('shows versions, health, datasets and backups', async () => {
    await service.admin.kindred.store.accounts.setAdministrator('test', 'owner@shop.example', true);
    service.signInAs('owner');
    openPage('/system');
    await screen.findByText('Catalogues and search terms');
    expect(await screen.findByText('Ready')).toBeTruthy();
    await screen.findByText('There is no backup yet.');
    const text = pageText();
    expect(text).toContain(`Node ${process.version}`);
    expect(text).toMatch(/north-catalogueThe shop north40/);
    expect(text).toMatch(/Last backupNone yet/);
  });
});

describe('the page of a new shop', () => {
  it.each([
    ['en', 'New shop'],
    ['de', 'Neuer Shop'],
  ] as const)('does not speak of the first one where there are others (%s)', async (language, title) => {
    await service.admin.kindred.store.accounts.setAdministrator('test', 'owner@shop.example', true);
    service.signInAs('owner');
    openPage('/new-shop', { language });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });
});

describe('a demo account that others can reach', () => {
  it.each([
    ['en', /^This service can be reached from other machines.* merchandiser@demo\.example/],
    ['de', /^Dieser Dienst ist von anderen Rechnern erreichbar.* merchandiser@demo\.example/],
  ] as const)('is announced on every page (%s)', async (language, text) => {
    const { store } = service.admin.kindred;
    await store.operators.put(service.north.id, 'demo', demoEmail, 'viewer', passwordOf(demoEmail));
    const realFetch = globalThis.fetch;
    const forwarded = { 'x-forwarded-for': '203.0.113.9' };
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      realFetch(path, { ...init, headers: { ...(init.headers as object), ...forwarded } }),
    );
    openPage('/north/members', { language });
    expect(await screen.findByText(text)).toBeTruthy();
    vi.stubGlobal('fetch', realFetch);
    await store.operators.remove(service.north.id, 'test', demoEmail);
    await store.accounts.remove('test', demoEmail);
  });
});

describe('a temporary password', () => {
  it('is announced on every page, with the way to replace it', async () => {
    const realFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answer = await realFetch(path, init);
      if (path !== '/admin/session') return answer;
      const session = (await answer.json()) as { operator: object };
      const operator = { ...session.operator, passwordUntil: '2030-01-02T03:04:00Z' };
      return { ...answer, json: async () => ({ ...session, operator }) };
    });
    openPage('/north/members');
    expect(
      await screen.findByText(/^Your password is temporary and stops working on Jan 2, 2030/),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Choose your own' }).getAttribute('href')).toBe(
      '/portal/north/profile?tab=security',
    );
    vi.stubGlobal('fetch', realFetch);
  });
});
