import type { SearchBox } from '../../src/domain/box.ts';
import type { Campaign } from '../../src/domain/campaign.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import type { DrawnRequest } from './draw-request.ts';
import {
  type FirstSearch,
  findChosenTile,
  findEffect,
  selectCampaigns,
  type PromotionEffects,
  combinePromotions,
} from './expected-campaigns.ts';
import { createExpectedFacets } from './expected-facets.ts';
import { getFamily, getIdentifier, likeness, type Row } from './row-rules.ts';
import {
  canBeShown,
  chooseFrom,
  type Entry,
  type RungContext,
  orderSet,
  createOrganicSet,
  createWholeSet,
} from './expected-set.ts';

/** Text scores come from the engine: the oracle checks what is done with them. */
export type TextScores = (source: Row, strategy: Strategy) => (row: Row) => number | null;

/** The rungs that add to the answer, in their order. */
type LadderResult = { readonly contexts: readonly RungContext[]; readonly organic: number };

/**
 * A whole answer, computed from the definitions by comparing every row every time. Documents are given by identifier;
 * the rest is as on the wire.
 */
export const createExpectedAnswer = (rows: readonly Row[], request: DrawnRequest, textScores: TextScores) => {
  const source = rows.find((row) => getIdentifier(row) === request.identifier) ?? null;
  const earlyCampaigns = selectCampaigns(request, source, rows, null);
  const first = climbLadder(rows, source, request, earlyCampaigns, textScores);
  const isRedirected = findEffect(earlyCampaigns, 'redirect') !== null;
  const matching = isRedirected
    ? earlyCampaigns
    : selectCampaigns(request, source, rows, describeSearch(source, first));
  const final = climbLadder(rows, source, request, matching, textScores);
  return createAnswer(rows, source, request, matching, final);
};

/** The words of a title are the only ones that campaigns of the draws ask for. */
const describeSearch = (source: Row | null, ladder: LadderResult | null): FirstSearch => {
  const isByText = ladder?.contexts.at(-1)?.strategy.from === 'text';
  const words = isByText ? (source?.product.displayText ?? '').toLowerCase().split(' ') : [];
  return { results: ladder?.organic ?? 0, words };
};

const combineFilters = ({ filter, tile }: DrawnRequest, campaigns: readonly Campaign[]): Filter | null => {
  const action = findChosenTile(campaigns, tile)?.action;
  const tileFilter = action?.kind === 'filter' ? action.filter : null;
  if (filter === null || tileFilter === null) return filter ?? tileFilter;
  return { kind: 'and', parts: [filter, tileFilter] };
};

const climbLadder = (
  rows: readonly Row[],
  source: Row | null,
  request: DrawnRequest,
  campaigns: readonly Campaign[],
  textScores: TextScores,
): LadderResult | null => {
  if (source === null) return null;
  const { box } = request;
  const rungs = [...box.strategies]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ from }) => from === 'text' || source.picture !== null)
    .map((strategy): RungContext => {
      const score =
        strategy.from === 'text'
          ? textScores(source, strategy)
          : (row: Row) => likeness(row, source, box.weights);
      return {
        rows,
        source,
        box,
        strategy,
        promotions: combinePromotions(campaigns, request.tile, rows),
        score,
      };
    });
  const filter = combineFilters(request, campaigns);
  let contexts: RungContext[] = [];
  for (const context of rungs) {
    const longer = [...contexts, context];
    const size = createOrganicSet(longer, filter).length;
    if (contexts.length === 0 || size > createOrganicSet(contexts, filter).length) contexts = longer;
    if (size >= context.strategy.minimumResults) break;
  }
  return contexts.length === 0 ? null : { contexts, organic: createOrganicSet(contexts, filter).length };
};

