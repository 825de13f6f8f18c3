import { allOf, type Filter } from '../domain/filter.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { Hit, SearchResult, ProductReader, TextTrace } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { CampaignEffects } from './campaigns/apply-campaigns.ts';
import { type ArrangedFacet, arrangeFacets } from './facets/arrange-facets.ts';
import { firstRung } from './search/climb-ladder.ts';
import { explainImageSearch, type ImageSearchExplanation } from './explain/explain-image-search.ts';
import { findNearestPictures } from './photo-search/combine-pictures.ts';
import { createPhotoSource } from './photo-search/photo-source.ts';
import { checkSorts, coerceFilter } from './search/coerce-filter.ts';
import type { ResultStatus } from '../domain/result-status.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './search/image-search-request.ts';
import { type ScoredRecord, scoreAds } from './search/score-ads.ts';
import {
  type SourceLookup,
  hasFailedPart,
  type CampaignSearch,
  searchWithCampaigns,
  tileFilter,
} from './search/search-with-campaigns.ts';
import { elapsedMs, startStopwatch } from './search/stopwatch.ts';

export type ImageSearchResult = {
  readonly version: string;
  readonly status: ResultStatus;
  /** The rung that answered; the first rung when none did. */
  readonly strategy: Strategy;
  readonly count: number;
  readonly documents: readonly ScoredRecord[];
  readonly facets: readonly ArrangedFacet[];
  readonly text: TextTrace | null;
  /** Both filters of the caller after coercion. */
  readonly callerFilter: Filter | null;
  /** The same with the filter of the chosen tile; the same object where there is none. */
  readonly filter: Filter | null;
  readonly effects: CampaignEffects;
  /** The campaigns that matched, by rule id. */
  readonly campaigns: readonly number[];
  readonly ads: readonly ScoredRecord[];
  readonly explanation: ImageSearchExplanation | null;
  /**
   * Whether the same request would get the same answer from the same configuration, catalogue and scheduled campaigns.
   * False when it is for a share of the traffic only, explains itself, or was completed without a part that failed.
   */
  readonly isReusable: boolean;
};

export type ImageSearch = (request: ImageSearchRequest) => Promise<ImageSearchResult>;

export const createImageSearch =
  (givenNeeds: ImageSearchNeeds): ImageSearch =>
  async (rawRequest) => {
    const startedAt = performance.now();
    let isReusable = true;
    const needs: ImageSearchNeeds = {
      ...givenNeeds,
      report: (part, cause, requestId) => {
        isReusable = false;
        givenNeeds.report(part, cause, requestId);
      },
      onShared: () => {
        isReusable = false;
      },
    };
    const stopwatch = startStopwatch();
    const reader = requireReader(needs, rawRequest.dataset);
    const request = checkRequest(rawRequest, reader);
    const source = await stopwatch.time('source product', () => findSource(reader, request, needs));
    const outcome = await stopwatch.time('search', () => searchWithCampaigns(reader, source, request, needs));
    const ads = await stopwatch.time('ads', () => findAds(reader, source, request, outcome, needs));
    const result = buildResult(reader, source, request, outcome, ads);
    if (!request.explain) return isReusable ? result : { ...result, isReusable };
    const pictures = typeof source === 'string' ? [] : (source.pictures ?? []);
    const nearest = await findNearestPictures(reader, pictures, outcome.ladder?.set?.hits ?? []);
    const explanation = explainImageSearch({ reader, source, request, outcome, nearest });
    return {
      ...result,
      isReusable: false,
      explanation: { ...explanation, timings: stopwatch.timings, tookMs: elapsedMs(startedAt) },
    };
  };

const requireReader = (needs: ImageSearchNeeds, dataset: string): ProductReader => {
  const reader = needs.products(dataset);
  if (reader !== null) return reader;
  throw new Fault('unavailable', 'No catalogue has been published for this box yet.', {
    nextStep: 'Try again shortly.',
  });
};

const checkRequest = (request: ImageSearchRequest, { fields }: ProductReader): ImageSearchRequest => {
  const { filter, filterPositions, facetFilter = null, facetFilterPositions, orderBy } = request;
  checkSorts(orderBy, fields);
  if (filter === null && facetFilter === null) return request;
  return {
    ...request,
    filter: filter && coerceFilter(filter, fields, 'filter', filterPositions),
    facetFilter: facetFilter && coerceFilter(facetFilter, fields, 'facetFilter', facetFilterPositions),
  };
};

