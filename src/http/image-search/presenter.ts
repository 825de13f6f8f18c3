import { writeFilter } from '../../domain/filter-text.ts';
import type { Strategy } from '../../domain/strategy.ts';
import type { ImageSearchResult } from '../../operations/image-search.ts';
import type { ImageSearchRequest } from '../../operations/search/image-search-request.ts';
import type { ScoredRecord } from '../../operations/search/score-ads.ts';
import { writeRecord } from './absolute-picture.ts';
import { type AnswerWriter, beginAnswer } from './answer-writer.ts';
import { presentCampaigns } from './campaigns-presenter.ts';
import { writeFacets } from './facets-presenter.ts';
import type { WireImageSearchResult } from './schema.ts';
import { nullIfEmpty, presentFilters } from './wire-filters.ts';

/** The request with the caller's filters as they were written, joined by `and`, besides their parsed forms. */
export type ImageSearchCall = ImageSearchRequest & {
  readonly filterText: string | null;
  /** Put before the path of a picture that this service stores; left out: the path alone. */
  readonly baseUrl?: string;
};

/** The answer as bytes: stored product records are copied between the serialised parts. */
export const presentImageSearch = (call: ImageSearchCall, result: ImageSearchResult): Buffer => {
  const { documents, ads, effects } = result;
  const writer = beginAnswer().text('{"documents":');
  writeRecords(writer, documents, call.baseUrl);
  writer.text(',"filters":');
  writeFacets(writer, result.facets);
  writer.text(`,${JSON.stringify(presentFields(call, result)).slice(1, -1)}`);
  if (effects.ads !== null && effects.redirect === null && ads.length > 0) {
    const { ruleId, campaignName } = effects.ads;
    writer.text(`,"ads":{"ruleId":${ruleId},"campaignName":${JSON.stringify(campaignName)},"adResults":`);
    writeRecords(writer, ads, call.baseUrl);
    writer.text('}');
  }
  return writer.text('}').finish();
};

/** Adds `[{"score":0.93,"document":{…}},…]`, or null for none. */
const writeRecords = (writer: AnswerWriter, records: readonly ScoredRecord[], baseUrl = ''): void => {
  let start = '[{"score":';
  for (const { score, record } of records) {
    writer.text(start).score(score).text(',"document":');
    writeRecord(writer, record, baseUrl);
    start = '},{"score":';
  }
  writer.text(records.length === 0 ? 'null' : '}]');
};

/** Everything but the two lists of product records, and the facets. */
const presentFields = (
  call: ImageSearchCall,
  result: ImageSearchResult,
): Omit<WireImageSearchResult, 'documents' | 'ads' | 'filters'> => {
  const { count, text, status } = result;
  const { facetType } = call.box;
  return {
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
