import { bannerPositions } from '../../src/domain/settings/choices.ts';
import type { Condition, Effect, Promotion, Schedule } from '../../src/domain/campaign.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { noon } from '../support/http/shop.ts';
import type { ShopRequest } from './tiny-shop.ts';

const red: Filter = { kind: 'compare', field: 'colour', comparison: 'eq', value: 'Red' };
const tops: Filter = { kind: 'compare', field: 'category', comparison: 'eq', value: 'Women/Tops' };
const banner: Effect = { kind: 'banner', position: 'resultPageTop', contents: ['<b>It holds</b>'] };
const always: Schedule = { from: null, until: null, weekdays: [] };

const withPromotions = (...promotions: Promotion[]): ShopRequest => ({
  campaigns: [{ name: 'Promotion', effect: { kind: 'promotion', highlighted: true, promotions } }],
});

const clarification: Effect = {
  kind: 'intentClarification',
  question: 'What are you looking for?',
  tiles: [
    {
      id: 'tops',
      text: 'Tops',
      tile: 'https://shop.example/tops.jpg',
      action: { kind: 'filter', filter: tops },
    },
    { id: 'red', text: 'Anything red', tile: null, action: { kind: 'boost', filter: red, factor: 4 } },
  ],
};
const withClarification = (tile?: string): ShopRequest => ({
  campaigns: [{ name: 'Question', effect: clarification }],
  parameters: tile === undefined ? {} : { tile },
});

const plainCases: Record<string, ShopRequest> = {
  plain: {},
  'page-2': { parameters: { top: 3, page: 2 } },
  'filter-terms-and-range': { parameters: { filter: "colour in ('Red', 'Blue') and price le 35", top: 5 } },
  'filter-leads-to-nothing': { parameters: { filter: "colour eq 'Violet'" } },
  'facet-filter-terms-and-range': {
    parameters: { facetFilter: "colour in ('Red', 'Blue') and price le 35", top: 5 },
  },
  'facet-filter-leads-to-nothing': { parameters: { facetFilter: "colour eq 'Violet'" } },
  'sorted-by-price': { parameters: { orderby: 'price desc' } },
  'facets-adaptive': { box: { facetType: 'adaptive' } },
  'facets-semi-adaptive': { box: { facetType: 'semiAdaptive', facets: ['sale', 'price'] } },
  'unknown-product': { parameters: { identifier: 'nobody sells this' } },
};

const effectCases: Record<string, ShopRequest> = {
  'effect-redirect': {
    campaigns: [
      { name: 'Away', effect: { kind: 'redirect', url: 'https://Shop.example/Sale?a=1&b=%C3%A4 x#End' } },
    ],
  },
  'effect-ads': {
    campaigns: [
      {
        name: 'Ads',
        effect: { kind: 'ads', identifiers: ['gown', 'belt', 'frock', 'shirt-m', 'dress', 'scarf', 'belt'] },
      },
    ],
    parameters: { top: 3 },
  },
  'effect-pin': withPromotions({ action: 'pin', identifier: 'belt', position: 2 }),
  'effect-boost': withPromotions({ action: 'boost', targets: { identifiers: ['coat'] }, factor: 2 }),
  'effect-bury': withPromotions({ action: 'bury', targets: { filter: red }, factor: 0.1 }),
  'effect-hide': withPromotions({ action: 'hide', targets: { filter: red } }),
  'effect-intent': withClarification(),
  'effect-intent-tile-filters': withClarification('tops'),
  'effect-intent-tile-boosts': withClarification('red'),
};

const bannerCases = Object.fromEntries(
  bannerPositions.map((position): [string, ShopRequest] => [
    `banner-${position}`,
    {
      campaigns: [
        { name: `At ${position}`, effect: { kind: 'banner', position, contents: ['<b>One</b>', 'Two'] } },
      ],
    },
  ]),
);

/** Each condition once met and once not met. */
const conditions: Record<string, { holds: Condition; fails: Condition }> = {
  identifiers: { holds: { identifiers: ['coat', 'dress'] }, fails: { identifiers: ['coat'] } },
  category: { holds: { category: 'Women' }, fails: { category: 'Women/Tops' } },
  brand: { holds: { brand: 'Acme' }, fails: { brand: 'Borealis' } },
  attribute: {
    holds: { attributes: [{ name: 'size', value: 'M' }] },
    fails: { attributes: [{ name: 'size', value: 'XL' }] },
  },
  price: { holds: { price: { min: 40, max: 40 } }, fails: { price: { max: 39.99 } } },
  results: { holds: { results: { min: 7, max: 7 } }, fails: { results: { max: 6 } } },
  pattern: { holds: {}, fails: { pattern: 'dress' } },
};

const schedules: Record<string, { holds: Schedule; fails: Schedule }> = {
  window: {
    holds: { ...always, from: '2026-11-15T12:00:00Z', until: '2026-11-15T12:00:01Z' },
    fails: { ...always, until: '2026-11-15T12:00:00Z' },
  },
  weekdays: { holds: { ...always, weekdays: [7] }, fails: { ...always, weekdays: [1, 2, 3, 4, 5, 6] } },
};

const bannerCampaign = { name: 'Held', effect: banner } as const;
const createConditionCases = (which: 'holds' | 'fails'): [string, ShopRequest][] => [
  ...Object.entries(conditions).map(([name, when]): [string, ShopRequest] => [
    `condition-${name}`,
    { campaigns: [{ ...bannerCampaign, when: when[which] }] },
  ]),
  ...Object.entries(schedules).map(([name, schedule]): [string, ShopRequest] => [
    `condition-${name}`,
    { campaigns: [{ ...bannerCampaign, schedule: schedule[which] }], nowMs: noon },
  ]),
];

/** The request of each golden file. */
export const goldenCases: Readonly<Record<string, ShopRequest>> = {
  ...plainCases,
  ...effectCases,
  ...bannerCases,
  ...Object.fromEntries(createConditionCases('holds')),
  'condition-no-results': {
    campaigns: [{ ...bannerCampaign, when: { results: { max: 0 } } }],
    parameters: { filter: 'price gt 1000' },
  },
};

/** Campaigns whose condition is not met: each answer is the plain one, byte for byte. */
export const failingCases: Readonly<Record<string, ShopRequest>> = {
  ...Object.fromEntries(createConditionCases('fails')),
  'condition-no-results': { campaigns: [{ ...bannerCampaign, when: { results: { max: 0 } } }] },
  'condition-share': { campaigns: [{ ...bannerCampaign, share: 0 }] },
  'condition-state': { campaigns: [{ ...bannerCampaign, state: 'draft' }] },
};
