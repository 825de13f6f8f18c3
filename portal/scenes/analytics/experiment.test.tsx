import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();
const key = () => ({ 'ocp-apim-subscription-key': service.north.key });

const search = (shopper: string) =>
  service.admin.request({
    method: 'GET',
    url: `/search/imagesearch?btr=${service.north.trackers.search}&identifier=north-p1`,
    headers: { ...key(), 'x-kindred-shopper': shopper },
  });

beforeAll(async () => {
  // The page asks for the days before now.
  service.admin.clock.nowMs = Date.now();
  const { store } = service.admin.kindred;
  const always = { when: {}, schedule: { from: null, until: null, weekdays: [] } };
  await store.campaigns.put(service.north.id, 'test', {
    name: 'half',
    boxId: null,
    state: 'published',
    priority: 0,
    share: 0.5,
    ...always,
    effect: { kind: 'banner', position: 'resultPageTop', contents: ['hello'] },
  });
  const events: object[] = [];
  for (let at = 0; at < 30; at += 1) {
    const client_id = `shopper ${at}`;
    const answer = await search(client_id);
    const about = {
      client_id,
      query_id: answer.headers['x-request-id'],
      timestamp: '2026-11-15T12:00:00Z',
      event_attributes: {
        btr: service.north.trackers.search,
        object: { object_id: 'north-p2', price: 5, currency: 'EUR' },
      },
    };
    events.push({ ...about, action_name: 'impression' });
    if (at % 3 === 0) events.push({ ...about, action_name: 'click' });
    if (at % 10 === 0) events.push({ ...about, action_name: 'purchase' });
  }
  await service.admin.request({ method: 'POST', url: '/events', headers: key(), body: events });
});

beforeEach(() => {
  service.signInAs('viewer');
});

describe('a campaign for half of the requests', () => {
  it.each([
    [
      'en',
      'By campaign',
      'for 50% of requests',
      'No clear difference yet',
      /^-?[\d.]+ to -?[\d.]+ percentage points \(95%\)/,
    ],
    [
      'de',
      'Nach Kampagne',
      'für 50 % der Anfragen',
      'Noch kein klarer Unterschied',
      /^-?[\d,]+ bis -?[\d,]+ Prozentpunkte \(95\s%\)/,
    ],
  ] as const)('is read as an experiment (%s)', async (language, title, share, verdict, interval) => {
    openPage('/north/analytics', { language });
    const card = within(
      (await screen.findByRole('heading', { name: title })).closest('section') ?? document.body,
    );
    expect(card.getByRole('link', { name: 'half' }).getAttribute('href')).toMatch(/campaigns\/\d+$/);
    expect(card.getByText((text) => text.replaceAll('\u00a0', ' ') === share)).toBeTruthy();
    // In a column of its own, and below the name for a phone, which has no room for that column.
    expect(card.getAllByText(verdict)).toHaveLength(2);
    const [below] = card.getAllByText(interval);
    expect(below?.closest('td')?.textContent).toMatch(/^half/);
  });

  it.each([
    ['en', 'By search and related box', '€15.00'],
    ['de', 'Nach Box', '15,00 €'],
  ] as const)('stands beside what the box sold (%s)', async (language, title, revenue) => {
    openPage('/north/analytics', { language });
    const card = within(
      (await screen.findByRole('heading', { name: title })).closest('section') ?? document.body,
    );
    const row = card.getByRole('link', { name: 'north-similar' }).closest('tr');
    const cells = [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) =>
      textContent.replaceAll('\u00a0', ' '),
    );
    expect(cells).toEqual(['north-similar', '30', '0', '10', '0', '3', revenue]);
  });
});
