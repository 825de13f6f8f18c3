import type { SearchBox } from '../domain/box.ts';
import type { Filter } from '../domain/filter.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { CandidateSet, ProductReader, TextTrace } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { CampaignEffects } from './apply-campaigns.ts';
import { type ArrangedFacet, arrangeFacets } from './arrange-facets.ts';
import { type Climb, firstRung } from './climb-ladder.ts';
import { explainImageSearch, type ImageSearchExplanation } from './explain-image-search.ts';
import { checkSorts, fitFilter } from './fit-filter.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './image-search-request.ts';
import { type ScoredRecord, scoreAds } from './score-ads.ts';
import {
  filterUnder,
  type FoundSource,
  type Outcome,
  searchUnderCampaigns,
} from './search-under-campaigns.ts';

export type ResultStatus = 'resultFound' | 'resultNotFound' | 'errorOccured' | 'redirect';

export type ImageSearchResult = {
  readonly version: string;
  readonly status: ResultStatus;
  /** The rung that answered; the first one when none was tried. */
  readonly strategy: Strategy;
  readonly count: number;
  readonly documents: readonly ScoredRecord[];
  readonly facets: readonly ArrangedFacet[];
  readonly text: TextTrace | null;
  /** The caller's filter together with the chosen tile's. */
  readonly filter: Filter | null;
  readonly effects: CampaignEffects;
  readonly ads: readonly ScoredRecord[];
  readonly explanation: ImageSearchExplanation | null;
};

export type ImageSearch = (request: ImageSearchRequest) => Promise<ImageSearchResult>;

export const createImageSearch =
  (needs: ImageSearchNeeds): ImageSearch =>
  async (asked) => {
    const startedAt = performance.now();
    const reader = needs.products(asked.dataset);
    if (reader === null) {
      throw new Fault('unavailable', 'No catalogue has been published for this box yet.', {
        nextStep: 'Try again shortly.',
      });
    }
    const request = fitted(asked, reader);
    const source = await sourceOf(reader, request.identifier, needs);
    const outcome = await searchUnderCampaigns(reader, source, request, needs);
    const ads = await adsOf(reader, source, request, outcome, needs);
    const answer = answerOf(reader, source, request, outcome, ads);
    if (!request.explain) return answer;
    const took = performance.now() - startedAt;
    return {
      ...answer,
      explanation: explainImageSearch({ reader, source, ...outcome, took }),
    };
  };

function fitted(request: ImageSearchRequest, { fields }: ProductReader): ImageSearchRequest {
  checkSorts(request.orderBy, fields);
  return request.filter === null ? request : { ...request, filter: fitFilter(request.filter, fields) };
}

async function sourceOf(
  reader: ProductReader,
  identifier: string,
  needs: ImageSearchNeeds,
): Promise<FoundSource> {
  try {
    return (await reader.source(identifier)) ?? 'unknown';
  } catch (cause) {
    needs.report('source product', cause);
    return 'failed';
  }
}

async function adsOf(
  reader: ProductReader,
  source: FoundSource,
  request: ImageSearchRequest,
  { effects, climb }: Outcome,
  needs: ImageSearchNeeds,
): Promise<readonly ScoredRecord[]> {
  if (effects.ads === null || effects.redirect !== null) return [];
  const shown = new Set(climb?.set?.hits.map(({ identifier }) => identifier));
  const wanted = effects.ads.identifiers.filter((identifier) => !shown.has(identifier));
  try {
    return await scoreAds(reader, typeof source === 'string' ? null : source, request.box, wanted);
  } catch (cause) {
    needs.report('ads', cause);
    return [];
  }
}

function answerOf(
  reader: ProductReader,
  source: FoundSource,
  request: ImageSearchRequest,
  { effects, climb }: Outcome,
  ads: readonly ScoredRecord[],
): ImageSearchResult {
  const set = climb?.set ?? null;
  const filter = filterUnder(request, effects);
  return {
    version: reader.version,
    status: effects.redirect === null ? statusOf(source, climb, set) : 'redirect',
    strategy: climb?.strategy ?? firstRung(request.box.strategies),
    count: set?.count ?? 0,
    documents: set?.hits ?? [],
    facets: set === null ? [] : facetsOf(reader, request.box, filter, set),
    text: set?.text ?? null,
    filter,
    effects,
    ads,
    explanation: null,
  };
}

function facetsOf(
  reader: ProductReader,
  box: SearchBox,
  filter: Filter | null,
  set: CandidateSet,
): ArrangedFacet[] {
  const { facetType, facets } = box;
  return arrangeFacets(set.facets, reader.fields, {
    facetType,
    facets,
    filter,
    setSize: set.count,
  });
}

function statusOf(source: FoundSource, climb: Climb | null, set: CandidateSet | null): ResultStatus {
  if (set !== null && set.count > 0) return 'resultFound';
  const broken = source === 'failed' || climb?.attempts.some(({ outcome }) => outcome === 'failed');
  return broken ? 'errorOccured' : 'resultNotFound';
}
