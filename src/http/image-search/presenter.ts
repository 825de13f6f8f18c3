import { writeFilter } from '../../domain/filter-text.ts';
import type { Strategy } from '../../domain/strategy.ts';
import type { ImageSearchResult } from '../../operations/image-search.ts';
import type { ImageSearchRequest } from '../../operations/search/image-search-request.ts';
import type { ScoredRecord } from '../../operations/search/score-ads.ts';
import { withBaseUrl } from './absolute-picture.ts';
import { presentCampaigns } from './campaigns-presenter.ts';
import { presentFacets } from './facets-presenter.ts';
import type { WireImageSearchResult } from './schema.ts';
import { nullIfEmpty, presentFilters } from './wire-filters.ts';

/** The request with the caller's filters as they were written, joined by `and`, besides their parsed forms. */
export type ImageSearchCall = ImageSearchRequest & {
  readonly filterText: string | null;
  /** Put before the path of a picture that this service stores; left out: the path alone. */
  readonly baseUrl?: string;
};

/**
 * The answer as bytes. Product records are serialised when a version is published; decoding and encoding them for every
 * answer would cost more than all other work.
 */
export const presentImageSearch = (call: ImageSearchCall, result: ImageSearchResult): Buffer => {
  const { documents, ads, effects } = result;
  const parts = ['{"documents":', ...presentRecords(documents, call.baseUrl)];
  parts.push(`,${JSON.stringify(presentFields(call, result)).slice(1, -1)}`);
  if (effects.ads !== null && effects.redirect === null && ads.length > 0) {
    const { ruleId, campaignName } = effects.ads;
    parts.push(`,"ads":{"ruleId":${ruleId},"campaignName":${JSON.stringify(campaignName)},"adResults":`);
    parts.push(...presentRecords(ads, call.baseUrl), '}');
  }
  parts.push('}');
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
};

/** `[{"score":0.93,"document":{…}},…]`, or null for none. */
const presentRecords = (records: readonly ScoredRecord[], baseUrl = ''): (Buffer | string)[] => {
  if (records.length === 0) return ['null'];
  const parts = records.flatMap(({ score, record }, at) => [
    `${at === 0 ? '[' : '},'}{"score":${score},"document":`,
    ...withBaseUrl(record, baseUrl),
  ]);
  return [...parts, '}]'];
};

/** Everything but the two lists of product records. */
const presentFields = (
  call: ImageSearchCall,
  result: ImageSearchResult,
): Omit<WireImageSearchResult, 'documents' | 'ads'> => {
  const { count, text, status } = result;
  const { facetType } = call.box;
  return {
    filters: presentFacets(result.facets),
    strategy: presentStrategy(result.strategy),
    count,
    pageSize: call.top,
    isFuzzied: text?.fuzzied ?? false,
    originalQuery: text?.originalQuery ?? null,
    alteredQuery: text?.alteredQuery ?? null,
    explainedAlteredQuery:
      Object.keys(text?.changedTerms ?? {}).length > 0 ? (text?.changedTerms ?? null) : null,
    originalFilter: call.filterText,
    alteredFilter: alteredFilter(call, result),
    facetType,
    resultStatus: status,
    resultCount: count,
    resultPerPage: call.top,
    searchParameters: {
      filters: presentFilters(result.callerFilter),
      facetType,
      query: text?.originalQuery ?? null,
      page: call.page,
      resultsPerPage: call.top,
      sorting: nullIfEmpty(call.orderBy.map(({ field, order }) => ({ name: field, order }))),
    },
    ...presentCampaigns(result.effects),
    ...(result.explanation && { explain: result.explanation }),
  };
};

/** The caller's own text unless campaigns added to the filter, so that equal texts mean an unaltered filter. */
const alteredFilter = (
  { filterText }: ImageSearchCall,
  { filter, callerFilter }: ImageSearchResult,
): string | null => (filter === null || filter === callerFilter ? filterText : writeFilter(filter));

const presentStrategy = (strategy: Strategy): WireImageSearchResult['strategy'] => {
  const { rank, searchMode, fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch } = strategy;
  return { rank, searchMode, fuzzySensitiveness, minimumFuzzyTermLength, enableFuzzyNumberMatch };
};
