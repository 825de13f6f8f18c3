import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, inDialog, pageText, press, pressInDialog } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { countDays, dayMs, findPeriod, keepForAll } from './experiment.ts';

const service = withService();
const key = () => ({ 'ocp-apim-subscription-key': service.north.key });
const find = (name: string) => service.admin.kindred.store.campaigns.byName(service.north.id, name);

const put = (name: string, state: 'draft' | 'published', share: number, redirectsAll = false) =>
  service.admin.kindred.store.campaigns.put(service.north.id, 'test', {
    name,
    boxId: null,
    state,
    priority: 0,
    share,
    when: {},
    schedule: { from: null, until: null, weekdays: [] },
    effect: redirectsAll
      ? { kind: 'redirect', url: 'https://shop.example/sale' }
      : { kind: 'banner', position: 'resultPageTop', contents: ['hello'] },
  });

/** Thirty shoppers see a list, and those whom the campaign is shown to click it. */
const letShoppersClick = async (): Promise<void> => {
  const events: object[] = [];
  for (let at = 0; at < 30; at += 1) {
    const client_id = `shopper ${at}`;
    const answer = await service.admin.request({
      method: 'GET',
      url: `/search/imagesearch?btr=${service.north.trackers.search}&identifier=north-p1`,
      headers: { ...key(), 'x-kindred-shopper': client_id },
    });
    const about = {
      client_id,
      query_id: answer.headers['x-request-id'],
      timestamp: new Date().toISOString(),
      event_attributes: { btr: service.north.trackers.search, object: { object_id: 'north-p2' } },
    };
    events.push({ ...about, action_name: 'impression' });
    if (answer.text.includes('hello')) events.push({ ...about, action_name: 'click' });
  }
  await service.admin.request({ method: 'POST', url: '/events', headers: key(), body: events });
};

const cardOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') ?? document.body);

beforeAll(async () => {
  // The page asks for the days before now.
  service.admin.clock.nowMs = Date.now();
  await put('half', 'published', 0.5);
  await letShoppersClick();
});

beforeEach(() => service.signInAs('merchandiser'));

describe('the page of experiments', () => {
  it.each([
    ['en', 'Clicked with it', '100%', '0%', 'Clicked more'],
    ['de', 'Angeklickt mit ihr', '100 %', '0 %', 'Öfter angeklickt'],
  ] as const)('shows both sides beside each other (%s)', async (language, _title, all, none, verdict) => {
    openPage('/north/experiments', { language });
    const card = await cardOf('half');
    expect(await card.findByText(verdict)).toBeTruthy();
    const [withIt, without] = card
      .getAllByRole('region')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
    expect(withIt).toContain(all);
    expect(without).toContain(none);
  });

  it('is read by a viewer, who decides nothing', async () => {
    service.signInAs('viewer');
    openPage('/north/experiments');
    expect(await cardOf('half')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep it' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New experiment' })).toBeNull();
  });

  it('starts one for a share and a time, which Keep it gives to everyone and Undo takes back', async () => {
    await put('summer', 'draft', 1);
    await put('everyone away', 'draft', 1, true);
    openPage('/north/experiments');
    await press('New experiment');
    const dialog = await inDialog();
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).not.toContain(
      'everyone away',
    );
    await fill('Campaign', String(find('summer')?.ruleId));
    await fill('Shoppers who see it', '25');
    await fill('Duration', '7');
    await pressInDialog('Start');
    const card = await cardOf('summer');
    expect(card.getByText('Day 1 of 7')).toBeTruthy();
    expect(find('summer')).toMatchObject({ state: 'published', share: 0.25 });

    card.getByRole('button', { name: 'Keep it' }).click();
    await press('Undo');
    await waitFor(() => expect(find('summer')).toMatchObject({ share: 0.25 }));
    (await cardOf('summer')).getByRole('button', { name: 'Keep it' }).click();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'summer' })).toBeNull());
    expect(find('summer')).toMatchObject({ state: 'published', share: 1, schedule: { until: null } });
  });

  it('ends one without it: nobody sees the campaign then', async () => {
    openPage('/north/experiments');
    (await cardOf('half')).getByRole('button', { name: 'End it' }).click();
    await waitFor(() => expect(find('half')?.state).toBe('paused'));
    await waitFor(() => expect(pageText()).toContain('No experiment is running'));
  });

  it('starts one with half of the shoppers by a click, and Undo takes it back', async () => {
    await put('autumn', 'draft', 1);
    openPage('/north/experiments');
    await press('Test with 50%: autumn');
    expect((await cardOf('autumn')).getByText('Day 1 of 14')).toBeTruthy();
    expect(find('autumn')).toMatchObject({ state: 'published', share: 0.5 });
    await press('Undo');
    await waitFor(() => expect(find('autumn')).toMatchObject({ state: 'draft', share: 1 }));
  });
});

describe('the time of an experiment', () => {
  const from = '2026-06-01T00:00:00.000Z';
  const until = '2026-06-15T00:00:00.000Z';
  const declaration = { name: 'a', share: 0.5, effect: {} };
  const at = (days: number): number => Date.parse(from) + days * dayMs;

  it('ends with the experiment, and has no results before it', () => {
    expect(findPeriod({ ...declaration, from, until }, at(-1))).toBeNull();
    expect(findPeriod({ ...declaration, from, until }, at(3))).toMatchObject({
      from,
      to: '2026-06-04T00:00:00.000Z',
    });
    expect(findPeriod({ ...declaration, from, until }, at(90))).toMatchObject({ from, to: until });
    expect(findPeriod({ ...declaration, box: 'similar' }, at(0))).toMatchObject({ to: from, box: 'similar' });
  });

  it('is counted in days from 1, never beyond the last', () => {
    expect(countDays({ ...declaration, from, until }, at(0))).toEqual({ day: 1, days: 14 });
    expect(countDays({ ...declaration, from, until }, at(20))).toEqual({ day: 14, days: 14 });
    expect(countDays(declaration, at(0))).toBeNull();
  });

  it('is over for a campaign that is kept', () => {
    expect(keepForAll({ ...declaration, from, until })).toEqual({
      name: 'a',
      from,
      effect: {},
      state: 'published',
    });
  });
});