const findSource = async (
  reader: ProductReader,
  { identifier, requestId, box, photo }: ImageSearchRequest,
  needs: ImageSearchNeeds,
): Promise<SourceLookup> => {
  if (photo) return createPhotoSource(reader, box, photo);
  try {
    // The spelling of the catalogue first: `Nº5` and `No5` may be two products.
    const source = await reader.source(identifier);
    if (source !== null) return source;
    const normal = identifier.normalize('NFKC');
    return (normal === identifier ? null : await reader.source(normal)) ?? 'unknown';
  } catch (cause) {
    // Nothing else could be found either: the caller had better ask again.
    if (cause instanceof Fault && cause.code === 'unavailable') throw cause;
    needs.report('source product', cause, requestId);
    return 'failed';
  }
};

const findAds = async (
  reader: ProductReader,
  source: SourceLookup,
  { box, requestId }: ImageSearchRequest,
  { effects, ladder: climb }: CampaignSearch,
  needs: ImageSearchNeeds,
): Promise<readonly ScoredRecord[]> => {
  const { ads, arrangement, redirect } = effects;
  if (ads === null || redirect !== null) return [];
  const pageIdentifiers = climb?.set?.hits.map(({ identifier }) => identifier) ?? [];
  const foundSource = typeof source === 'string' ? null : source;
  try {
    return await scoreAds(reader, foundSource, ads.identifiers, { box, arrangement, pageIdentifiers });
  } catch (cause) {
    needs.report('ads', cause, requestId);
    return [];
  }
};

const buildResult = (
  reader: ProductReader,
  source: SourceLookup,
  request: ImageSearchRequest,
  { campaigns, effects, ladder: climb }: CampaignSearch,
  ads: readonly ScoredRecord[],
): ImageSearchResult => {
  // A redirect that depends on the number of results is only known after the search; its answer has no results.
  const shownLadder = effects.redirect === null ? climb : null;
  const set = shownLadder?.set ?? null;
  return {
    version: reader.version,
    status: effects.redirect === null ? resultStatus(set, hasFailedPart(source, climb)) : 'redirect',
    strategy: shownLadder?.strategy ?? firstRung(request.box.strategies),
    count: set?.count ?? 0,
    documents: set?.hits ?? [],
    facets: set === null ? [] : buildFacets(reader, request, set),
    text: set?.text ?? null,
    ...joinFilters(request, effects),
    effects: showsPromoted(set, effects) ? effects : withoutHighlight(effects),
    campaigns: campaigns.map(({ ruleId }) => ruleId),
    ads,
    explanation: null,
    isReusable: true,
  };
};

/** Whether a promoted product (pinned, or boosted above 1) is on the page. */
const showsPromoted = (set: SearchResult | null, { arrangement }: CampaignEffects): boolean => {
  const isPromoted = ({ parts }: Hit): boolean =>
    parts !== null &&
    (parts.pinned || parts.boosts.some((index) => (arrangement.boosts[index]?.factor ?? 1) > 1));
  return set?.hits.some(isPromoted) ?? false;
};

/** A shop marks the page as promoted by this flag, so it is set only where there is something to mark. */
const withoutHighlight = (effects: CampaignEffects): CampaignEffects =>
  effects.promotion === null
    ? effects
    : { ...effects, promotion: { ...effects.promotion, highlighted: false } };

const resultStatus = (set: SearchResult | null, hasFailure: boolean): ResultStatus => {
  if (set !== null && set.count > 0) return 'resultFound';
  return hasFailure ? 'errorOccured' : 'resultNotFound';
};

const buildFacets = (
  reader: ProductReader,
  { box: { facetType, facets }, facetFilter: filter = null }: ImageSearchRequest,
  set: SearchResult,
): ArrangedFacet[] =>
  arrangeFacets(set.facets, reader.fields, { facetType, facets, filter, setSize: set.count });

const joinFilters = ({ filter, facetFilter = null }: ImageSearchRequest, effects: CampaignEffects) => {
  const callerFilter = allOf([filter, facetFilter]);
  const fromTile = tileFilter(effects);
  return { callerFilter, filter: fromTile === null ? callerFilter : allOf([filter, fromTile, facetFilter]) };
};
