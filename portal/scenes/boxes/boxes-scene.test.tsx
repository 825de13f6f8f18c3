import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectNoDialog,
  fill,
  inDialog,
  pageText,
  press,
  pressInDialog,
  tableRows,
} from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();

/** The list asks each box for what it shows, which changes nothing. */
const listChanges = () => service.changes.filter(({ url }) => !url.endsWith('/preview'));

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

describe('the list of boxes', () => {
  it('has a row for each box: name, kind, dataset, and no calls yet', async () => {
    openPage('/north/boxes');
    const rows = await tableRows();
    expect(rows).toEqual([
      ['north-similarSearch box', expect.any(String), 'north-catalogue', 'No data', '–'],
      ['north-relatedRelated box: keywords', '', 'north-searches', 'No data', '–'],
    ]);
  });

  it('is written in German too', async () => {
    openPage('/north/boxes', { language: 'de' });
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Boxen');
    expect(pageText()).not.toMatch(/Search box|No data/);
  });

  it('leads to the editor of a box', async () => {
    const { router } = openPage('/north/boxes');
    await press('north-similar', 'link');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/boxes/north-similar'));
  });

  it.each([
    ['owner', true],
    ['merchandiser', false],
    ['viewer', false],
  ] as const)('lets a %s make a box: %s', async (role, allowed) => {
    service.signInAs(role);
    openPage('/north/boxes');
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'New box' }) !== null).toBe(allowed);
  });

  it('shows the reason when the list cannot be loaded, and loads it again on request', async () => {
    service.failOnce('/boxes', 500, { message: 'The disk is full.', nextStep: 'Make room.' });
    openPage('/north/boxes');
    expect((await screen.findByRole('alert')).textContent).toContain('The disk is full. Make room.');
    await press('Try again');
    expect(await tableRows()).toHaveLength(2);
  });
});

describe('a new box', () => {
  const openDialog = async () => {
    const page = openPage('/north/boxes');
    await press('New box');
    return page;
  };

  it('offers the kinds for which there is data, and the datasets of the chosen kind', async () => {
    await openDialog();
    const options = async (label: string) =>
      [...(await screen.findByLabelText(label)).querySelectorAll('option')].map((each) => each.textContent);
    const kinds = (await screen.findAllByRole('radio')).map((each) => each.getAttribute('aria-label'));
    expect(kinds).toEqual(['Search box', 'Related box: keywords', 'Related box: products']);
    expect(await options('Answers from')).toEqual(['north-catalogue']);
    await press('Related box: keywords', 'radio');
    expect(await options('Answers from')).toEqual(['north-searches']);
    await press('Related box: products', 'radio');
    expect(await options('Answers from')).toEqual(['north-catalogue']);
  });

  it('is created with what was chosen, and opened', async () => {
    const { router } = await openDialog();
    await press('Related box: keywords', 'radio');
    await fill('Name', 'for the blog');
    await pressInDialog('Create the box');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/boxes/for the blog'));
    expect(listChanges()).toEqual([
      {
        method: 'POST',
        url: '/admin/websites/north/boxes',
        body: { kind: 'relatedKeywords', name: 'for the blog', dataset: 'north-searches' },
      },
    ]);
    expect(await screen.findByRole('heading', { level: 1, name: 'for the blog' })).toBeTruthy();
  });

  it('brings its search terms along where the shop has none: they are built from the catalogue', async () => {
    const remove = (path: string) => fetch(`/admin/websites/north/${path}`, { method: 'DELETE' });
    await remove('boxes/north-related');
    await remove('boxes/for the blog');
    await remove('datasets/north-searches');
    service.changes.length = 0;
    await openDialog();
    await press('Related box: keywords', 'radio');
    expect(await screen.findByText(/^Built from north-catalogue now/)).toBeTruthy();
    await fill('Name', 'for the start page');
    await pressInDialog('Create the box');
    await waitFor(() =>
      expect(listChanges().map(({ url, body }) => ({ url, body }))).toEqual([
        {
          url: '/admin/websites/north/datasets',
          body: { name: 'search-terms', kind: 'keywords', products: 'north-catalogue' },
        },
        { url: '/admin/websites/north/datasets/search-terms/imports', body: {} },
        {
          url: '/admin/websites/north/boxes',
          body: { kind: 'relatedKeywords', name: 'for the start page', dataset: 'search-terms' },
        },
      ]),
    );
  });

  it('says why a name is refused, and stays open', async () => {
    await openDialog();
    await fill('Name', 'north-similar');
    await pressInDialog('Create the box');
    const alert = await (await inDialog()).findByRole('alert');
    expect(alert.textContent).toContain('north-similar');
    expect(screen.queryByRole('dialog')).not.toBeNull();
  });

  it('is not created when the dialog is cancelled', async () => {
    await openDialog();
    await fill('Name', 'never');
    await pressInDialog('Cancel');
    await expectNoDialog();
    expect(listChanges()).toEqual([]);
  });
});

