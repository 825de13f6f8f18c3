import type { Campaign } from '../../domain/campaign.ts';
import { allOf, type Filter } from '../../domain/filter.ts';
import type { ProductReader, Source } from '../../engine/engine.ts';
import { findTermRedirect } from '../redirects/find-term-redirect.ts';
import { applyCampaigns, type CampaignEffects } from '../campaigns/apply-campaigns.ts';
import { climbLadder, type LadderResult } from './climb-ladder.ts';
import type { ImageSearchNeeds, ImageSearchRequest } from './image-search-request.ts';
import { readSourceVariants, readVariants } from '../campaigns/promote.ts';
import { diversify } from './diversify.ts';
import { createRungSearch } from './search-rung.ts';
import type { PhotoSource } from '../photo-search/photo-source.ts';
import {
  dependsOnResultCount,
  matchesPattern,
  matchesResultCount,
  selectCampaigns,
} from '../campaigns/select-campaigns.ts';

/** `unknown`: the catalogue does not have the product. `failed`: looking it up failed. */
export type SourceLookup =
  | (Source & Partial<Pick<PhotoSource, 'predicted' | 'pictures' | 'regions' | 'wordProducts'>>)
  | 'unknown'
  | 'failed';

/** The matching campaigns, their effects, and the result of the search with these effects. */
export type CampaignSearch = {
  readonly campaigns: readonly Campaign[];
  readonly effects: CampaignEffects;
  readonly ladder: LadderResult | null;
  /** Places before results were varied, by identifier; left out: they were not. */
  readonly variedFrom?: ReadonlyMap<string, number>;
};

/**
 * Campaigns with a condition on the number of results, or on the text that a text rung searched for, can only be
 * evaluated after a search. When one of them
 * matches and changes the set, the search runs again with all campaigns.
 */
export const searchWithCampaigns = async (
  reader: ProductReader,
  source: SourceLookup,
  request: ImageSearchRequest,
  needs: ImageSearchNeeds,
): Promise<CampaignSearch> => {
  const matching = await findMatching(reader, source, request, needs);
  const { language = 'en' } = request;
  const patterns = [request.pattern ?? null].filter((pattern) => pattern !== null);
  const isKnownNow = (campaign: Campaign): boolean =>
    !dependsOnResultCount(campaign) && matchesPattern(campaign, patterns, language);
  const withoutResultCount = matching.filter(isKnownNow);
  const first = await runSearch(reader, source, request, withoutResultCount, needs);
  if (withoutResultCount.length === matching.length || first.effects.redirect !== null) return first;
  const organic = first.ladder?.set?.organic ?? 0;
  // When a part failed, zero results is not a reliable count.
  if (organic === 0 && hasFailedPart(source, first.ladder)) return first;
  const searched = [...patterns, ...listSearched(source, first.ladder?.set?.text?.originalQuery)];
  const campaigns = matching.filter(
    (campaign) => matchesResultCount(campaign, organic) && matchesPattern(campaign, searched, language),
  );
  if (campaigns.some((campaign) => !isKnownNow(campaign) && changesSet(campaign)))
    return runSearch(reader, source, request, campaigns, needs);
  return { ...first, campaigns, effects: await combineEffects(reader, campaigns, request) };
};

/** Of a search by all words the query is the kind of the product alone; campaigns hold against its name, too. */
const listSearched = (source: SourceLookup, query: string | undefined): string[] => {
  if (query === undefined) return [];
  return typeof source === 'string' ? [query] : [query, source.text('Any')];
};

const findMatching = async (
  reader: ProductReader,
  source: SourceLookup,
  { identifier, requestId, shopper, campaigns }: ImageSearchRequest,
  { now, onShared }: ImageSearchNeeds,
): Promise<Campaign[]> => {
  const nowMs = now();
  // Conditions are about the source product: what is only predicted of a photo matches none.
  const values = (field: string) =>
    typeof source === 'string' || source.vectors ? [] : source.values(field);
  // A group answers for its first variant: that one has the family.
  const named = typeof source === 'string' ? identifier : source.identifier;
  const variants = await readSourceVariants(reader, named, campaigns);
  const trafficKey = shopper ?? requestId;
  return selectCampaigns(campaigns, { identifier, variants, values, trafficKey, nowMs, onShared });
};

