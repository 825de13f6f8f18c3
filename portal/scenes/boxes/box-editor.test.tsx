import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { openLooksFiles } from '../../../src/learning/looks/looks-files.ts';
import { passwordOf } from '../../../test/support/http/admin/admin-client.ts';
import {
  expectNoDialog,
  fill,
  fillAndLeave,
  inDialog,
  pageText,
  press,
  pressInDialog,
  valueOf,
} from '../../testing/actions.ts';
import { openPage } from '../../testing/open-page.tsx';
import { withService } from '../../testing/portal-service.ts';

const service = withService();

beforeEach(() => {
  service.signInAs('owner');
  service.changes.length = 0;
});

let boxes = 0;
/** A box of its own for a test, opened at a tab. */
const openBox = async (tab: string, declaration: object = {}) => {
  boxes += 1;
  const name = `box-${boxes}`;
  const response = await fetch('/admin/websites/north/boxes', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, kind: 'search', dataset: 'north-catalogue', ...declaration }),
  });
  expect(response.status).toBe(201);
  service.changes.length = 0;
  return { name, ...openPage(`/north/boxes/${name}?tab=${tab}`) };
};

/** What was changed. A preview beside the settings is sent as well, and changes nothing. */
const changesOfBox = () => service.changes.filter(({ url }) => !url.endsWith('/preview'));

const saved = async () => {
  await press('Save');
  expect(await screen.findByText('Saved')).toBeTruthy();
  return changesOfBox().at(-1)?.body as Record<string, unknown>;
};

