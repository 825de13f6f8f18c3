import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, inDialog, press, pressInDialog } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();

type Stored = { ruleId: number; state: string; declaration: { name: string } };

const list = async (): Promise<Stored[]> => (await send('GET', 'websites/north/campaigns')) as Stored[];
const stateOf = async (name: string): Promise<string | undefined> =>
  (await list()).find(({ declaration }) => declaration.name === name)?.state;
const names = async (): Promise<string[]> =>
  within(await screen.findByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent);

const add = (name: string, rest: object = {}): Promise<unknown> =>
  send('POST', 'websites/north/campaigns', {
    name,
    when: { brand: 'None' },
    effect: { redirect: { url: 'https://shop.example/sale' } },
    state: 'draft',
    ...rest,
  });

beforeAll(async () => {
  service.signInAs('merchandiser');
  for (let number = 1; number <= 28; number += 1) await add(`Row ${number}`);
  await add('Sale of lamps', { state: 'published' });
  await add('Sale of ads', {
    effect: { ads: { identifiers: ['north-p1'] } },
    state: 'published',
    when: { identifiers: ['north-p0'] },
  });
});

beforeEach(() => {
  service.signInAs('merchandiser');
  service.changes.length = 0;
});

describe('a list of many campaigns', () => {
  it('is shown in pages, and the page is kept in the address', async () => {
    const { router } = openPage('/north/campaigns');
    expect(await screen.findByText('31 campaigns')).toBeTruthy();
    expect(await names()).toHaveLength(25);
    await press('Next page');
    await waitFor(async () => expect(await names()).toHaveLength(6));
    expect(router.state.location.search).toEqual({ page: 2 });
    await press('Previous page');
    await waitFor(async () => expect(await names()).toHaveLength(25));
  });

  it('is searched by words, and starts on the first page then', async () => {
    const { router } = openPage('/north/campaigns?page=2');
    await fill('Find campaigns', 'lamps SALE');
    expect(await screen.findByText('1 of 31 campaigns')).toBeTruthy();
    expect(await names()).toEqual(['Sale of lamps']);
    await waitFor(() => expect(router.state.location.search).toEqual({ find: 'lamps SALE' }));
  });

  it('is filtered by status and effect, and says when nothing is left', async () => {
    openPage('/north/campaigns?status=running');
    expect(await screen.findByText('3 of 31 campaigns')).toBeTruthy();
    await fill('Effect', 'ads');
    expect(await names()).toEqual(['Sale of ads']);
    await fill('Status', 'ended');
    expect(await screen.findByText('No campaign matches')).toBeTruthy();
    await press('Show all campaigns');
    expect(await screen.findByText('31 campaigns')).toBeTruthy();
  });

  it('shows a picture of a product, else the sign of the kind', async () => {
    openPage('/north/campaigns?find=Sale');
    const row = (await screen.findByRole('link', { name: 'Sale of ads' })).closest('tr') as HTMLElement;
    await waitFor(() =>
      expect(row.querySelector('img')?.getAttribute('src')).toMatch(/products\/north-p1\/picture$/),
    );
    for (const picture of row.querySelectorAll('img')) fireEvent.error(picture);
    await waitFor(() => expect(row.querySelector('img')).toBeNull());
    const lamps = screen.getByRole('link', { name: 'Sale of lamps' }).closest('tr') as HTMLElement;
    expect([lamps.querySelector('img'), lamps.querySelector('svg') === null]).toEqual([null, false]);
  });

  it('is for reading only as a viewer', async () => {
    service.signInAs('viewer');
    openPage('/north/campaigns?find=Sale');
    await screen.findByRole('link', { name: 'Sale of ads' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Actions for Sale of ads' })).toBeNull();
    await fill('Find campaigns', 'lamps');
    expect(await names()).toEqual(['Sale of lamps']);
  });
});

describe('one campaign of the list', () => {
  it('is paused, and runs again when that is undone', async () => {
    openPage('/north/campaigns?find=Sale of lamps');
    await press('Pause Sale of lamps');
    expect(await screen.findByText('1 campaign paused.')).toBeTruthy();
    expect(await stateOf('Sale of lamps')).toBe('paused');
    await press('Undo');
    expect(await screen.findByText('1 campaign is as before.')).toBeTruthy();
    expect(await stateOf('Sale of lamps')).toBe('published');
  });

  it('is published after its review', async () => {
    openPage('/north/campaigns?find=Row 28');
    await press('Publish Row 28');
    expect((await inDialog()).getByRole('heading', { level: 2 }).textContent).toBe('Publish Row 28?');
    expect(await (await inDialog()).findByText(/^Changes the results of 0 products/)).toBeTruthy();
    await pressInDialog('Publish now');
    expect(await screen.findByText('Row 28 is published.')).toBeTruthy();
    expect(await stateOf('Row 28')).toBe('published');
  });

  it('is duplicated as a draft, which is opened', async () => {
    openPage('/north/campaigns?find=Sale of ads');
    await press('Actions for Sale of ads');
    await press('Duplicate', 'menuitem');
    expect(await screen.findByRole('heading', { level: 1, name: 'Sale of ads (2)' })).toBeTruthy();
    expect(await stateOf('Sale of ads (2)')).toBe('draft');
    await press('More');
    await press('Delete', 'menuitem');
    await pressInDialog('Delete');
    expect(await screen.findByText('Sale of ads (2) was deleted.')).toBeTruthy();
    await press('Undo');
    expect(await screen.findByText('Sale of ads (2) is back.')).toBeTruthy();
    expect(await stateOf('Sale of ads (2)')).toBe('draft');
  });
});

describe('several campaigns', () => {
  const choose = async (...chosen: readonly string[]): Promise<void> => {
    for (const name of chosen) await press(`Select ${name}`, 'checkbox');
  };
  const toolbar = async () => within(await screen.findByRole('toolbar', { name: 'Selected campaigns' }));

  it('are deleted after a question that names them, and come back', async () => {
    openPage('/north/campaigns?find=Row 1');
    await choose('Row 1', 'Row 12');
    fireEvent.click((await toolbar()).getByRole('button', { name: 'Delete' }));
    const dialog = await inDialog();
    expect(dialog.getByRole('heading').textContent).toBe('Delete 2 campaigns?');
    expect(dialog.getAllByRole('listitem').map((each) => each.textContent)).toEqual(['Row 1', 'Row 12']);
    expect(await stateOf('Row 1')).toBe('draft');
    await pressInDialog('Delete');
    expect(await screen.findByText('2 campaigns deleted.')).toBeTruthy();
    expect(await stateOf('Row 12')).toBeUndefined();
    await press('Undo');
    expect(await screen.findByText('2 campaigns are as before.')).toBeTruthy();
    expect([await stateOf('Row 1'), await stateOf('Row 12')]).toEqual(['draft', 'draft']);
  });

  it('are all chosen at once, on every page; only what can be paused is paused', async () => {
    openPage('/north/campaigns?find=Sale');
    const bar = await toolbar();
    fireEvent.click(bar.getByRole('checkbox', { name: 'Select all 3' }));
    expect(await bar.findByText('3 selected')).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('2 campaigns paused.')).toBeTruthy();
    expect(service.changes.map(({ url }) => /\/(\w+)$/.exec(url)?.[1])).toEqual(['withdraw', 'withdraw']);
    await press('Undo');
    expect(await screen.findByText('2 campaigns are as before.')).toBeTruthy();
  });

  it('are published together with what each changes; a redirect for everybody is refused', async () => {
    await add('Everybody leaves', { when: {} });
    await add('Everybody stays', {
      when: { identifiers: ['north-p0'] },
      effect: { ads: { identifiers: ['north-p2'] } },
    });
    openPage('/north/campaigns?find=Everybody');
    await choose('Everybody leaves', 'Everybody stays');
    fireEvent.click((await toolbar()).getByRole('button', { name: 'Publish' }));
    const dialog = await inDialog();
    expect(await dialog.findByText('No condition: it applies to every product.')).toBeTruthy();
    expect(await dialog.findByText(/^Changes the results of 1 product in 1 search box/)).toBeTruthy();
    await pressInDialog('Publish now');
    expect(await screen.findByText('1 campaign published.')).toBeTruthy();
    expect(await screen.findByText(/^1 campaign was not changed: /)).toBeTruthy();
    expect([await stateOf('Everybody leaves'), await stateOf('Everybody stays')]).toEqual([
      'draft',
      'published',
    ]);
  });
});
