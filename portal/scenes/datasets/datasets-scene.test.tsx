import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
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
import { openStreams } from '../../testing/browser-parts.ts';
import { openPage, show } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';
import { RunningImport } from './running-import.tsx';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

let count = 0;
/** A dataset of its own for a test, opened at a tab. */
const openDataset = async (tab: string, declaration: object = {}) => {
  count += 1;
  const name = `data-${count}`;
  await send('POST', 'websites/north/datasets', { name, kind: 'products', ...declaration });
  service.changes.length = 0;
  return { name, ...openPage(`/north/datasets/${name}?tab=${tab}`) };
};

const saved = async () => {
  await press('Save');
  expect(await screen.findByText('Saved')).toBeTruthy();
  return service.changes.findLast(({ method }) => method === 'PUT')?.body as Record<string, unknown>;
};

/** What a dataset says of itself in the list, without its name. */
const cardText = async (name: string): Promise<string> => {
  const heading = await screen.findByRole('heading', { name });
  return heading.closest('li')?.textContent.slice(name.length) ?? '';
};

describe('the list of datasets', () => {
  it('shows some of its products', async () => {
    openPage('/north/datasets');
    const strip = await screen.findByRole('list', { name: 'Some of its products' });
    await waitFor(() => expect(within(strip).getAllByRole('listitem')).toHaveLength(12));
  });

  it('shows kind, state, age and size', async () => {
    openPage('/north/datasets');
    // A machine that is busy takes minutes from the import to here.
    const catalogue = await cardText('north-catalogue');
    expect(catalogue).toMatch(/^Catalogue · 39 products · 40 variants · updated (now|.+ ago)Live/);
    expect(await cardText('north-searches')).toMatch(/^Search terms · 1 search term · updated/);
  });

  it('shows one without a version as not published', async () => {
    await send('POST', 'websites/north/datasets', { name: 'empty one', kind: 'products' });
    openPage('/north/datasets');
    expect(await cardText('empty one')).toBe('CatalogueNothing published');
  });

  it.each(['merchandiser', 'viewer'] as const)('offers a %s no new one', async (role) => {
    service.signInAs(role);
    openPage('/north/datasets');
    await cardText('north-catalogue');
    expect(screen.queryByRole('button', { name: 'New catalogue or search terms' })).toBeNull();
  });
});

describe('a new dataset', () => {
  it('of search terms belongs to the first catalogue', async () => {
    const { router } = openPage('/north/datasets');
    await press('New catalogue or search terms');
    await fill('Name', 'other terms');
    await press('Search terms', 'radio');
    await pressInDialog('Create');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/datasets/other terms'));
    expect(service.changes[0]?.body).toEqual({
      name: 'other terms',
      kind: 'keywords',
      products: 'north-catalogue',
    });
  });

  it('says why a name is refused', async () => {
    openPage('/north/datasets');
    await press('New catalogue or search terms');
    await fill('Name', 'north-catalogue');
    await pressInDialog('Create');
    expect((await (await inDialog()).findByRole('alert')).textContent).toContain('north-catalogue');
  });
});

describe('the tabs of a dataset', () => {
  const tabs = async () => (await screen.findAllByRole('tab')).map((each) => each.textContent);

  it('are six for a catalogue, and two for search terms', async () => {
    const { unmount } = openPage('/north/datasets/north-catalogue');
    expect(await tabs()).toEqual([
      'Source',
      'Mapping',
      'Imports',
      'Versions',
      'Live changes',
      'Missing pictures',
    ]);
    expect(pageText()).toContain('Products39Variants40With a usable picture97.5%');
    unmount();
    openPage('/north/datasets/north-searches');
    expect(await tabs()).toEqual(['Source', 'Versions']);
    expect(pageText()).not.toContain('Variants');
  });

  it('fall back to the first for a tab that does not exist', async () => {
    openPage('/north/datasets/north-catalogue?tab=nonsense');
    expect(await screen.findByText('Feed source')).toBeTruthy();
  });
});

