import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { passwordOf } from '../../test/support/http/admin/admin-client.ts';
import { createWebsiteFixture } from '../../test/support/http/admin/website-fixture.ts';
import { expectNoDialog, fill, inDialog, pageText, press, pressInDialog } from '../testing/actions.ts';
import { openPage } from '../testing/open-page.tsx';
import { withService } from '../testing/portal-service.ts';

const service = withService();
const administrator = 'owner@shop.example';

beforeAll(async () => {
  await createWebsiteFixture(service.admin.kindred, service.admin.imports, 'uplands');
  await service.admin.kindred.store.accounts.setAdministrator('test', administrator, true);
});

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

const enter = async (reason: string, password: string): Promise<void> => {
  await fill('Reason', reason);
  await fill('Your password', password);
  await pressInDialog('Enter');
};

describe('a shop that an administrator is no member of', () => {
  it('is closed until it is entered with a reason and the password, and says so on every page', async () => {
    const { router } = openPage('/uplands/boxes');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You are not in The shop uplands' }),
    ).toBeTruthy();
    await press('Enter');
    await enter('A question about the feed', 'wrong');
    expect((await (await inDialog()).findByRole('alert')).textContent).toMatch(/password is wrong/);
    await enter('A question about the feed', passwordOf(administrator));
    await expectNoDialog();
    expect((await screen.findByText(/^You have entered this shop until/)).textContent).toMatch(/\d:\d\d/);
    expect(await screen.findByRole('heading', { level: 1, name: 'Search and related boxes' })).toBeTruthy();
    await router.navigate({ to: '/$website/audit', params: { website: 'uplands' } });
    expect(await screen.findByText('Visit of an administrator started')).toBeTruthy();
    await screen.findByText(/^You have entered this shop until/);
    await press('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north'));
    expect(screen.queryByText(/^You have entered this shop until/)).toBeNull();
    await router.navigate({ to: '/$website/audit', params: { website: 'uplands' } });
    expect(await screen.findByText('You are not in The shop uplands')).toBeTruthy();
    await router.navigate({ to: '/$website/profile', params: { website: 'uplands' } });
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual([
      'Password and sign-in',
      'Sessions',
      'Tokens',
    ]);
  });

  it('is closed again when the time is over', async () => {
    const { store } = service.admin.kindred;
    const [id, operator] = [store.websites.byName('uplands')?.id, store.accounts.byEmail(administrator)?.id];
    await store.visits.start(id ?? 0, 'test', operator ?? 0, 'a test');
    const timers = vi.spyOn(globalThis, 'setTimeout');
    openPage('/uplands/boxes', { language: 'de' });
    await screen.findByText(/^Sie haben diesen Shop bis/);
    const [atTheEnd] = timers.mock.calls.findLast(([, ms]) => (ms ?? 0) > 59 * 60_000) ?? [];
    timers.mockRestore();
    await store.visits.end(id ?? 0, 'test', operator ?? 0);
    (atTheEnd as () => void)();
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Sie sind nicht in The shop uplands' }),
    ).toBeTruthy();
  });

  it('is in the list of shops of the system page, where it can be entered and deleted', async () => {
    const { router } = openPage('/system');
    const list = within(await screen.findByRole('group', { name: 'Shops' }));
    const cells = (name: string) =>
      [...(list.getByText(name).closest('tr')?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
    expect(cells('The shop north')).toEqual(['The shop northnorth', 'Owner', 'Open itDelete']);
    expect(cells('The shop uplands')).toEqual(['The shop uplandsuplands', '–', 'EnterDelete']);
    await press('Enter: The shop uplands');
    await enter('A question about the feed', passwordOf(administrator));
    await waitFor(() => expect(router.state.location.pathname).toBe('/uplands'));
    await press('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north'));
    await router.navigate({ to: '/system' });
    await press('Delete: The shop uplands');
    await fill('Type uplands to confirm', 'uplands');
    await pressInDialog('Delete the shop');
    await expectNoDialog();
    await waitFor(() => expect(pageText()).not.toContain('The shop uplands'));
  });

  it('is offered by the switcher, and first where no other shop can be opened', async () => {
    const { store } = service.admin.kindred;
    await createWebsiteFixture(service.admin.kindred, service.admin.imports, 'valley');
    const { router } = openPage('/north/boxes');
    await press('Switch shop, now The shop north');
    await press('Enter The shop valley', 'menuitemradio');
    await waitFor(() => expect(router.state.location.pathname).toBe('/valley'));
    await store.operators.setRole(service.north.id, 'test', 'viewer@shop.example', 'owner');
    await store.operators.remove(service.north.id, 'test', administrator);
    document.body.replaceChildren();
    openPage('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Shops' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Enter: The shop valley' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'New shop' }).getAttribute('href')).toBe('/portal/new-shop');
  });
});
