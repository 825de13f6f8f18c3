import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createWebsiteFixture } from '../../../test/support/http/admin/website-fixture.ts';
import { expectNoDialog, inDialog, press, pressInDialog } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { shortenList } from './shorten-list.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

const removals = () => service.changes.filter(({ method }) => method === 'DELETE');

const type = async (text: string): Promise<HTMLButtonElement> => {
  const dialog = await inDialog();
  fireEvent.change(await dialog.findByLabelText('Type north to confirm'), { target: { value: text } });
  return dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete the shop' });
};

describe('deleting a shop', () => {
  it.each(['merchandiser', 'viewer'] as const)('is not offered to a %s', async (role) => {
    service.signInAs(role);
    openPage('/north/settings');
    await screen.findByRole('heading', { name: 'Shop', level: 2 });
    expect(screen.queryByRole('button', { name: 'Delete the shop' })).toBeNull();
  });

  it('names what goes with it: catalogues, boxes, campaigns and keys', async () => {
    openPage('/north/settings');
    await press('Delete the shop');
    const dialog = await inDialog();
    const { store } = service.admin.kindred;
    const { id } = service.north;
    const lines = [
      [store.datasets.list(id), /^\d+ catalogue/],
      [store.boxes.list(id), /stops? answering/],
      [store.campaigns.list(id), /^\d+ campaign/],
      [store.subscriptions.list(id), /stops? working at once/],
    ] as const;
    for (const [items, text] of lines) {
      const line = await dialog.findByText(text);
      expect(line.textContent).toMatch(new RegExp(`^${items.length} `));
      const names = items.map(({ name }) => name);
      await waitFor(() => expect(line.parentElement?.textContent).toContain(shortenList(names)));
    }
    await pressInDialog('Cancel');
    await expectNoDialog();
    expect(service.changes).toEqual([]);
  });

  it('needs the short name, typed exactly', async () => {
    openPage('/north/settings');
    await press('Delete the shop');
    for (const text of ['', 'nort', 'North', 'north ', 'south'])
      expect([text, (await type(text)).disabled]).toEqual([text, true]);
    expect((await type('north')).disabled).toBe(false);
    expect(removals()).toEqual([]);
  });

  it('says why it was refused, and keeps the shop', async () => {
    openPage('/north/settings');
    await press('Delete the shop');
    const button = await type('north');
    // Everything is loaded: the next request is the one that is refused.
    for (const text of [/^\d+ catalogue/, /answering/, /^\d+ campaign/, /working at once/])
      await (await inDialog()).findByText(text);
    service.failOnce('/admin/websites/north', 409, { code: 'conflict', message: 'Not now.' });
    fireEvent.click(button);
    expect(await (await inDialog()).findByText(/Not now/)).toBeTruthy();
    expect(service.admin.kindred.store.websites.byName('north')).not.toBeNull();
  });

  it('speaks German', async () => {
    openPage('/north/settings', { language: 'de' });
    await press('Shop löschen');
    const dialog = await inDialog();
    expect(await dialog.findByLabelText('Zur Bestätigung north eingeben')).toBeTruthy();
    expect(await dialog.findByText(/gelten sofort nicht mehr|gilt sofort nicht mehr/)).toBeTruthy();
  });

  it('removes it with its keys, and goes to another shop', async () => {
    const { kindred, imports } = service.admin;
    const other = await createWebsiteFixture(kindred, imports, 'south');
    const owner = kindred.store.operators.list(service.north.id).find(({ role }) => role === 'owner');
    await kindred.store.operators.claim(other.id, 'test', owner?.operatorId ?? 0);
    const keys = kindred.store.subscriptions.list(service.north.id);
    const { router } = openPage('/north/settings');
    await press('Delete the shop');
    fireEvent.click(await type('north'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/south'));
    expect(removals()).toMatchObject([{ url: '/admin/websites/north' }]);
    expect(await screen.findByText(/is deleted/)).toBeTruthy();
    expect(kindred.store.websites.byName('north')).toBeNull();
    expect(keys.length).toBeGreaterThan(0);
    expect(kindred.store.subscriptions.list(service.north.id)).toEqual([]);
  });
});

describe('a long list of names', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c, d, e'],
    [['a', 'b', 'c', 'd', 'e', 'f', 'g'], 'a, b, c, d, e, + 2'],
  ])('%j is shortened to %j', (names, expected) => {
    expect(shortenList(names)).toBe(expected);
  });
});
