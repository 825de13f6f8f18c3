import type { SearchBox } from '../domain/box.ts';
import type { Filter } from '../domain/filter.ts';
import type { Strategy } from '../domain/strategy.ts';
import type { CandidateSet, ProductReader, TextTrace } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import type { CampaignEffects } from './apply-campaigns.ts';
import { type ArrangedFacet, arrangeFacets } from './arrange-facets.ts';
import { firstRung } from './climb-ladder.ts';
import { explainImageSearch, type ImageSearchExplanation } from './explain-image-search.ts';
import { checkSorts, fitFilter } from './coerce-filter.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './image-search-request.ts';
import { type ScoredRecord, scoreAds } from './score-ads.ts';
import {
  filterUnder,
  type FoundSource,
  isBroken,
  type Outcome,
  searchUnderCampaigns,
} from './search-with-campaigns.ts';
import { elapsedMs, noStopwatch, startStopwatch } from './stopwatch.ts';

export type ResultStatus = 'resultFound' | 'resultNotFound' | 'errorOccured' | 'redirect';

export type ImageSearchResult = {
  readonly version: string;
  readonly status: ResultStatus;
  /** The rung that answered; the first one when none did. */
  readonly strategy: Strategy;
  readonly count: number;
  readonly documents: readonly ScoredRecord[];
  readonly facets: readonly ArrangedFacet[];
  readonly text: TextTrace | null;
  /** The caller's filter, its values in the types of their fields. */
  readonly callerFilter: Filter | null;
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
    const watch = asked.explain ? startStopwatch() : noStopwatch;
    const reader = liveReader(needs, asked.dataset);
    const request = fitted(asked, reader);
    const source = await watch.time('source product', () => sourceOf(reader, request.identifier, needs));
    const outcome = await watch.time('search', () => searchUnderCampaigns(reader, source, request, needs));
    const ads = await watch.time('ads', () => adsOf(reader, source, request, outcome, needs));
    const answer = answerOf(reader, source, request, outcome, ads);
    if (!request.explain) return answer;
    const explained = explainImageSearch({ reader, source, request, outcome });
    return {
      ...answer,
      explanation: { ...explained, timings: watch.timings(), tookMs: elapsedMs(startedAt) },
    };
  };

const liveReader = (needs: ImageSearchNeeds, dataset: string): ProductReader => {
  const reader = needs.products(dataset);
  if (reader !== null) return reader;
  throw new Fault('unavailable', 'No catalogue has been published for this box yet.', {
    nextStep: 'Try again shortly.',
  });
};

const fitted = (request: ImageSearchRequest, { fields }: ProductReader): ImageSearchRequest => {
  const { filter, filterPlaces, orderBy } = request;
  checkSorts(orderBy, fields);
  return filter === null ? request : { ...request, filter: fitFilter(filter, fields, filterPlaces) };
};

const sourceOf = async (
  reader: ProductReader,
  identifier: string,
  needs: ImageSearchNeeds,
): Promise<FoundSource> => {
  try {
    return (await reader.source(identifier)) ?? 'unknown';
  } catch (cause) {
    needs.report('source product', cause);
    return 'failed';
  }
};

const adsOf = async (
  reader: ProductReader,
  source: FoundSource,
  { box }: ImageSearchRequest,
  { effects, climb }: Outcome,
  needs: ImageSearchNeeds,
): Promise<readonly ScoredRecord[]> => {
  const { ads, arrangement, redirect } = effects;
  if (ads === null || redirect !== null) return [];
  const shown = climb?.set?.hits.map(({ identifier }) => identifier) ?? [];
  const known = typeof source === 'string' ? null : source;
  try {
    return await scoreAds(reader, known, ads.identifiers, { box, arrangement, shown });
  } catch (cause) {
    needs.report('ads', cause);
    return [];
  }
};

const answerOf = (
  reader: ProductReader,
  source: FoundSource,
  request: ImageSearchRequest,
  { effects, climb }: Outcome,
  ads: readonly ScoredRecord[],
): ImageSearchResult => {
  // A redirect that waited for the number of results ends the work all the same: nothing of it is shown.
  const answering = effects.redirect === null ? climb : null;
  const set = answering?.set ?? null;
  const filter = filterUnder(request, effects);
  return {
    version: reader.version,
    status: effects.redirect === null ? statusOf(set, isBroken(source, climb)) : 'redirect',
    strategy: answering?.strategy ?? firstRung(request.box.strategies),
    count: set?.count ?? 0,
    documents: set?.hits ?? [],
    facets: set === null ? [] : facetsOf(reader, request.box, filter, set),
    text: set?.text ?? null,
    callerFilter: request.filter,
    filter,
    effects,
    ads,
    explanation: null,
  };
};

const statusOf = (set: CandidateSet | null, broken: boolean): ResultStatus => {
  if (set !== null && set.count > 0) return 'resultFound';
  return broken ? 'errorOccured' : 'resultNotFound';
};

const facetsOf = (
  reader: ProductReader,
  { facetType, facets }: SearchBox,
  filter: Filter | null,
  set: CandidateSet,
): ArrangedFacet[] => {
  return arrangeFacets(set.facets, reader.fields, { facetType, facets, filter, setSize: set.count });
};
