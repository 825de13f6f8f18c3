import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { WireImageSearchResult } from '../../../src/http/image-search/schema.ts';
import { PictureProvider } from '../../components/products/picture-source.tsx';
import { show } from '../../testing/open-page.tsx';
import { CampaignBlocks } from './campaign-blocks.tsx';
import { SearchAnswer } from './search-answer.tsx';
import { StrategyAttempts } from './strategy-attempts.tsx';
import { type DocumentExplanation, WhyDrawer } from './why-drawer.tsx';

const strategy = {
  rank: 1,
  searchMode: 'All',
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
} as const;
const record = (identifier: string) => ({ identifier, displayText: `Name of ${identifier}`, price: 5 });
const why = (identifier: string, more: Partial<DocumentExplanation> = {}): DocumentExplanation => ({
  identifier,
  reason: 'It looks alike.',
  score: 0.5,
  looks: 0.6,
  colour: 0.4,
  title: null,
  text: null,
  boost: 1,
  pinned: false,
  position: 1,
  rung: 1,
  organicPosition: 1,
  campaigns: [],
  shared: [],
  ...more,
});
const answer = (more: Partial<WireImageSearchResult> = {}): WireImageSearchResult => ({
  documents: [
    { score: 0.9, document: record('p1') },
    { score: 0.5, document: record('p2') },
  ],
  filters: null,
  strategy,
  count: 2,
  pageSize: 24,
  isFuzzied: false,
  originalQuery: null,
  alteredQuery: null,
  explainedAlteredQuery: null,
  originalFilter: null,
  alteredFilter: null,
  facetType: 'basic',
  resultStatus: 'resultFound',
  resultCount: 2,
  resultPerPage: 24,
  searchParameters: {
    filters: { rangeFilters: null, termFilters: null },
    facetType: 'basic',
    query: null,
    page: 1,
    resultsPerPage: 24,
    sorting: null,
  },
  ...more,
});
const explain = (
  documents: readonly DocumentExplanation[],
): NonNullable<WireImageSearchResult['explain']> => ({
  comparison: null,
  redirect: null,
  ladder: [],
  campaigns: [],
  organicResults: documents.length,
  documents: [...documents],
  timings: [],
  tookMs: 1.26,
});
const source = { identifier: 'p9', displayText: 'Desk lamp', imageUrl: null, price: null, currency: null };
const showAnswer = (more: Partial<WireImageSearchResult> = {}, language: 'en' | 'de' = 'en') => {
  const onUse = vi.fn();
  const onChoose = vi.fn();
  show(
    <SearchAnswer answer={answer(more)} source={source} chosen={{}} onChoose={onChoose} onUse={onUse} />,
    language,
  );
  return { onUse, onChoose };
};

