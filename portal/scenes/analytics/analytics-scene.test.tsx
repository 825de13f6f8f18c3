import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, pageText } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();

/** A call of a shop with its key, counted as any other. */
const call = (path: string) =>
  service.admin.request({
    method: 'GET',
    url: path,
    headers: { 'ocp-apim-subscription-key': service.north.key },
  });
const callSearch = (identifier: string) =>
  call(`/search/imagesearch?btr=${service.north.trackers.search}&identifier=${identifier}`);
const callRelated = (pattern: string) =>
  call(
    `/relatedsearches/keywords?btr=${service.north.trackers.related}&pattern=${encodeURIComponent(pattern)}`,
  );

beforeEach(() => {
  service.signInAs('viewer');
});

describe('analytics of a shop without calls', () => {
  it('say so, and offer the file all the same', async () => {
    openPage('/north/analytics');
    expect(await screen.findByText('No calls in this period')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Download as CSV' });
    expect(link.getAttribute('href')).toMatch(/^\/admin\/websites\/north\/analytics\.csv\?/);
  });
});

describe('the overview of a shop without calls', () => {
  it('shows its figures, and the last step to take', async () => {
    openPage('/north');
    expect(await screen.findByText('Get started')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the call' }).getAttribute('href')).toContain(
      '/north/boxes/north-similar',
    );
    expect(screen.queryByRole('link', { name: 'New box' })).toBeNull();
    expect(pageText()).toMatch(/\d+ products · \d+ boxes · /);
  });
});

describe('analytics of a shop with calls', () => {
  beforeAll(async () => {
    // The page asks for the days before now.
    service.admin.clock.nowMs = Date.now();
    for (const identifier of ['north-p0', 'north-p0', 'north-p1', 'gone']) await callSearch(identifier);
    for (const pattern of ['sofa', 'sofa', 'zzz', ' ']) await callRelated(pattern);
  });

  it('show calls, what was answered, and how fast', async () => {
    openPage('/north/analytics');
    const calls = (await screen.findAllByText('Calls')).at(0)?.closest('div');
    expect(calls?.textContent).toMatch(/[78]/);
    expect(pageText()).toMatch(/Answered\s*\d+(\.\d)?\s*%/);
    expect(pageText()).toMatch(/half within [\d.,]+ ms, 99% within [\d.,]+ ms/);
  });

  it('list the most frequent terms and products, and those without an answer', async () => {
    openPage('/north/analytics');
    const card = async (title: string) =>
      (await screen.findAllByText(title))[0]?.closest('section')?.textContent ?? '';
    expect(await card('Most requested products')).toMatch(/north-p0.*2/);
    expect(await card('Products without look-alikes')).toContain('Not in the catalogue');
    expect(await card('Products without look-alikes')).toContain('gone');
    expect(await card('Most frequent search terms')).toMatch(/sofa.*2/);
  });

  it('say that no page reported clicks yet', async () => {
    openPage('/north/analytics');
    expect((await screen.findAllByText('No events with the tracker of a box yet.')).length).toBe(2);
  });

  it.each([
    ['1', 1],
    ['30', 30],
    ['90', 90],
  ])('can be of %s days', async (value, days) => {
    openPage('/north/analytics');
    await screen.findByText('Calls over time');
    await fill('Period', value);
    const parameters = () =>
      new URLSearchParams(
        screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')?.split('?')[1],
      );
    await waitFor(() => {
      const [from, to] = ['from', 'to'].map((name) => Date.parse(parameters().get(name) ?? ''));
      expect(((to ?? 0) - (from ?? 0)) / 86_400_000).toBe(days);
    });
    expect(await screen.findByText('Calls over time')).toBeTruthy();
  });

  it('are compared with the period before unless this is switched off', async () => {
    openPage('/north/analytics');
    const compare = await screen.findByLabelText<HTMLInputElement>('Compare with the period before');
    expect(compare.checked).toBe(true);
    fireEvent.click(compare);
    await waitFor(() => expect(compare.checked).toBe(false));
    await screen.findByText('Calls over time');
    expect(pageText()).not.toContain('before:');
  });

  it('show products by name and picture', async () => {
    openPage('/north/analytics');
    const list = await screen.findByRole('list', { name: 'Most requested products' });
    const address = list.querySelector('img')?.getAttribute('src');
    expect(address).toBe('/admin/websites/north/datasets/north-catalogue/products/north-p0/picture');
    expect(list.querySelector('li')?.textContent).not.toMatch(/^north-p0/);
  });

  it('can be of one box', async () => {
    openPage('/north/analytics');
    await screen.findByText('Calls over time');
    await fill('Search or related box', 'north-related');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Most requested products' })).toBeNull());
    expect(screen.getByRole('list', { name: 'Most frequent search terms' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toContain(
      'box=north-related',
    );
  });

  it.each([
    ['Automatic', 'auto', 169],
    ['Hour', 'hour', 169],
    ['Day', 'day', 8],
  ])('by %s have as many rows as the week has', async (_, step, rows) => {
    openPage('/north/analytics');
    await screen.findByText('Calls over time');
    await fill('Shown by', step);
    const table = () =>
      screen.getByRole('img', { name: 'Calls over time' }).closest('figure')?.querySelectorAll('tbody tr');
    await waitFor(() => expect(Math.abs((table()?.length ?? 0) - rows)).toBeLessThanOrEqual(1));
  });

  it('offer each table as a file', async () => {
    openPage('/north/analytics');
    await screen.findByText('Calls over time');
    const tables = screen
      .getAllByRole('link', { name: /^Download as CSV/ })
      .map((link) => new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.get('what'));
    expect(new Set(tables)).toEqual(new Set(['hours', 'terms', 'products', 'boxes']));
  });

  it('offer viewers nothing to change', async () => {
    openPage('/north/analytics');
    await screen.findByText('Calls over time');
    expect(screen.queryByRole('button', { name: /suggestions for|synonym for/ })).toBeNull();
  });

  it('let a term without an answer be curated in place', async () => {
    service.signInAs('merchandiser');
    openPage('/north/analytics');
    fireEvent.click(await screen.findByRole('button', { name: 'Curate: zzz' }));
    await fill('Shown first', 'sofa\narmchair');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Suggestions for “zzz” saved.')).toBeTruthy();
    const answer = await callRelated('zzz');
    expect(answer.text).toContain('armchair');
  });

  it('let an owner say what a term means', async () => {
    service.signInAs('owner');
    openPage('/north/analytics');
    fireEvent.click(await screen.findByRole('button', { name: 'Add synonym: zzz' }));
    await fill('Means the same as', 'sofa');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('“zzz” now means the same as “sofa”.')).toBeTruthy();
    expect(service.admin.kindred.store.websites.byName('north')?.synonyms).toContainEqual(['sofa', 'zzz']);
  });

  it('show what went wrong', async () => {
    service.failOnce('/analytics?', 500, { code: 'internal', message: 'Something went wrong on our side.' });
    openPage('/north/analytics');
    expect(await screen.findByText(/Something went wrong on our side/)).toBeTruthy();
  });
});

describe('the overview of a shop in use', () => {
  it('shows products, calls, boxes and campaigns, and no first steps any more', async () => {
    openPage('/north');
    expect(await screen.findByText('Traffic, last 24 hours')).toBeTruthy();
    expect(screen.queryByText('Get started')).toBeNull();
    const boxes = within(screen.getByText('Traffic, last 24 hours').closest('section') ?? document.body);
    expect(boxes.getByRole('link', { name: 'north-similar' }).getAttribute('href')).toContain(
      '/north/boxes/north-similar',
    );
    expect(boxes.getAllByText('4').length).toBeGreaterThan(0);
  });

  it('shows the week with the products that were asked for, and what needs attention', async () => {
    openPage('/north');
    const week = (await screen.findByText('Last 7 days')).closest('section');
    expect(week?.querySelector('img')?.getAttribute('src')).toContain('/products/north-p0/picture');
    expect(await screen.findByText('1 product without look-alikes in the last 7 days')).toBeTruthy();
    const link = screen.getByRole('link', { name: /^Review: 1 product without look-alikes/ });
    expect(link.getAttribute('href')).toBe('/portal/north/analytics');
  });

  it('leads to the lists', async () => {
    openPage('/north');
    await screen.findByText('Traffic, last 24 hours');
    const targets = screen
      .getAllByRole('link', { name: 'Show all' })
      .map((link) => link.getAttribute('href'));
    expect(targets).toEqual(expect.arrayContaining(['/portal/north/boxes', '/portal/north/datasets']));
  });

  it('offers a campaign to those who may make one', async () => {
    service.signInAs('merchandiser');
    openPage('/north');
    await screen.findByText('Campaigns, now and next');
    const offered =
      screen.queryAllByRole('link', { name: 'New campaign' }).length +
      screen.queryAllByRole('link', { name: 'north-campaign' }).length;
    expect(offered).toBeGreaterThan(0);
  });
});

describe('the system page', () => {
  it('is for administrators', async () => {
    openPage('/system');
    await waitFor(() => expect(document.querySelector('main')).toBeTruthy());
    await waitFor(() => expect(pageText()).toMatch(/administrator/i));
    expect(screen.queryByRole('table')).toBeNull();
  });
});
