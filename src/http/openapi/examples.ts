import type { JsonObject } from '../schema/json.ts';

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

/** One short, complete answer of each operation, for the OpenAPI document and the page made from it. */
export const answerExamples = {
  relatedKeywords: {
    suggestions: [
      suggestion('trail running shoe', 'trail running shoes'),
      suggestion('running sock', 'running socks'),
    ],
  },
  imageSearch: {
    documents: [{ score: 0.8479, document: lookAlike }],
    filters: [priceFacet, colourFacet],
    strategy: {
      rank: 1,
      searchMode: 'All',
      fuzzySensitiveness: 'Off',
      minimumFuzzyTermLength: 4,
      enableFuzzyNumberMatch: false,
    },
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
  },
} satisfies Record<string, JsonObject>;
