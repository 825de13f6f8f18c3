import { bannerPositions } from '../../src/domain/settings/choices.ts';
import type { Effect, Promotion } from '../../src/domain/campaign.ts';
import type { Filter } from '../../src/domain/filter.ts';
import { strategyDefaults } from '../../src/domain/strategy.ts';
import { tinyCatalogue } from '../answers/tiny-catalogue.ts';
import type { DeclaredCampaign, ShopRequest } from '../answers/tiny-shop.ts';
import type { Random } from '../oracle/random.ts';

const identifiers = tinyCatalogue.map(({ product }) => product.identifier);
const colourIs = (value: string): Filter => ({ kind: 'compare', field: 'colour', comparison: 'eq', value });

const filters = [
  "colour eq 'Red'",
  "colour in ('Red', 'Blue') and price le 35",
  "price gt 10 and price lt 100 and not (brand eq 'Acme')",
  "category eq 'Women/Dresses' or sale eq true",
  "size eq 'M'",
  "colour eq 'Violet'",
  'price ge 1000000',
];

const pickPromotion = (random: Random): Promotion => {
  const targets = random.chance(0.5)
    ? { identifiers: random.list(1, 3, () => random.pick(identifiers)) }
    : { filter: colourIs(random.pick(['Red', 'Blue', 'Green'])) };
  switch (random.pick(['pin', 'boost', 'bury', 'hide'] as const)) {
    case 'pin':
      return { action: 'pin', identifier: random.pick(identifiers), position: random.integer(1, 4) };
    case 'boost':
      return { action: 'boost', targets, factor: 2 };
    case 'bury':
      return { action: 'bury', targets, factor: 0.5 };
    case 'hide':
      return { action: 'hide', targets };
  }
};

const tiles = [
  {
    id: 'red',
    text: 'Red ones',
    tile: 'https://shop.example/red.jpg',
    action: { kind: 'filter', filter: colourIs('Red') },
  },
  {
    id: 'blue',
    text: 'Blue first',
    tile: null,
    action: { kind: 'boost', filter: colourIs('Blue'), factor: 3 },
  },
] as const;

const pickEffect = (random: Random): Effect => {
  switch (random.pick(['redirect', 'banner', 'banner', 'ads', 'promotion', 'intentClarification'] as const)) {
    case 'redirect':
      return { kind: 'redirect', url: 'https://shop.example/sale' };
    case 'banner':
      return {
        kind: 'banner',
        position: random.pick(bannerPositions),
        contents: ['<b>Sale</b>', 'Free returns'],
      };
    case 'ads':
      return { kind: 'ads', identifiers: random.list(1, 4, () => random.pick([...identifiers, 'unknown'])) };
    case 'promotion':
      return {
        kind: 'promotion',
        highlighted: random.chance(0.5),
        promotions: random.list(1, 3, () => pickPromotion(random)),
      };
    case 'intentClarification':
      return { kind: 'intentClarification', question: 'Which colour?', tiles };
  }
};

const pickCampaign = (random: Random): DeclaredCampaign => ({
  effect: pickEffect(random),
  name: random.pick(['Summer', 'Ünïcode ✓', '']),
  when: random.pick([
    {},
    {},
    { brand: 'Acme' },
    { category: 'Women' },
    { results: { max: 0 } },
    { price: { min: 1 } },
  ]),
});

/** A box, campaigns and parameters; together they reach every field and every value of the interface. */
export const pickRequest = (random: Random): ShopRequest => ({
  campaigns: random.chance(0.5) ? [] : random.list(1, 3, () => pickCampaign(random)),
  box: {
    facetType: random.pick(['basic', 'adaptive', 'semiAdaptive']),
    facets: random.some(['colour', 'price', 'sale', 'size'], 4),
    minimumScore: random.pick([0, 0, 0.5, 0.99]),
    sameAsSource: random.some(['category', 'brand'], 2),
    strategies: [
      {
        ...strategyDefaults,
        rank: 1,
        from: 'looks',
        searchMode: random.pick(['All', 'Any']),
        minimumResults: 3,
      },
      {
        ...strategyDefaults,
        rank: 2,
        from: 'text',
        searchMode: random.pick(['All', 'Any']),
        fuzzySensitiveness: random.pick(['Off', 'One', 'Two']),
        minimumFuzzyTermLength: random.integer(2, 6),
        enableFuzzyNumberMatch: random.chance(0.5),
        minimumResults: 1,
      },
    ],
  },
  parameters: {
    identifier: random.chance(0.1) ? 'nobody sells this' : random.pick(identifiers),
    ...(random.chance(0.5) && { top: random.integer(1, 50) }),
    ...(random.chance(0.3) && { page: random.integer(1, 3) }),
    ...(random.chance(0.3) && { filter: random.pick(filters) }),
    ...(random.chance(0.4) && { facetFilter: random.pick(filters) }),
    ...(random.chance(0.3) && { orderby: random.pick(['price asc', 'price desc']) }),
    ...(random.chance(0.3) && { tile: random.pick(['red', 'blue', 'none']) }),
  },
  requestId: `request-${random.integer(1, 1_000_000)}`,
});
