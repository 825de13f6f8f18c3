import type { NamedExamples } from './openapi-responses.ts';
import type { JsonObject } from './json.ts';

const dataset = '3a5f1b99-d6b0-4822-a6b8-cc0de8223653';

const suggestion = (text: string, displayText: string): JsonObject => ({
  text,
  displayText,
  url: `https://shop.example/search?q=${encodeURIComponent(displayText)}`,
  dsTracker: dataset,
});

const lookAlike: JsonObject = {
  identifier: 'TR-105',
  displayText: 'Green leather trainers',
  url: 'https://shop.example/products/tr-105',
  imageUrl: 'https://shop.example/pictures/tr-105.jpg',
  price: 112.95,
  currency: 'EUR',
  brand: 'Fennarby',
  colour: 'green',
};

const advertised: JsonObject = {
  identifier: 'TR-230',
  displayText: 'Sand canvas trainers',
  url: 'https://shop.example/products/tr-230',
  imageUrl: 'https://shop.example/pictures/tr-230.jpg',
  price: 64.95,
  currency: 'EUR',
  brand: 'Ivenna',
  colour: 'sand',
};

const priceFacet: JsonObject = {
  name: 'price',
  displayName: 'Price',
  dataType: 'number',
  type: 'range',
  order: 0,
  count: 9,
  ranges: [{ min: 49.95, max: 123.95, filteredMin: 49.95, filteredMax: 123.95 }],
  values: null,
  disabled: false,
};

const colourFacet: JsonObject = {
  name: 'colour',
  displayName: 'Colour',
  dataType: 'string',
  type: 'value',
  order: 1,
  count: 9,
  ranges: null,
  values: [
    { count: 6, name: 'green', disabled: false },
    { count: 3, name: 'sand', disabled: false },
  ],
  disabled: false,
};

const strategy: JsonObject = {
  rank: 1,
  searchMode: 'All',
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
};

const found: JsonObject = {
  documents: [{ score: 0.8479, document: lookAlike }],
  filters: [priceFacet, colourFacet],
  strategy,
  count: 9,
  pageSize: 1,
  isFuzzied: false,
  originalQuery: null,
  alteredQuery: null,
  explainedAlteredQuery: null,
  originalFilter: null,
  alteredFilter: null,
  facetType: 'semiAdaptive',
  resultStatus: 'resultFound',
  resultCount: 9,
  resultPerPage: 1,
  searchParameters: {
    filters: { rangeFilters: null, termFilters: null },
    facetType: 'semiAdaptive',
    query: null,
    page: 1,
    resultsPerPage: 1,
    sorting: null,
  },
};

const empty: JsonObject = { ...found, documents: null, filters: null, count: 0, resultCount: 0 };

const campaignBlocks: JsonObject = {
  banners: [
    {
      ruleId: 12,
      campaignName: 'Autumn trainers',
      position: 'resultPageTop',
      contents: [{ content: '<p>Autumn trainers are here</p>' }],
    },
  ],
  ads: { ruleId: 13, campaignName: 'New brand', adResults: [{ score: 0.4127, document: advertised }] },
  promotionDetail: { ruleId: 14, highlighted: true, campaignName: 'Leather first' },
  intentClarification: {
    ruleId: 15,
    campaignName: 'Which trainers?',
    pattern: null,
    clarifyingQuestion: 'What are they for?',
    intentTiles: [
      { intentTileId: 'running', intentTileText: 'Running', tile: 'https://shop.example/running.jpg' },
      { intentTileId: 'everyday', intentTileText: 'Every day', tile: null },
    ],
  },
};

/** Short, complete answers of each operation, for the OpenAPI document and the page made from it. The first is shown there. */
export const answerExamples = {
  relatedKeywords: {
    suggestions: {
      summary: 'Related keywords',
      value: {
        suggestions: [
          suggestion('trail running shoes', 'Trail running shoes'),
          suggestion('running socks', 'Running socks'),
        ],
      },
    },
    nothing: { summary: 'Nothing is related to this pattern', value: { suggestions: null } },
  },
  imageSearch: {
    resultFound: { summary: 'Look-alikes with facets', value: found },
    campaigns: {
      summary: 'Look-alikes with a banner, ads, a promotion and a question',
      value: { ...found, ...campaignBlocks },
    },
    errorOccured: {
      summary: 'A part failed and nothing could be found: something broke, the shop should ask again',
      value: { ...empty, resultStatus: 'errorOccured' },
    },
    redirect: {
      summary: 'A campaign sends the shopper to another page',
      value: {
        ...empty,
        resultStatus: 'redirect',
        redirect: { ruleId: 11, campaignName: 'Sale', url: 'https://shop.example/sale' },
      },
    },
    resultNotFound: {
      summary: 'Nothing looks like this product, or the catalogue does not contain it',
      value: { ...empty, resultStatus: 'resultNotFound' },
    },
  },
} satisfies Record<string, NamedExamples>;

const allowedTracker = (kind: string): string =>
  `btr: not the tracker of a ${kind} box of yours. Allowed: the GUID of a ${kind} box, as shown under Integration on its page.`;

/** A 400 names the parameter, the problem and what is allowed. */
export const badRequestExamples = {
  relatedKeywords: {
    missing: {
      summary: 'A parameter is missing',
      value: 'pattern: is missing. Allowed: 1 to 200 characters.',
    },
    tracker: {
      summary: 'Not the tracker of a related box',
      value: allowedTracker('related keyword or product'),
    },
  },
  imageSearch: {
    missing: {
      summary: 'A parameter is missing',
      value: 'identifier: is missing. Allowed: 1 to 200 characters.',
    },
    tracker: { summary: 'Not the tracker of a search box', value: allowedTracker('search') },
    several: {
      summary: 'All faults are reported at once',
      value: `top: "x" is not a whole number. Allowed: a whole number from 1. ${allowedTracker('search')}`,
    },
  },
} satisfies Record<string, NamedExamples>;
