// @vitest-environment happy-dom
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
    expect(await screen.findByText('Get to a first answer')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the call' }).getAttribute('href')).toContain(
      '/north/boxes/north-similar',
    );
    expect(screen.queryByRole('link', { name: 'New box' })).toBeNull();
    expect(pageText()).toContain('Products live');
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
    expect(pageText()).toMatch(/median [\d.]+ ms, p99 [\d.]+ ms/);
  });

  it('list the most frequent terms and products, and those without an answer', async () => {
    openPage('/north/analytics');
    const card = async (title: string) =>
      (await screen.findAllByText(title))[0]?.closest('section')?.textContent ?? '';
    expect(await card('Most requested products')).toMatch(/north-p0.*2/);
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
    expect(screen.queryByText('Get to a first answer')).toBeNull();
    const boxes = within(screen.getByText('Traffic, last 24 hours').closest('section') ?? document.body);
    expect(boxes.getByRole('link', { name: 'north-similar' }).getAttribute('href')).toContain(
      '/north/boxes/north-similar',
    );
    expect(boxes.getByText('4')).toBeTruthy();
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

describe('the API page', () => {
  it('writes the request as it is filled in, without the key', async () => {
    openPage('/north/api');
    await fill('identifier', 'north-p5');
    await fill(/^top/, '3');
    await fill(/^API key/, 'secret-key');
    const code = await screen.findByText(/curl/);
    await waitFor(() => expect(code.textContent).toContain('identifier=north-p5'));
    expect(code.textContent).toContain('top=3');
    expect(code.textContent).not.toContain('page=');
    expect(code.textContent).toContain('<SUBSCRIPTION_KEY>');
    expect(code.textContent).not.toContain('secret-key');
  });

  it('proposes a product of the catalogue', async () => {
    openPage('/north/api');
    const field = await screen.findByLabelText<HTMLInputElement>('identifier');
    await waitFor(() => expect(field.value).toMatch(/^north-p/));
  });

  it('offers both documents', async () => {
    openPage('/north/api');
    const addresses = ['OpenAPI of the operations', 'OpenAPI of the administration'].map((name) =>
      screen.findByRole('link', { name }),
    );
    expect((await Promise.all(addresses)).map((link) => link.getAttribute('href'))).toEqual([
      '/openapi.json',
      '/admin/openapi.json',
    ]);
  });

  it('has a tab for related keywords', async () => {
    openPage('/north/api');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Related keywords' }), { button: 0 });
    await fill('pattern', 'sofa bed');
    await waitFor(() => expect(pageText()).toMatch(/pattern=sofa(\+|%20)bed/));
    expect(screen.queryByLabelText(/^orderby/)).toBeNull();
  });
});