describe('deleting a box', () => {
  const createBox = (name: string) =>
    fetch('/admin/websites/north/boxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, kind: 'search', dataset: 'north-catalogue' }),
    });

  it('asks first, says what follows, and goes back to the list', async () => {
    await createBox('short-lived');
    const { router } = openPage('/north/boxes/short-lived');
    await press('Delete the box');
    const dialog = await inDialog();
    expect(dialog.getByRole('heading').textContent).toBe('Delete short-lived?');
    expect(dialog.getByText(/get an error from then on/)).toBeTruthy();
    await pressInDialog('Delete the box');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/boxes'));
    expect(await screen.findByText('short-lived was deleted.')).toBeTruthy();
    expect((await tableRows()).map(([name]) => name)).not.toContain('short-livedSearch box');
  });

  it('keeps the box when the service refuses, and says why', async () => {
    await createBox('kept');
    openPage('/north/boxes/kept');
    await press('Delete the box');
    // The result beside the settings is asked for at the same address.
    await screen.findByText(/\d+ look-alikes$/);
    service.failOnce('/boxes/kept', 503, { message: 'Not now.' });
    await pressInDialog('Delete the box');
    expect((await (await inDialog()).findByRole('alert')).textContent).toBe('Not now.');
  });

  it.each(['merchandiser', 'viewer'] as const)('is not offered to a %s', async (role) => {
    service.signInAs(role);
    openPage('/north/boxes/north-similar');
    await screen.findByText('What counts as alike');
    expect(screen.queryByRole('button', { name: 'Delete the box' })).toBeNull();
  });
});

describe('an address without a box', () => {
  it('says so', async () => {
    openPage('/north/boxes/no-such-box');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This is not there any more, or it belongs to another shop.',
    );
  });
});

describe('the campaigns of a box', () => {
  const putCampaign = (body: object) =>
    fetch('/admin/websites/north/campaigns', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('are those of this box and those of every box', async () => {
    const effect = { redirect: { url: 'https://shop.example/sale' } };
    await putCampaign({ name: 'here', box: 'north-similar', effect });
    await fetch('/admin/websites/north/boxes', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'other', kind: 'search', dataset: 'north-catalogue' }),
    });
    await putCampaign({ name: 'elsewhere', box: 'other', effect });
    openPage('/north/boxes/north-similar?tab=campaigns');
    const names = within(await screen.findByRole('table')).getAllByRole('link');
    expect(names.map(({ textContent }) => textContent).toSorted()).toEqual(['here', 'north-campaign']);
    const link = within(await screen.findByRole('tabpanel')).getByRole('link', { name: 'New campaign' });
    expect(link.getAttribute('href')).toBe('/portal/north/campaigns/new?box=north-similar');
  });

  it('can be read by a viewer, who is not offered a new one', async () => {
    service.signInAs('viewer');
    openPage('/north/boxes/north-similar?tab=campaigns');
    await screen.findByRole('table');
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull();
  });
});