/** Which pins and boosts apply to a hit is part of its explanation; the highlight of a promotion depends on it. */
const needsParts = ({ explain }: ImageSearchRequest, { promotion, arrangement }: CampaignEffects): boolean =>
  explain || (promotion?.highlighted === true && arrangement.pins.length + arrangement.boosts.length > 0);

const combineEffects = async (
  reader: ProductReader,
  campaigns: readonly Campaign[],
  request: ImageSearchRequest,
): Promise<CampaignEffects> => {
  const { tile, pattern = null, exclude = [] } = request;
  const variantsOf = await readVariants(reader, campaigns);
  const effects = withTermRedirect(applyCampaigns(campaigns, tile, { variantsOf, pattern }), request);
  if (exclude.length === 0) return effects;
  // Hidden like those that a campaign hides: from results and ads.
  const { arrangement } = effects;
  const families = await reader.families(exclude);
  const hiddenIdentifiers = [...arrangement.hiddenIdentifiers, ...families.flat()];
  return { ...effects, arrangement: { ...arrangement, hiddenIdentifiers } };
};

/** A campaign is for a time, a box or a product, so its redirect goes before that of the search term. */
const withTermRedirect = (effects: CampaignEffects, request: ImageSearchRequest): CampaignEffects => {
  const found = effects.redirect === null ? findTermRedirect(request, request.pattern) : null;
  return found === null ? effects : { ...effects, redirect: { ...noRule, ...found } };
};

/** Rule ids of campaigns start at 1. */
const noRule = { ruleId: 0, campaignName: null } as const;

const changesSet = ({ effect }: Campaign): boolean =>
  effect.kind === 'promotion' || effect.kind === 'intentClarification';

const runSearch = async (
  reader: ProductReader,
  source: SourceLookup,
  request: ImageSearchRequest,
  campaigns: readonly Campaign[],
  needs: ImageSearchNeeds,
): Promise<CampaignSearch> => {
  const effects = await combineEffects(reader, campaigns, request);
  if (effects.redirect !== null || typeof source === 'string') return { campaigns, effects, ladder: null };
  const { arrangement } = effects;
  const { box, orderBy } = request;
  const isVaried = (box.weights.diversity ?? 0) > 0 && orderBy.length === 0;
  const isArranged = arrangement.pins.length + arrangement.boosts.length > 0;
  const rung = createRungSearch(
    reader,
    source,
    {
      ...request,
      filter: allOf([request.filter, tileFilter(effects)]),
      arrangement,
      explain: needsParts(request, effects) || (isVaried && isArranged),
      // The whole set is in one order before a page is taken.
      ...(isVaried && { page: 1, top: box.candidates }),
    },
    (part, cause) => needs.report(part, cause, request.requestId),
  );
  const ladder = await climbLadder(box.strategies, rung);
  if (!isVaried || ladder.set === null) return { campaigns, effects, ladder };
  const { set, rungs } = ladder;
  const page = { skip: (request.page - 1) * request.top, take: request.top };
  // What a stricter rung found stays in front: scores of two rungs are not compared.
  const varied =
    rungs.length === 1
      ? await diversify(reader, set, box.weights, page)
      : { hits: set.hits.slice(page.skip, page.skip + page.take), movedFrom: new Map<string, number>() };
  const shown = { ...ladder, set: { ...set, hits: varied.hits } };
  return { campaigns, effects, ladder: shown, variedFrom: varied.movedFrom };
};

/** Whether a part of the search failed, so that results may be missing. */
export const hasFailedPart = (source: SourceLookup, ladder: LadderResult | null): boolean =>
  source === 'failed' || (ladder?.attempts.some(({ outcome }) => outcome === 'failed') ?? false);

/** The filter of the chosen tile: like the caller's, it says which products are eligible. */
export const tileFilter = ({ intent }: CampaignEffects): Filter | null => {
  const action = intent?.selected?.action;
  return action?.kind === 'filter' ? action.filter : null;
};