describe('an answer', () => {
  it('says how many were found and how long it took', () => {
    showAnswer({ explain: explain([]) });
    expect(screen.getByRole('status').textContent).toBe('2 look-alikes, 1.3 ms');
  });

  it('says one in the singular, and both in German', () => {
    showAnswer({ resultCount: 1 });
    expect(screen.getByRole('status').textContent).toBe('1 look-alike, 0 ms');
    showAnswer({ resultCount: 3 }, 'de');
    expect(screen.getAllByRole('status')[1]?.textContent).toMatch(/^3 /);
  });

  it('lists the products in their order', () => {
    showAnswer();
    const list = within(screen.getByRole('list', { name: 'Look-alikes' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Name of p1'),
      expect.stringContaining('Name of p2'),
    ]);
  });

  it('marks what campaigns pinned, raised and lowered', () => {
    showAnswer({
      explain: explain([why('p1', { pinned: true, boost: 2 }), why('p2', { boost: 0.5 })]),
    });
    const [first, second] = within(screen.getByRole('list', { name: 'Look-alikes' })).getAllByRole(
      'listitem',
    );
    expect(first?.textContent).toMatch(/1/);
    expect(first?.textContent).not.toBe(second?.textContent);
    expect(first?.querySelectorAll('[class*="accent"]').length).toBeGreaterThan(0);
  });

  it('says so when nothing was found, but not when a campaign sends the shopper away', () => {
    showAnswer({ documents: null, resultCount: 0 });
    expect(screen.getByText('No look-alikes')).toBeTruthy();
    const redirect = { ruleId: 1, campaignName: 'Sale', url: 'https://shop.example/sale' };
    const { container } = show(
      <SearchAnswer
        answer={answer({ documents: null, resultCount: 0, resultStatus: 'redirect', redirect })}
        source={source}
        chosen={{}}
        onChoose={() => undefined}
        onUse={() => undefined}
      />,
    );
    expect(within(container).queryByText('No look-alikes')).toBeNull();
    expect(within(container).getByText('https://shop.example/sale')).toBeTruthy();
  });

  it('is shown as JSON too', async () => {
    showAnswer();
    fireEvent.mouseDown(screen.getByRole('tab', { name: 'JSON' }), { button: 0 });
    await waitFor(() => expect(document.body.textContent).toMatch(/"resultStatus": "resultFound"/));
  });

  it('explains a product, and looks for the look-alikes of it', async () => {
    const { onUse } = showAnswer({ explain: explain([why('p1'), why('p2')]) });
    const [first] = within(screen.getByRole('list', { name: 'Look-alikes' })).getAllByRole('button');
    if (first) fireEvent.click(first);
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Desk lamp')).toBeTruthy();
    expect(dialog.getByText('Name of p1')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Look-alikes of this one' }));
    expect(onUse).toHaveBeenCalledWith(expect.objectContaining({ identifier: 'p1' }));
  });
});

describe('the explanation of a product', () => {
  const product = { identifier: 'p1', displayText: 'Lamp' } as Parameters<typeof WhyDrawer>[0]['product'];
  const open = (more: Partial<DocumentExplanation>, facets: WireImageSearchResult['filters'] = null) => {
    show(<WhyDrawer why={why('p1', more)} facets={facets} product={product} onClose={() => undefined} />);
    return within(screen.getByRole('dialog'));
  };

  it('shows the parts of the score that count, and no others', () => {
    const dialog = open({ looks: 0.6, colour: null, text: null });
    expect(dialog.getByText('Similarity')).toBeTruthy();
    expect(dialog.getByText('Looks')).toBeTruthy();
    expect(dialog.queryByText('Colour')).toBeNull();
    expect(dialog.queryByText('Text')).toBeNull();
    expect(dialog.queryByText('Title')).toBeNull();
  });

  it('shows how alike titles are where they are compared', () => {
    expect(open({ title: 0.25 }).getByText('Title')).toBeTruthy();
  });

  it.each([
    [{}, 'No campaign moved it.'],
    [{ pinned: true }, 'A campaign pinned it to this place.'],
    [{ boost: 1.5 }, 'A campaign multiplied its similarity by 1.50.'],
    [{ boost: 0.25 }, 'A campaign multiplied its similarity by 0.25.'],
  ])('of %j says: %s', (more, text) => {
    expect(open(more).getByText(text)).toBeTruthy();
  });

  it('names what both have in common as the shop shows it', () => {
    const facet = {
      name: 'colour_code',
      displayName: 'Colour',
      dataType: 'text',
      type: 'value',
      order: 0,
      count: 1,
      ranges: null,
      values: null,
      disabled: false,
    } as unknown as NonNullable<WireImageSearchResult['filters']>[number];
    const dialog = open(
      { looks: null, colour: null, shared: [{ field: 'colour_code', values: ['red', 'blue'] }] },
      [facet],
    );
    expect(dialog.getByText('Colour')).toBeTruthy();
    expect(dialog.getByText('red, blue')).toBeTruthy();
  });

  it('names a field that is no facet by its own name', () => {
    expect(open({ shared: [{ field: 'unknown', values: ['x'] }] }).getByText('unknown')).toBeTruthy();
  });

  it('says so when nothing is in common', () => {
    expect(open({}).getByText('No attribute in common.')).toBeTruthy();
  });

  it('offers no search where there is none to make', () => {
    expect(open({}).queryByRole('button', { name: 'Look-alikes of this one' })).toBeNull();
  });
});

describe('the fallback steps', () => {
  it('are listed with their results and what came of them', () => {
    const attempt = {
      from: 'looks',
      searchMode: 'All',
      minimumResults: 1,
      answered: true,
      reason: '',
      tookMs: 0,
    } as const;
    show(
      <StrategyAttempts
        attempts={[
          { ...attempt, rank: 1, results: 1, outcome: 'too few' },
          { ...attempt, rank: 2, results: 0, outcome: 'failed' },
          { ...attempt, rank: 3, results: 12, outcome: 'enough' },
        ]}
      />,
    );
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'First choice: 1 resulttoo few',
      'Fallback 1: 0 resultsfailed',
      'Fallback 2: 12 resultsenough',
    ]);
  });
});