const createAnswer = (
  rows: readonly Row[],
  source: Row | null,
  request: DrawnRequest,
  campaigns: readonly Campaign[],
  ladder: LadderResult | null,
) => {
  const { box, top, page, orderBy, tile, facetFilter } = request;
  const redirect = findEffect(campaigns, 'redirect');
  const filter = combineFilters(request, campaigns);
  const promotions = combinePromotions(campaigns, tile, rows);
  const contexts = redirect === null ? (ladder?.contexts ?? []) : [];
  const strategy = contexts.at(-1)?.strategy;
  const whole = createWholeSet(contexts, filter);
  const set = chooseFrom(contexts, whole, facetFilter);
  const visible = orderSet(set, promotions, orderBy).slice((page - 1) * top, page * top);
  const facets =
    contexts.length === 0
      ? []
      : createExpectedFacets(box, facetFilter, (chosen) => chooseFrom(contexts, whole, chosen));
  return {
    documents: visible.map(({ row, score }) => [getIdentifier(row), score]),
    moves: visible.map((entry, index) => describeMove(entry, promotions, (page - 1) * top + index + 1)),
    filters: facets.length === 0 ? null : facets,
    rank: strategy?.rank ?? Math.min(...box.strategies.map(({ rank }) => rank)),
    count: set.length,
    resultStatus: redirect !== null ? 'redirect' : set.length > 0 ? 'resultFound' : 'resultNotFound',
    hasQuery: strategy?.from === 'text',
    filtered: filter !== null || facetFilter !== null,
    ...createBlocks(
      campaigns,
      tile,
      visible.some((entry) => isPromoted(entry, promotions)),
    ),
    ads: redirect === null ? createAds(rows, source, box, promotions, campaigns, visible) : null,
  };
};

const describeMove = (
  { row, pin, organicPosition }: Entry,
  { boosts }: PromotionEffects,
  position: number,
) => {
  const boosted = boosts.filter(({ applies }) => applies(row)).map(({ ruleId, action }) => [ruleId, action]);
  return { position, organicPosition, by: pin === null ? boosted : [[pin.ruleId, pin.action], ...boosted] };
};

/** Pinned, or boosted above 1. */
const isPromoted = ({ row, pin }: Entry, { boosts }: PromotionEffects): boolean =>
  pin !== null || boosts.some(({ applies, factor }) => factor > 1 && applies(row));

const createBlocks = (campaigns: readonly Campaign[], tile: string | null, hasPromoted: boolean) => {
  const redirect = findEffect(campaigns, 'redirect');
  const promotion = findEffect(campaigns, 'promotion');
  const clarification = findEffect(campaigns, 'intentClarification');
  const chosen = findChosenTile(campaigns, tile);
  const none = { redirect: null, banners: null, promotionDetail: null, intentClarification: null };
  if (redirect !== null) {
    const { ruleId, campaignName, effect } = redirect;
    return { ...none, redirect: { ruleId, campaignName, url: effect.url } };
  }
  const banners = campaigns.flatMap(({ ruleId, name, effect }) =>
    effect.kind === 'banner'
      ? [
          {
            ruleId,
            campaignName: name,
            position: effect.position,
            contents: effect.contents.map((content) => ({ content })),
          },
        ]
      : [],
  );
  return {
    redirect: null,
    banners: banners.length === 0 ? null : banners,
    promotionDetail: promotion && {
      ruleId: promotion.ruleId,
      highlighted: promotion.effect.highlighted && hasPromoted,
      campaignName: promotion.campaignName,
    },
    intentClarification: clarification && {
      ruleId: clarification.ruleId,
      campaignName: clarification.campaignName,
      pattern: clarification.when.pattern ?? null,
      clarifyingQuestion: clarification.effect.question,
      intentTiles: clarification.effect.tiles.map(toWireTile),
      ...(chosen === null ? {} : { selectedTile: toWireTile(chosen) }),
    },
  };
};

const toWireTile = ({ id, text, tile }: { id: string; text: string; tile: string | null }) => ({
  intentTileId: id,
  intentTileText: text,
  tile,
});

const createAds = (
  rows: readonly Row[],
  source: Row | null,
  box: SearchBox,
  promotions: PromotionEffects,
  campaigns: readonly Campaign[],
  visible: readonly Entry[],
) => {
  const ads = findEffect(campaigns, 'ads');
  if (ads === null) return null;
  const seen = new Set(visible.map(({ row }) => getFamily(row)));
  const adResults: [string, number][] = [];
  for (const identifier of ads.effect.identifiers) {
    const row = rows.find((one) => getIdentifier(one) === identifier);
    if (row === undefined || seen.has(getFamily(row)) || !canBeShown(row, source, box, promotions)) continue;
    seen.add(getFamily(row));
    adResults.push([identifier, (source && likeness(row, source, box.weights)) ?? 0]);
  }
  const { ruleId, campaignName } = ads;
  return adResults.length === 0 ? null : { ruleId, campaignName, adResults };
};