describe('the source of a dataset', () => {
  it('is an address with a schedule', async () => {
    await openDataset('source');
    await fill('Feed comes from', 'url');
    await fill('Address of the feed', 'https://shop.example/feed.csv');
    await fill('Read again', '0 3 * * *');
    expect((await saved()).source).toEqual({
      url: 'https://shop.example/feed.csv',
      schedule: '0 3 * * *',
    });
  });

  it('drops a schedule that was emptied, and keeps the address', async () => {
    await openDataset('source', { source: { url: 'https://shop.example/f.csv', schedule: '0 3 * * *' } });
    await fill('Read again', '');
    expect((await saved()).source).toEqual({ url: 'https://shop.example/f.csv' });
  });

  it('takes times of its own, and shows them as such later', async () => {
    const { name, unmount } = await openDataset('source', { source: { url: 'https://shop.example/f.csv' } });
    await fill('Read again', 'own');
    await fill('Times', '15 4 * * 2');
    expect((await saved()).source).toMatchObject({ schedule: '15 4 * * 2' });
    unmount();
    openPage(`/north/datasets/${name}`);
    expect([await valueOf('Read again'), await valueOf('Times')]).toEqual(['own', '15 4 * * 2']);
  });

  it('says that a schedule is not understood', async () => {
    await openDataset('source', { source: { url: 'https://shop.example/f.csv' } });
    await fill('Read again', 'own');
    await fill('Times', 'at noon');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Read again');
  });

  it('signs in with a name and a password, which never come back', async () => {
    const { name, unmount } = await openDataset('source', { source: { url: 'https://shop.example/f.csv' } });
    await fill('Sign-in', 'basic');
    await fill('User name', 'feeds');
    await fill('Password', 'a secret word');
    expect((await saved()).source).toMatchObject({
      auth: { basic: { user: 'feeds', password: 'a secret word' } },
    });
    unmount();
    openPage(`/north/datasets/${name}`);
    expect([await valueOf('User name'), await valueOf('Password')]).toEqual(['feeds', '']);
    await fill('User name', 'other');
    expect((await saved()).source).toMatchObject({ auth: { basic: { user: 'other' } } });
  });

  it('signs in with a header, or not at all', async () => {
    await openDataset('source', { source: { url: 'https://shop.example/f.csv' } });
    await fill('Sign-in', 'header');
    await fill('Name of the header', 'X-Feed');
    await fill('Value', 'v1');
    expect((await saved()).source).toMatchObject({ auth: { header: { name: 'X-Feed', value: 'v1' } } });
    await fill('Sign-in', 'none');
    expect((await saved()).source).toEqual({ url: 'https://shop.example/f.csv' });
  });

  it('goes with everything in it when only uploads are taken', async () => {
    await openDataset('source', { source: { url: 'https://shop.example/f.csv', schedule: '0 3 * * *' } });
    await fill('Feed comes from', 'upload');
    expect(screen.queryByLabelText('Read again')).toBeNull();
    expect(await saved()).not.toHaveProperty('source');
  });

  it('is read only for a merchandiser, who may upload', async () => {
    service.signInAs('merchandiser');
    openPage('/north/datasets/north-catalogue');
    expect((await screen.findByLabelText<HTMLSelectElement>('Feed comes from')).disabled).toBe(true);
    expect(screen.getByLabelText('Drop a file here, or choose one')).toBeTruthy();
    expect(screen.queryByText('Delete this data')).toBeNull();
  });

  it('offers a viewer nothing to import', async () => {
    service.signInAs('viewer');
    openPage('/north/datasets/north-catalogue');
    await screen.findByText('Feed source');
    expect(screen.queryByLabelText('Drop a file here, or choose one')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Import now' })).toBeNull();
  });
});

describe('deleting a dataset', () => {
  it('names what uses it instead of offering the button', async () => {
    openPage('/north/datasets/north-catalogue');
    expect(
      await screen.findByText(/^In use by north-similar, north-searches.*Change or delete these first\.$/),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('says what is lost, and goes back to the list', async () => {
    const { name, router } = await openDataset('source');
    await press('Delete');
    const dialog = await inDialog();
    expect(dialog.getByText(/^This deletes 0 live entries, 0 versions, the source/)).toBeTruthy();
    await pressInDialog('Delete');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/datasets'));
    expect(await screen.findByText(`${name} was deleted.`)).toBeTruthy();
  });
});

describe('the mapping', () => {
  it('shows each field with its type and first values', async () => {
    openPage('/north/datasets/north-catalogue?tab=mapping');
    const list = await screen.findByRole('list', { name: 'Mapping' });
    const names = [...list.querySelectorAll('code')].map((each) => each.textContent);
    const own = ['identifier', 'displayText', 'url', 'price', 'imageUrl'];
    expect(names).toEqual([...own, 'category', 'brand', 'color', 'sale']);
    expect(await valueOf('Type of price')).toBe('number');
    expect(await valueOf('Name that shoppers read of brand')).toBe('Brand');
  });

  it('saves what was changed of a field, and nothing of the others', async () => {
    openPage('/north/datasets/north-catalogue?tab=mapping');
    await fill('Name that shoppers read of color', 'Colour');
    fireEvent.click(await screen.findByLabelText('Sorting of brand'));
    await fill('Type of brand', 'list');
    expect((await saved()).fields).toEqual([
      { name: 'color', displayName: 'Colour' },
      { name: 'brand', sortable: true, type: 'list' },
    ]);
  });

  it('chooses what look-alikes are learnt from, with weights, and nothing again', async () => {
    openPage('/north/datasets/north-catalogue?tab=mapping');
    expect(await screen.findByText(/^Nothing is chosen/)).toBeTruthy();
    await press('Add a field to learn from');
    await fill('Field', 'category');
    await press('Add a field to learn from');
    await fill('Weight of category', '2');
    const [, second] = await screen.findAllByLabelText('Field');
    if (second === undefined) throw new Error('no second field');
    fireEvent.change(second, { target: { value: 'color' } });
    expect((await saved()).learnFrom).toEqual([
      { field: 'category', weight: 2 },
      { field: 'color', weight: 0.3 },
    ]);
    await press('Remove category');
    await press('Remove color');
    await press('Save');
    await waitFor(() => expect(service.changes.at(-1)?.body).not.toHaveProperty('learnFrom'));
    expect(await screen.findByText(/^Nothing is chosen/)).toBeTruthy();
  });

  it('shows a viewer what look-alikes are learnt from, without a way to change it', async () => {
    service.signInAs('viewer');
    openPage('/north/datasets/north-catalogue?tab=mapping');
    expect(await screen.findByText('What look-alikes are learnt from')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a field to learn from' })).toBeNull();
  });

  it('has the properties of every product before the first import', async () => {
    await openDataset('mapping');
    const list = await screen.findByRole('list', { name: 'Mapping' });
    const names = [...list.querySelectorAll('code')].map((each) => each.textContent);
    expect(names).toEqual(expect.arrayContaining(['identifier', 'displayText', 'url']));
    expect(names).not.toContain('color');
  });
});

describe('versions', () => {
  it('list the live one with its size', async () => {
    openPage('/north/datasets/north-catalogue?tab=versions');
    expect(await screen.findByRole('heading', { name: /^Live since / })).toBeTruthy();
    expect(screen.getByText(/^40 variants/)).toBeTruthy();
    expect(screen.getByText('Live')).toBeTruthy();
  });

  it('say so when there is none', async () => {
    await openDataset('versions');
    expect(await screen.findByText('Nothing has been published yet.')).toBeTruthy();
  });
});

describe('missing pictures', () => {
  it('name the product and the reason', async () => {
    openPage('/north/datasets/north-catalogue?tab=pictures');
    const rows = await tableRows();
    expect(rows.map(([product]) => product)).toEqual([expect.stringContaining('north-p38')]);
    expect(rows[0]?.[1]).not.toBe('');
  });
});

describe('live changes', () => {
  it('are listed with what changed and by which key', async () => {
    const answer = await service.admin.request({
      method: 'POST',
      url: '/productData/product?dataset=north-catalogue',
      headers: { 'Ocp-Apim-Subscription-Key': service.north.ingestKey, 'content-type': 'application/json' },
      body: { identifier: 'north-p1', price: 99 },
    });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    openPage('/north/datasets/north-catalogue?tab=changes');
    const [row] = await tableRows();
    expect(row?.[1]).toContain('north-p1');
    expect(row?.[2]).toContain('Changed');
    expect(row?.[3]).toBe('north-feeds');
    expect(pageText()).toContain('1 change is served already and waits to be part of the next version.');
  });
});

describe('imports', () => {
  it('list the history with state and counts', async () => {
    openPage('/north/datasets/north-catalogue?tab=imports');
    const [row] = await tableRows();
    expect(row?.[1]).toMatch(/^(Queued|Running|Failed)/);
    // What changes is known at the end.
    expect(row?.[4]).toMatch(/^(–|0 added, 0 changed, 0 removed)$/);
    // On a phone the time stands below the state.
    expect(row?.[1]).toContain(row?.[0] ?? 'no time');
  });

  it('say how long they still take while that is known, and never that no time is left', async () => {
    const counts = { rows: 0, faultyRows: 0, added: 0, changed: 0, removed: 0 };
    const none = { finishedAt: null, pictures: null, version: null, reason: null, reasonDetail: null };
    const startedAt = '2026-01-01T00:00:00Z';
    const summary = {
      id: 'i1',
      state: 'queued',
      step: null,
      startedAt,
      dryRun: false,
      ...counts,
      ...none,
    } as const;
    show(<RunningImport website="north" dataset="north-catalogue" summary={summary} disabled />);
    const stream = openStreams.get('/admin/websites/north/datasets/north-catalogue/imports/i1/events');
    const step = { state: 'running', step: 'reading', rows: 9, pictures: 9, vectors: 9, rate: 3 };
    act(() => stream?.({ ...step, etaSeconds: 2 }));
    expect(screen.getByText('2 seconds left')).toBeTruthy();
    act(() => stream?.({ ...step, etaSeconds: 0 }));
    expect(screen.queryByText(/left/)).toBeNull();
  });

  it('start from an uploaded file, and the page follows them', async () => {
    const { name, unmount } = await openDataset('source');
    unmount();
    // An owner checks the mapping first; a merchandiser imports.
    service.signInAs('merchandiser');
    const { router } = openPage(`/north/datasets/${name}`);
    const input = await screen.findByLabelText('Drop a file here, or choose one');
    const feed = new File(['identifier,title,price\na,Lamp,5\n'], 'feed.csv', { type: 'text/csv' });
    fireEvent.change(input, { target: { files: [feed] } });
    expect(await screen.findByText('The import has started.')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'imports' }));
    expect(service.changes).toEqual([expect.objectContaining({ method: 'POST', body: 'form' })]);
    expect(await tableRows()).toHaveLength(1);
  });
});

describe('dialogs', () => {
  it('close without a change when cancelled', async () => {
    openPage('/north/datasets');
    await press('New catalogue or search terms');
    await fill('Name', 'never');
    await pressInDialog('Cancel');
    await expectNoDialog();
    expect(service.changes).toEqual([]);
  });
});