describe('what campaigns add', () => {
  const origin = { ruleId: 3, campaignName: 'Autumn' };

  it('is nothing without campaigns', () => {
    const { container } = show(<CampaignBlocks answer={answer()} />);
    expect(container.textContent).toBe('');
  });

  it('shows the contents of a banner as text: nothing of it runs', () => {
    const content = '<img src=x onerror=alert(1)><b>Sale</b>';
    const { container } = show(
      <CampaignBlocks
        answer={answer({ banners: [{ ...origin, position: 'filterTop', contents: [{ content }] }] })}
      />,
    );
    const banners = within(screen.getByRole('region', { name: 'Banners' }));
    expect(banners.getByText(content)).toBeTruthy();
    expect(banners.getByText('Autumn')).toBeTruthy();
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('b')).toBeNull();
  });

  it.each([
    ['its picture, from the service', 'https://cdn.example/b.png', 1],
    ['its text where the address is none of the web', 'javascript:alert(1)', 0],
  ])('shows of a banner that is a picture %s', (_, picture, pictures) => {
    const content = `<a href="https://shop.example/sale"><img src="${picture}" alt="Sale"></a>`;
    const { container } = show(
      <PictureProvider website="north" dataset="catalogue">
        <CampaignBlocks
          answer={answer({ banners: [{ ...origin, position: 'filterTop', contents: [{ content }] }] })}
        />
      </PictureProvider>,
    );
    const shown = [...container.querySelectorAll('img')].map((image) => [
      image.getAttribute('src'),
      image.getAttribute('alt'),
    ]);
    const address = `/admin/websites/north/datasets/catalogue/pictures?address=${encodeURIComponent(picture)}`;
    expect(shown).toEqual(pictures === 0 ? [] : [[address, 'Sale']]);
    expect(container.querySelector('a')).toBeNull();
    expect(screen.queryAllByText(content)).toHaveLength(1 - pictures);
  });

  it('shows a banner without contents by its place and campaign', () => {
    show(
      <CampaignBlocks
        answer={answer({ banners: [{ ...origin, position: 'resultPageTop', contents: null }] })}
      />,
    );
    expect(screen.getByText('Autumn')).toBeTruthy();
  });

  it('shows a question with its tiles', () => {
    const intentClarification = {
      ...origin,
      pattern: 'shoe',
      clarifyingQuestion: 'For whom?',
      intentTiles: [
        { intentTileId: 'a', intentTileText: 'For him', tile: null },
        { intentTileId: 'b', intentTileText: 'For her', tile: null },
      ],
    } as unknown as NonNullable<WireImageSearchResult['intentClarification']>;
    show(<CampaignBlocks answer={answer({ intentClarification })} />);
    const question = within(screen.getByRole('region', { name: 'Guided choice' }));
    expect(question.getByText('For whom?')).toBeTruthy();
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'For him',
      'For her',
    ]);
  });

  it('shows ads as ads', () => {
    const ads = { ...origin, adResults: [{ score: 0.5, document: record('a1') }] };
    show(<CampaignBlocks answer={answer({ ads })} />);
    expect(within(screen.getByRole('list', { name: 'Ads' })).getByText('Name of a1')).toBeTruthy();
  });
});
