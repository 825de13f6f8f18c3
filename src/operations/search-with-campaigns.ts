import type { Campaign } from '../domain/campaign.ts';
import { allOf, type Filter } from '../domain/filter.ts';
import type { ProductReader, Source } from '../engine/engine.ts';
import { applyCampaigns, type CampaignEffects } from './apply-campaigns.ts';
import { type Climb, climbLadder } from './climb-ladder.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './image-search-request.ts';
import { rungOf } from './search-rung.ts';
import { asksForResults, holdsForResults, selectCampaigns } from './select-campaigns.ts';

/** Nobody sells it, or looking it up failed. */
export type FoundSource = Source | 'unknown' | 'failed';

/** Campaigns that hold, what they do, and the set that was found under them. */
export type Outcome = {
  readonly campaigns: readonly Campaign[];
  readonly effects: CampaignEffects;
  readonly climb: Climb | null;
};

/**
 * Campaigns that ask for a number of results can only be judged after a search. When one of them then
 * changes the set, the search is run once more under all of them.
 */
export const searchUnderCampaigns = async (
  reader: ProductReader,
  source: FoundSource,
  request: ImageSearchRequest,
  needs: ImageSearchNeeds,
): Promise<Outcome> => {
  const held = holding(source, request, needs.now());
  const early = held.filter((campaign) => !asksForResults(campaign));
  const first = await searchUnder(reader, source, request, early, needs);
  if (early.length === held.length || first.effects.redirect !== null) return first;
  const organic = first.climb?.organic ?? 0;
  // Nothing because a part broke is not "no results": nobody knows how many there are.
  if (organic === 0 && isBroken(source, first.climb)) return first;
  const campaigns = held.filter((campaign) => holdsForResults(campaign, organic));
  if (campaigns.some((campaign) => asksForResults(campaign) && changesSet(campaign))) {
    return searchUnder(reader, source, request, campaigns, needs);
  }
  return { campaigns, effects: applyCampaigns(campaigns, request.tile), climb: first.climb };
};

const holding = (source: FoundSource, request: ImageSearchRequest, nowMs: number): Campaign[] => {
  const { identifier, requestId } = request;
  const values = typeof source === 'string' ? () => [] : source.values;
  return selectCampaigns(request.campaigns, { identifier, values, requestId, nowMs });
};

const changesSet = ({ effect }: Campaign): boolean => {
  return effect.kind === 'promotion' || effect.kind === 'intentClarification';
};

const searchUnder = async (
  reader: ProductReader,
  source: FoundSource,
  request: ImageSearchRequest,
  campaigns: readonly Campaign[],
  needs: ImageSearchNeeds,
): Promise<Outcome> => {
  const effects = applyCampaigns(campaigns, request.tile);
  if (effects.redirect !== null || typeof source === 'string') return { campaigns, effects, climb: null };
  const { arrangement } = effects;
  const rung = rungOf(
    reader,
    source,
    { ...request, filter: filterUnder(request, effects), arrangement },
    needs.report,
  );
  return { campaigns, effects, climb: await climbLadder(request.box.strategies, rung) };
};

/** A part failed, and what it would have given is missing. */
export const isBroken = (source: FoundSource, climb: Climb | null): boolean =>
  source === 'failed' || (climb?.attempts.some(({ outcome }) => outcome === 'failed') ?? false);

/** The caller's filter together with the chosen tile's. */
export const filterUnder = (request: ImageSearchRequest, { intent }: CampaignEffects): Filter | null => {
  const action = intent?.selected?.action;
  return allOf([request.filter, action?.kind === 'filter' ? action.filter : null]);
};
