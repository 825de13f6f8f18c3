/** The two answers, field by field as the interface document lists them, written without the service's schemas. */
import {
  anything,
  arrayOf,
  boolean,
  double,
  int32,
  int64,
  mapOf,
  nullable,
  object,
  oneOf,
  string,
} from './strict-reader.ts';

const suggestion = object({
  text: nullable(string),
  displayText: nullable(string),
  url: nullable(string),
  dsTracker: nullable(string),
});

export const suggestionList = object({ suggestions: nullable(arrayOf(suggestion)) });

const scoredDocument = object({ score: double, document: nullable(mapOf(anything)) });

const range = object({
  min: double,
  max: double,
  filteredMin: nullable(double),
  filteredMax: nullable(double),
});

const filterValue = object({ count: nullable(int64), name: nullable(string), disabled: boolean });

const filter = object({
  name: nullable(string),
  displayName: nullable(string),
  dataType: nullable(string),
  type: oneOf('range', 'value'),
  order: int32,
  count: int32,
  ranges: nullable(arrayOf(range)),
  values: nullable(arrayOf(filterValue)),
  disabled: boolean,
});

const strategy = object({
  rank: int32,
  searchMode: oneOf('All', 'Any'),
  fuzzySensitiveness: oneOf('Off', 'One', 'Two'),
  minimumFuzzyTermLength: int32,
  enableFuzzyNumberMatch: boolean,
});

const facetType = oneOf('basic', 'adaptive', 'semiAdaptive');

const searchParameters = object({
  filters: object({
    rangeFilters: nullable(
      arrayOf(object({ name: nullable(string), min: nullable(double), max: nullable(double) })),
    ),
    termFilters: nullable(arrayOf(object({ name: nullable(string), values: nullable(arrayOf(string)) }))),
  }),
  facetType,
  query: nullable(string),
  page: nullable(int64),
  resultsPerPage: nullable(int64),
  sorting: nullable(arrayOf(object({ name: nullable(string), order: oneOf('asc', 'desc') }))),
});

const rule = { ruleId: int32, campaignName: nullable(string) };

const banner = object({
  ...rule,
  position: oneOf(
    'resultPageTop',
    'resultPageBottom',
    'filterTop',
    'filterBottom',
    'resultsAndControlsTop',
    'betweenResultsAndControlsTop',
    'betweenResultsAndControlsBottom',
    'resultsAndControlsBottom',
  ),
  contents: nullable(arrayOf(object({ content: nullable(string) }))),
});

const intentTile = object({
  intentTileId: nullable(string),
  intentTileText: nullable(string),
  tile: nullable(string),
});

const intentClarification = object(
  {
    ...rule,
    pattern: nullable(string),
    clarifyingQuestion: nullable(string),
    intentTiles: nullable(arrayOf(intentTile)),
  },
  { selectedTile: nullable(intentTile) },
);

/** Optional blocks are present only when a campaign fills them. */
export const imageSearchResult = object(
  {
    documents: nullable(arrayOf(scoredDocument)),
    filters: nullable(arrayOf(filter)),
    strategy,
    count: nullable(int64),
    pageSize: nullable(int64),
    isFuzzied: nullable(boolean),
    originalQuery: nullable(string),
    alteredQuery: nullable(string),
    explainedAlteredQuery: nullable(mapOf(arrayOf(string))),
    originalFilter: nullable(string),
    alteredFilter: nullable(string),
    facetType,
    resultStatus: oneOf('resultFound', 'resultNotFound', 'errorOccured', 'redirect'),
    resultCount: int64,
    resultPerPage: nullable(int64),
    searchParameters,
  },
  {
    redirect: object({ ...rule, url: nullable(string) }),
    banners: nullable(arrayOf(banner)),
    ads: object({ ...rule, adResults: nullable(arrayOf(scoredDocument)) }),
    promotionDetail: object({ ...rule, highlighted: boolean }),
    intentClarification,
  },
);
