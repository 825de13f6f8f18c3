import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../domain/filter-text.ts';
import type { CampaignEffects } from '../../operations/campaigns/apply-campaigns.ts';
import { presentCampaigns } from './campaigns-presenter.ts';
import { parseOrderBy } from './orderby.ts';
import { nullIfEmpty, presentFilters } from './wire-filters.ts';

describe('parseOrderBy', () => {
  it.each([
    ['price', [{ field: 'price', order: 'asc' }]],
    ['price desc', [{ field: 'price', order: 'desc' }]],
    [
      'price DESC , name ASC',
      [
        { field: 'price', order: 'desc' },
        { field: 'name', order: 'asc' },
      ],
    ],
    ['[shoe size] desc', [{ field: 'shoe size', order: 'desc' }]],
    ['shoe size', [{ field: 'shoe size', order: 'asc' }]],
    ['  price   desc  ', [{ field: 'price', order: 'desc' }]],
    ['desc', [{ field: 'desc', order: 'asc' }]],
    ['a,b,c,d', ['a', 'b', 'c', 'd'].map((field) => ({ field, order: 'asc' }))],
  ])('of "%s"', (text, expected) => {
    expect(parseOrderBy(text)).toEqual(expected);
  });

  it.each([
    ['', 'orderby: a field name is missing.'],
    [' ', 'orderby: a field name is missing.'],
    ['price,', 'orderby: a field name is missing.'],
    [',price', 'orderby: a field name is missing.'],
    ['[] desc', 'orderby: a field name is missing.'],
    ['a,b,c,d,e', 'orderby: 5 fields are too many.'],
    ['price, price desc', 'orderby: "price" stands there twice.'],
  ])('refuses "%s"', (text, message) => {
    expect(() => parseOrderBy(text)).toThrow(message);
  });
});

describe('presentFilters', () => {
  const present = (text: string) => {
    const parsed = parseFilter(text);
    if (!parsed.ok) throw new Error(parsed.message);
    return presentFilters(parsed.filter);
  };

  it.each<[string, object[] | null, object[] | null]>([
    ['price gt 5', [{ name: 'price', min: 5, max: null }], null],
    ['price le 9', [{ name: 'price', min: null, max: 9 }], null],
    ['price ge 5 and price lt 9', [{ name: 'price', min: 5, max: 9 }], null],
    ['price ge 5 and price ge 7', [{ name: 'price', min: 7, max: null }], null],
    ['price le 9 and price lt 8', [{ name: 'price', min: null, max: 8 }], null],
    ['price eq 5', [{ name: 'price', min: 5, max: 5 }], null],
    ["colour eq 'red'", null, [{ name: 'colour', values: ['red'] }]],
    ["colour in ('red', 'blue')", null, [{ name: 'colour', values: ['red', 'blue'] }]],
    ["colour eq 'red' or colour eq 'blue'", null, [{ name: 'colour', values: ['red', 'blue'] }]],
    ["colour eq 'red' or colour in ('red', 'green')", null, [{ name: 'colour', values: ['red', 'green'] }]],
    [
      "size eq 'S' and size eq 'M'",
      null,
      [
        { name: 'size', values: ['S'] },
        { name: 'size', values: ['M'] },
      ],
    ],
    [
      "(price gt 1 and colour eq 'red') and sale eq true",
      [{ name: 'price', min: 1, max: null }],
      [
        { name: 'colour', values: ['red'] },
        { name: 'sale', values: ['true'] },
      ],
    ],
    ["colour eq 'red' or size eq 'S'", null, null],
    ["not (colour eq 'red')", null, null],
    ["colour ne 'red'", null, null],
    ["colour gt 'red'", null, null],
    ["colour eq 'red' or colour ne 'blue'", null, null],
  ])('of %s', (text, rangeFilters, termFilters) => {
    expect(present(text)).toEqual({ rangeFilters, termFilters });
  });

  it('has neither without a filter', () => {
    expect(presentFilters(null)).toEqual({ rangeFilters: null, termFilters: null });
    expect(nullIfEmpty([])).toBeNull();
    expect(nullIfEmpty([1])).toEqual([1]);
  });
});

const noEffects: CampaignEffects = {
  redirect: null,
  banners: [],
  ads: null,
  promotion: null,
  intent: null,
} as unknown as CampaignEffects;

describe('presentCampaigns', () => {
  const origin = { ruleId: 3, campaignName: 'Sale' };
  const banner = { ...origin, position: 'filterTop' as const, contents: ['<b>Sale</b>'] };

  it('leaves everything out that campaigns did not do', () => {
    expect(presentCampaigns(noEffects)).toEqual({});
  });

  it('shows a redirect alone', () => {
    const effects = {
      ...noEffects,
      redirect: { ...origin, url: '/sale' },
      banners: [banner],
    } as CampaignEffects;
    expect(presentCampaigns(effects)).toEqual({ redirect: { ...origin, url: '/sale' } });
  });

  it('shows banners with their contents, and none as null', () => {
    const effects = { ...noEffects, banners: [banner, { ...banner, contents: [] }] } as CampaignEffects;
    expect(presentCampaigns(effects).banners).toEqual([
      { ...origin, position: 'filterTop', contents: [{ content: '<b>Sale</b>' }] },
      { ...origin, position: 'filterTop', contents: null },
    ]);
  });

  it('shows a question with its tiles, and the selected one where there is one', () => {
    const tile = { id: 'a', text: 'For him', tile: '/a.png', action: {} };
    const intent = { ...origin, pattern: 'shoe', question: 'For whom?', tiles: [tile], selected: null };
    const present = (selected: unknown) =>
      presentCampaigns({ ...noEffects, intent: { ...intent, selected } } as unknown as CampaignEffects)
        .intentClarification;
    const wireTile = { intentTileId: 'a', intentTileText: 'For him', tile: '/a.png' };
    expect(present(null)).toEqual({
      ...origin,
      pattern: 'shoe',
      clarifyingQuestion: 'For whom?',
      intentTiles: [wireTile],
    });
    expect(present(tile)).toMatchObject({ selectedTile: wireTile });
  });
});
