import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();
const request = (path: string) =>
  service.admin.request({
    method: 'GET',
    url: path,
    headers: { 'ocp-apim-subscription-key': service.north.key },
  });
const tasksOf = async (heading: string): Promise<string[]> => {
  const card = (await screen.findByRole('heading', { name: heading })).closest('section');
  return [...(card?.querySelectorAll('li > span') ?? [])].map(({ textContent }) => textContent);
};

beforeEach(() => {
  service.signInAs('merchandiser');
});

describe('the overview of a shop without calls', () => {
  it('shows no week, and the next step', async () => {
    openPage('/north');
    expect(await screen.findByText('Get started')).toBeTruthy();
    expect(screen.queryByText('Last 7 days')).toBeNull();
  });
});

describe('the overview of a shop in use', () => {
  beforeAll(async () => {
    service.admin.clock.nowMs = Date.now();
    const { search, related } = service.north.trackers;
    for (const identifier of ['north-p0', 'north-p0', 'north-p1', 'gone'])
      await request(`/search/imagesearch?btr=${search}&identifier=${identifier}`);
    for (const pattern of ['zzz', 'qqq'])
      await request(`/relatedsearches/keywords?btr=${related}&pattern=${pattern}`);
    const { store } = service.admin.kindred;
    const always = { from: null, until: null, weekdays: [] };
    const campaign = {
      boxId: null,
      state: 'published',
      priority: 0,
      share: 1,
      when: { brand: 'None' },
      schedule: always,
      effect: { kind: 'redirect', url: 'https://north.example/sale' },
    } as const;
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await store.campaigns.put(service.north.id, 'test', {
      ...campaign,
      name: 'ending',
      schedule: { ...always, until },
    });
    await store.campaigns.put(service.north.id, 'test', { ...campaign, name: 'idea', state: 'draft' });
  });

  it.each([
    [
      'en',
      'Needs attention',
      [
        /^2 search terms without suggestions in the last 7 days: \w{3}, \w{3}$/,
        /^1 product without look-alikes in the last 7 days$/,
        /^The campaign ending ends on /,
        /^1 campaign is a draft$/,
      ],
    ],
    [
      'de',
      'Zu erledigen',
      [
        /^2 Suchbegriffe ohne Vorschläge in den letzten 7 Tagen: \w{3}, \w{3}$/,
        /^1 Produkt ohne ähnliche in den letzten 7 Tagen$/,
        /^Die Kampagne ending endet am /,
        /^1 Kampagne ist ein Entwurf$/,
      ],
    ],
  ] as const)('lists in %s what needs attention', async (language, heading, expected) => {
    openPage('/north', { language });
    await screen.findByText(expected[1]);
    // The products of this shop have no pictures, or they are not counted.
    const tasks = (await tasksOf(heading)).filter((task) => !/picture|Bild/.test(task));
    expect(tasks).toHaveLength(expected.length);
    for (const [at, pattern] of expected.entries()) expect(tasks[at]).toMatch(pattern);
  });

  it.each([
    [/ending ends on/, /\/portal\/north\/campaigns\/\d+$/],
    [/is a draft/, /\/portal\/north\/campaigns$/],
    [/search terms without/, /\/portal\/north\/analytics$/],
  ])('leads from %s to %s', async (task, address) => {
    openPage('/north');
    const link = await screen.findByRole('link', { name: task });
    expect(link.getAttribute('href')).toMatch(address);
  });

  it('shows what was asked for most, with names and counts', async () => {
    openPage('/north');
    const heading = await screen.findByRole('heading', { name: 'Most requested products' });
    const products = within(heading.parentElement ?? document.body).getAllByRole('listitem');
    expect(products).toHaveLength(2);
    expect(products[0]?.textContent).toMatch(/2$/);
    expect(products.map((product) => product.querySelector('img')?.getAttribute('src'))).toEqual([
      expect.stringContaining('/north-p0/picture') as string,
      expect.stringContaining('/north-p1/picture') as string,
    ]);
  });
});
