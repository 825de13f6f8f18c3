import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fill, inDialog, press, pressInDialog } from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';
import { send } from '../../testing/send.ts';

const service = withService();
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

beforeAll(async () => {
  service.signInAs('merchandiser');
  const campaigns = [
    { name: 'Draft one', state: 'draft' },
    { name: 'Soon', state: 'published', from: inDays(7), until: inDays(14) },
    { name: 'Now', state: 'published', from: inDays(-3) },
    { name: 'Over', state: 'published', until: inDays(-7) },
  ];
  for (const campaign of campaigns)
    await send('POST', 'websites/north/campaigns', {
      ...campaign,
      when: { brand: 'None' },
      effect: { banner: { position: 'filterTop', contents: ['Hello'] } },
    });
});

beforeEach(() => {
  service.signInAs('merchandiser');
  service.changes.length = 0;
});

const openCalendar = async (address: string, language: 'en' | 'de' = 'en'): Promise<void> => {
  openPage(address, { language });
  const name = language === 'en' ? 'Calendar' : 'Kalender';
  fireEvent.mouseDown(await screen.findByRole('tab', { name }), { button: 0 });
};

const bars = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('tabpanel')).findAllByRole('link');

describe('the calendar of campaigns', () => {
  it('shows only what the filter leaves', async () => {
    await openCalendar('/north/campaigns?status=scheduled');
    expect((await bars()).map((bar) => bar.textContent)).toEqual(['Soon']);
    await fill('Status', 'draft');
    await waitFor(async () => expect((await bars()).map((bar) => bar.textContent)).toEqual(['Draft one']));
  });

  it('says the state of each in its name, and shows each state in another way', async () => {
    await openCalendar('/north/campaigns?kind=banner');
    const shown = await bars();
    const labels = shown.map((bar) => bar.getAttribute('aria-label') ?? '');
    for (const state of ['Draft one: Draft', 'Soon: Scheduled', 'Now: Running', 'Over: Ended'])
      expect(labels.some((label) => label.startsWith(`${state}, `))).toBe(true);
    expect(new Set(shown.map((bar) => bar.className)).size).toBe(4);
    expect(new Set(shown.map((bar) => bar.querySelector('svg')?.getAttribute('class'))).size).toBe(4);
  });

  it('places a bar by its start and end', async () => {
    await openCalendar('/north/campaigns?find=Soon');
    const [bar] = await bars();
    const left = Number.parseFloat(bar?.style.marginLeft ?? '');
    const width = Number.parseFloat(bar?.style.width ?? '');
    // Eight weeks are shown, so that seven days are an eighth.
    expect(width).toBeCloseTo(12.5, 1);
    expect(left).toBeGreaterThan(25);
    expect(left).toBeLessThan(100 - width);
  });

  it.each([
    ['before', inDays(-200), inDays(-190)],
    ['after', inDays(190), inDays(200)],
  ])('names a campaign %s the visible weeks at the edge, without a bar', async (name, from, until) => {
    const effect = { banner: { position: 'filterTop', contents: ['Hello'] } };
    const campaign = { name: `Far ${name}`, from, until, when: { brand: 'None' }, effect };
    const { ruleId } = (await send('POST', 'websites/north/campaigns', campaign)) as { ruleId: number };
    await openCalendar(`/north/campaigns?find=Far ${name}`);
    const [bar] = await bars();
    expect(bar?.textContent).toBe(`Far ${name}`);
    expect(bar?.style.width).toBe('');
    fireEvent.click(screen.getByRole('button', { name: name === 'before' ? 'Later' : 'Earlier' }));
    expect((await bars())[0]?.style.width).toBe('');
    await send('DELETE', `websites/north/campaigns/${ruleId}`);
  });

  it('puts the name of a short bar beside it, and of a long one into it', async () => {
    await openCalendar('/north/campaigns?kind=banner');
    const rows = (await bars()).map((bar) => bar.closest('li')?.textContent);
    expect(rows).toContain('SoonSoon');
    expect(rows).toContain('Draft one');
  });

  it('speaks German', async () => {
    await openCalendar('/north/campaigns?kind=banner', 'de');
    const labels = (await bars()).map((bar) => bar.getAttribute('aria-label') ?? '');
    expect(labels.some((label) => label.startsWith('Soon: Geplant, '))).toBe(true);
    const legend = within(await screen.findByRole('list', { name: 'Status im Kalender' }));
    expect(legend.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      'Entwurf',
      'Pausiert',
      'Geplant',
      'Läuft',
      'Beendet',
    ]);
  });
});

describe('the list of campaigns in German', () => {
  it('searches, counts and filters', async () => {
    openPage('/north/campaigns', { language: 'de' });
    expect(await screen.findByText('5 Kampagnen')).toBeTruthy();
    await fill('Kampagnen suchen', 'soon');
    expect(await screen.findByText('1 von 5 Kampagnen')).toBeTruthy();
    await fill('Status', 'ended');
    expect(await screen.findByText('Keine Kampagne passt')).toBeTruthy();
    await press('Alle Kampagnen zeigen');
    expect(await screen.findByText('5 Kampagnen')).toBeTruthy();
  });

  it('asks before deleting, and takes it back', async () => {
    openPage('/north/campaigns?find=Over', { language: 'de' });
    await press('Over auswählen', 'checkbox');
    const bar = within(await screen.findByRole('toolbar', { name: 'Ausgewählte Kampagnen' }));
    expect(bar.getByText('1 ausgewählt')).toBeTruthy();
    fireEvent.click(bar.getByRole('button', { name: 'Löschen' }));
    expect((await inDialog()).getByRole('heading').textContent).toBe('1 Kampagne löschen?');
    await pressInDialog('Löschen');
    expect(await screen.findByText('1 Kampagne gelöscht.')).toBeTruthy();
    await press('Rückgängig');
    expect(await screen.findByText('1 Kampagne ist wie zuvor.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Over' })).toBeTruthy();
  });
});

describe('a change that the service refuses', () => {
  it('is named with its reason, and the other campaigns are changed', async () => {
    openPage('/north/campaigns?status=running&kind=banner');
    await press('Select Now', 'checkbox');
    service.failOnce('/withdraw', 503, { code: 'unavailable', message: 'The store is being copied.' });
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected campaigns' }));
    fireEvent.click(bar.getByRole('button', { name: 'Pause' }));
    const message = await screen.findByText(/^1 campaign was not changed: /);
    expect(message.textContent).toContain('The store is being copied.');
    expect(screen.queryByText(/campaigns? paused\.$/)).toBeNull();
    expect(await screen.findByRole('link', { name: 'Now' })).toBeTruthy();
  });
});