describe('the general settings of a search box', () => {
  it('show the defaults of a new box', async () => {
    await openBox('general');
    expect(await valueOf('Products on a page')).toBe('24');
    expect(await valueOf('Cache-Control')).toBe('private, max-age=0, must-revalidate');
  });

  it('split the weight between looks and colour, with two decimals', async () => {
    await openBox('general');
    await fill('Colour importance', '0.3');
    expect(await valueOf('Colour importance, as a number')).toBe('0.3');
    expect((await saved()).weights).toEqual({ looks: 0.7, colour: 0.3 });
  });

  it('may ask for the same shape in other colours', async () => {
    await openBox('general');
    await fill('Colour importance', '-0.25');
    expect(await screen.findByText('other colours 0.25')).toBeTruthy();
    expect((await saved()).weights).toEqual({ looks: 0.75, colour: -0.25 });
  });

  it('take the weight of titles from the catalogue until it is set', async () => {
    await openBox('general', { weights: { looks: 1, colour: 1 } });
    const decided = await screen.findByLabelText<HTMLInputElement>(
      'Title importance as learnt from the catalogue',
    );
    expect([decided.checked, screen.queryByLabelText('Title importance')]).toEqual([true, null]);
    fireEvent.click(decided);
    await fill('Title importance', '0.4');
    expect((await saved()).weights).toEqual({ looks: 0.5, colour: 0.5, title: 0.4 });
  });

  it('keep the ratio of the title when colour changes, and give it back to the catalogue', async () => {
    await openBox('general', { weights: { looks: 1, colour: 1, title: 0.5 } });
    expect(await valueOf('Title importance')).toBe('0.25');
    await fill('Colour importance', '0.2');
    expect((await saved()).weights).toEqual({ looks: 0.8, colour: 0.2, title: 0.25 });
    fireEvent.click(screen.getByLabelText('Title importance as learnt from the catalogue'));
    expect((await saved()).weights).toEqual({ looks: 0.8, colour: 0.2 });
  });

  it('save exactly what was changed beside what was stored', async () => {
    const { name } = await openBox('general', { facets: ['color'] });
    await fill('Minimum similarity', '0.25');
    await fill('Products on a page', '12');
    await fill('At most', '48');
    await fill('Candidate set', '500');
    await fill('Cache-Control', 'no-store');
    expect(await saved()).toMatchObject({
      name,
      minimumScore: 0.25,
      pageSize: 12,
      maximumPageSize: 48,
      candidates: 500,
      cacheControl: 'no-store',
      facets: ['color'],
    });
    expect(changesOfBox()).toHaveLength(1);
  });

  it('give the minimum similarity back to the catalogue', async () => {
    const { folder, kindred } = service.admin;
    const { store } = kindred;
    const tracker = store.datasets.byName(service.north.id, 'north-catalogue')?.tracker ?? '';
    const { version = '' } = service.north.params;
    await openLooksFiles(join(folder, 'pictures'), tracker).writeDecision(version, {
      embedder: 'test',
      map: null,
      counts: {},
      report: {
        field: null,
        ...{ pictures: 0, labels: 0, base: null, learnt: null, settings: null, trials: [], reason: '' },
        calibration: [{ score: 0.62, right: 0.5 }],
      },
    });
    await openBox('general', { minimumScore: 0.62 });
    await press('Use what was measured (0.62)');
    expect(await screen.findByText(/^As measured for this catalogue: from 0\.62 on/)).toBeTruthy();
    expect(await saved()).not.toHaveProperty('minimumScore');
  });

  it('add and remove fields in which look-alikes must agree', async () => {
    await openBox('general', { sameAsSource: ['category'] });
    await press('Add');
    const items = (await screen.findAllByRole('menuitem')).map((each) => each.textContent);
    expect(items).not.toContain('Category');
    await press('Brand', 'menuitem');
    await press('Remove Category');
    expect((await saved()).sameAsSource).toEqual(['brand']);
  });

  it('take the filter as a text too', async () => {
    await openBox('general');
    await press('Write as text');
    await fill('Filter as text', "brand eq 'Acme'");
    expect((await saved()).exclude).toBe("brand eq 'Acme'");
  });

  it('name the setting that the service refuses, until the edit goes on', async () => {
    await openBox('general');
    await press('Write as text');
    await fill('Filter as text', 'brand is Acme');
    await press('Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Never show');
    await fill('Products on a page', '13');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('are discarded as a whole', async () => {
    await openBox('general');
    await fill('Products on a page', '99');
    await press('Discard changes');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
    expect(await valueOf('Products on a page')).toBe('24');
    expect(changesOfBox()).toEqual([]);
  });
});

describe('the result beside the settings', () => {
  const result = async () => within(await screen.findByRole('region', { name: 'Result' }));
  const pictures = async (label: string): Promise<number> =>
    within(await (await result()).findByRole('list', { name: label })).queryAllByRole('listitem').length;
  const previews = () =>
    service.changes.filter(({ url }) => url.endsWith('/preview')).map(({ body }) => body as object);

  it.each(['general', 'facets', 'strategy'])(
    'is there on the tab %s, as shoppers get it now',
    async (tab) => {
      await openBox(tab);
      await waitFor(async () => expect(await pictures('Now')).toBe(12));
      expect((await result()).getByText(/^Look-alikes of .*of north$/)).toBeTruthy();
      expect(previews().every((request) => !('settings' in request))).toBe(true);
    },
  );

  it('is compared with what is stored while something is edited', async () => {
    await openBox('general');
    await waitFor(async () => expect(await pictures('Now')).toBe(12));
    await fill('Minimum similarity', '1');
    await waitFor(async () => expect(await pictures('After')).toBe(0));
    expect(await pictures('Before')).toBe(12);
    expect(previews().at(-1)).toMatchObject({ campaigns: 'none', settings: { minimumScore: 1 } });
    await press('Discard changes');
    await waitFor(async () => expect(await pictures('Now')).toBe(12));
    expect((await result()).queryByRole('list', { name: 'After' })).toBeNull();
  });

  it('is of the product that is chosen, on the preview too', async () => {
    const { router } = await openBox('general');
    fireEvent.click(await (await result()).findByRole('button', { name: 'Another product' }));
    await fill('Find by name or identifier', 'north-p3');
    await pressInDialog(/north-p3(?!\d)/);
    expect(await (await result()).findByText(/^Look-alikes of .*number 3 of north$/)).toBeTruthy();
    expect(router.state.location.search).toMatchObject({ product: 'north-p3' });
  });

  it('says why a setting cannot be tried', async () => {
    await openBox('general');
    await press('Write as text');
    await fill('Filter as text', 'brand is Acme');
    expect(await (await result()).findByText(/Never show/)).toBeTruthy();
  });
});

describe('leaving an edit', () => {
  it('asks before the edit is lost, and stays on request', async () => {
    const { router } = await openBox('general');
    await fill('Products on a page', '7');
    void router.navigate({ to: '/$website/boxes', params: { website: 'north' } });
    expect((await inDialog()).getByRole('heading').textContent).toBe('Leave without saving?');
    await pressInDialog('Stay here');
    await expectNoDialog();
    expect(await valueOf('Products on a page')).toBe('7');
  });

  it('goes when asked to', async () => {
    const { router } = await openBox('general');
    await fill('Products on a page', '7');
    void router.navigate({ to: '/$website/boxes', params: { website: 'north' } });
    await pressInDialog('Leave without saving');
    await waitFor(() => expect(router.state.location.pathname).toBe('/north/boxes'));
  });

  it('is kept across the tabs of the box without a question', async () => {
    await openBox('general');
    await fill('Products on a page', '7');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Strategy' }), { button: 0 });
    expect(await screen.findByText(/first choice/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await saved()).pageSize).toBe(7);
  });
});

describe('the facets of a search box', () => {
  it('say that every field is offered where none is listed', async () => {
    await openBox('facets');
    expect(await screen.findByText('None is listed, so every facetable field is offered.')).toBeTruthy();
  });

  it('are added, moved and removed in order', async () => {
    await openBox('facets', { facets: ['color', 'brand', 'price'] });
    const listed = () =>
      screen.getAllByRole('listitem').map((each) => each.querySelectorAll('span')[1]?.textContent);
    await screen.findByText('Brand');
    expect(listed().slice(-3)).toEqual(['Color', 'Brand', 'Price']);
    await press('Move price one place forward');
    await press('Move color one place back');
    expect((await saved()).facets).toEqual(['price', 'color', 'brand']);
  });

  it('cannot be moved beyond the ends', async () => {
    await openBox('facets', { facets: ['color', 'brand'] });
    const isDisabled = async (name: string) =>
      (await screen.findByRole<HTMLButtonElement>('button', { name })).disabled;
    expect(await isDisabled('Move color one place forward')).toBe(true);
    expect(await isDisabled('Move color one place back')).toBe(false);
    expect(await isDisabled('Move brand one place back')).toBe(true);
  });

  it('offer fields that are not listed yet', async () => {
    await openBox('facets', { facets: ['color'] });
    const group = within(await screen.findByRole('group', { name: 'Add a facet' }));
    const offered = group.getAllByRole('button').map((each) => each.textContent);
    expect(offered).toEqual(['Category', 'Brand', 'Price', 'Sale']);
    await press('Sale');
    await press('Remove color');
    expect((await saved()).facets).toEqual(['sale']);
  });

  it('are chosen in one of three ways', async () => {
    await openBox('facets');
    await fill('How facets are chosen', 'semiAdaptive');
    expect((await saved()).facetType).toBe('semiAdaptive');
  });
});

describe('the strategy of a search box', () => {
  const rungs = [
    { rank: 1, from: 'looks', searchMode: 'All', minimumResults: 5 },
    { rank: 2, from: 'text', searchMode: 'Any', minimumResults: 1 },
  ];
  const modes = ({ strategies }: Record<string, unknown>) =>
    (strategies as { rank: number; from: string }[]).map(({ rank, from }) => `${rank} ${from}`);

  it('moves a step and numbers the steps anew', async () => {
    await openBox('strategy', { strategies: rungs });
    await press('Move Fallback 1 one place forward');
    expect(modes(await saved())).toEqual(['1 text', '2 looks']);
  });

  it('shows the standard steps, and keeps them with what is changed of them', async () => {
    await openBox('strategy');
    const [needed] = await screen.findAllByLabelText('Results needed');
    if (needed) fireEvent.change(needed, { target: { value: '7' } });
    expect(modes(await saved())).toEqual(['1 looks', '2 looks', '3 text']);
  });

  it('adds a step at the end, which compares pictures', async () => {
    await openBox('strategy', { strategies: rungs });
    await press('Add a fallback');
    const { strategies } = await saved();
    expect(strategies).toHaveLength(3);
    expect((strategies as object[])[2]).toEqual({
      rank: 3,
      from: 'looks',
      searchMode: 'Any',
      minimumResults: 1,
    });
  });

  it('removes a step, and never the last one', async () => {
    await openBox('strategy', { strategies: rungs });
    await press('Remove First choice');
    const last = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remove First choice' });
    expect(last.disabled).toBe(true);
    expect(modes(await saved())).toEqual(['1 text']);
  });

  it('takes whole numbers of 32 bits', async () => {
    await openBox('strategy', { strategies: rungs });
    const lengths = await screen.findAllByLabelText<HTMLInputElement>('Only in words from this length');
    expect(lengths.map(({ min, max }) => [min, max])).toEqual([['1', '2147483647']]);
  });

  it('shows the settings for spelling only where words are searched', async () => {
    await openBox('strategy', { strategies: [rungs[0]] });
    await screen.findByLabelText('Compare by');
    expect(screen.queryByLabelText('Typo tolerance')).toBeNull();
    await fill('Compare by', 'text');
    await fill('Typo tolerance', 'Two');
    await fill('Only in words from this length', '6');
    fireEvent.click(await screen.findByLabelText('Numbers may differ too'));
    expect(((await saved()).strategies as object[])[0]).toMatchObject({
      from: 'text',
      fuzzySensitiveness: 'Two',
      minimumFuzzyTermLength: 6,
      enableFuzzyNumberMatch: true,
    });
  });
});

describe('a related box', () => {
  const related = { kind: 'relatedKeywords', dataset: 'north-searches' };

  it('saves its size, its address and its directions', async () => {
    await openBox('sources', related);
    await fill('Maximum number', '4');
    await fillAndLeave('Link of a suggestion (optional)', 'https://shop.example/find/{keyword}');
    fireEvent.click(await screen.findByLabelText('Lead to related searches'));
    expect(await saved()).toMatchObject({
      size: 4,
      url: 'https://shop.example/find/{keyword}',
      directions: ['refine'],
    });
  });

  it('says that one direction is needed', async () => {
    await openBox('sources', { ...related, directions: ['next'] });
    fireEvent.click(await screen.findByLabelText('Lead to related searches'));
    expect(await screen.findByText('Choose at least one.')).toBeTruthy();
  });

  it('of products has no address and no directions', async () => {
    await openBox('sources', { kind: 'relatedProducts' });
    await screen.findByLabelText('Maximum number');
    expect(pageText()).toContain('Products come from north-catalogue');
    expect(screen.queryByLabelText('Link of a suggestion (optional)')).toBeNull();
  });

  it('of products hides one in the preview, which is gone from the answer then', async () => {
    await openBox('preview', { kind: 'relatedProducts' });
    await fill('Search term', 'shirt');
    const buttons = await screen.findAllByRole('button', { name: /^Hide / });
    const [first] = buttons;
    if (!first) throw new Error('There is no product.');
    const label = first.getAttribute('aria-label') ?? '';
    const count = screen.getAllByRole('button', { name: label }).length;
    fireEvent.click(first);
    await screen.findByText('Curation saved.');
    await waitFor(() => expect(screen.queryAllByRole('button', { name: label })).toHaveLength(count - 1));
  });

  it('is curated: one term, once, with words trimmed and blank ones dropped', async () => {
    await openBox('curation', related);
    await fill('Which search term?', '  shirt ');
    await press('Add a search term');
    await fill('Which search term?', 'shirt');
    await press('Add a search term');
    expect(screen.getAllByRole('heading', { name: 'shirt' })).toHaveLength(1);
    await fillAndLeave('Shown first', ' linen shirt ');
    await fillAndLeave('Shown first', '  ');
    await fillAndLeave('Shown first', 'polo');
    await fillAndLeave('Hidden', 'outlet');
    await press('Show only these', 'switch');
    await press('Save');
    await screen.findByText('Saved');
    const stored = service.changes.filter(({ method }) => method === 'PUT');
    expect(stored.at(-1)?.body).toEqual([
      { pattern: 'shirt', add: ['linen shirt', 'polo'], hide: ['outlet'], replace: true },
    ]);
  });

  it('has one rule for all terms at most', async () => {
    await openBox('curation', related);
    await press('Rule for all search terms');
    expect(await screen.findByRole('heading', { name: 'All search terms' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rule for all search terms' })).toBeNull();
    await press('Remove All search terms');
    expect(await screen.findByText('Nothing is curated yet')).toBeTruthy();
  });
});

describe('what a viewer sees of a box', () => {
  it.each(['general', 'facets', 'strategy'])('is read only: %s', async (tab) => {
    const { name, unmount } = await openBox(tab, { facets: ['color'] });
    unmount();
    service.signInAs('viewer');
    openPage(`/north/boxes/${name}?tab=${tab}`);
    expect(
      await screen.findByText('You can view this, but not change it. A merchandiser or owner can.'),
    ).toBeTruthy();
    const panel = within(await screen.findByRole('tabpanel'));
    await panel.findAllByRole(tab === 'facets' ? 'combobox' : 'spinbutton');
    for (const each of [...panel.queryAllByRole('spinbutton'), ...panel.queryAllByRole('combobox')])
      expect((each as HTMLInputElement).disabled).toBe(true);
    for (const name of ['Add', 'Add a facet', 'Add a fallback', 'Remove color'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('the integration of a box', () => {
  it('shows its tracker, and a call of a product that exists', async () => {
    openPage('/north/boxes/north-similar?tab=integration');
    const { search } = service.north.trackers;
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'curl' }), { button: 0 });
    const code = await screen.findByRole('group', { name: 'curl' });
    await waitFor(() => expect(code.textContent).toContain('identifier=north-p0'));
    expect(code.textContent).toContain(`btr=${search}`);
    expect(code.textContent).toContain('<SUBSCRIPTION_KEY>');
  });

  it('takes a category as the example of a related box', async () => {
    openPage('/north/boxes/north-related?tab=integration');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'curl' }), { button: 0 });
    const code = await screen.findByRole('group', { name: 'curl' });
    await waitFor(() => expect(code.textContent).toMatch(/pattern=Clothes/));
    expect(code.textContent).toContain('/relatedsearches/keywords?');
  });

  it('fills in the real key after the password, into every language of a server', async () => {
    openPage('/north/boxes/north-similar?tab=integration');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'curl' }), { button: 0 });
    await press('Fill in my key');
    await fill(/password/i, passwordOf('owner@shop.example'));
    await pressInDialog('Reveal');
    const code = await screen.findByRole('group', { name: 'curl' });
    await waitFor(() => expect(code.textContent).toContain(service.north.key));
    expect(screen.queryByRole('button', { name: 'Fill in my key' })).toBeNull();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'Python' }), { button: 0 });
    expect((await screen.findByRole('group', { name: 'Python' })).textContent).toContain(service.north.key);
  });

  it('never puts a secret key into a page of the shop', async () => {
    openPage('/north/boxes/north-similar?tab=integration');
    fireEvent.mouseDown(await screen.findByRole('tab', { name: 'HTML' }), { button: 0 });
    expect((await screen.findByRole('group', { name: 'HTML' })).textContent).toContain('<SUBSCRIPTION_KEY>');
    expect(pageText()).toContain('everybody who opens the page can read it');
    expect(screen.queryByRole('button', { name: 'Fill in my key' })).toBeNull();
  });

  it('sends a test request as a shop does, and shows status and answer', async () => {
    openPage('/north/boxes/north-similar?tab=integration');
    await screen.findByText('north-p0', { exact: false, selector: 'code span' });
    await fill('API key', service.north.key);
    await press('Send');
    expect(await screen.findByText(/^Status 200 in [\d,]+ ms$/)).toBeTruthy();
    expect((await screen.findByRole('group', { name: 'Answer' })).textContent).toContain('"resultCount"');
  });

  it('shows a refusal with its status', async () => {
    openPage('/north/boxes/north-similar?tab=integration');
    await screen.findByText('north-p0', { exact: false, selector: 'code span' });
    await fill('API key', 'wrong');
    await press('Send');
    expect(await screen.findByText(/^Status 401 in [\d,]+ ms$/)).toBeTruthy();
  });
});
