import type { SearchBox } from '../../src/domain/box.ts';
import type { Campaign } from '../../src/domain/campaign.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import type { DrawnRequest } from './draw-request.ts';
import {
  needsResultCount,
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
  type Entry,
  type RungContext,
  orderSet,
  createOrganicSet,
  createWholeSet,
} from './expected-set.ts';

/** How well words match is the engine's own affair; what is made of it is not. */
export type TextScores = (source: Row, strategy: Strategy) => (row: Row) => number | null;

type Climbed = { readonly ground: RungContext; readonly organic: number };

/**
 * A whole answer worked out from design.md and engine.ts by looking at everything every time. Documents stand
 * for themselves by identifier; the rest is as on the wire.
 */
export const createExpectedAnswer = (rows: readonly Row[], request: DrawnRequest, textScores: TextScores) => {
  const source = rows.find((row) => getIdentifier(row) === request.identifier) ?? null;
  const early = selectCampaigns(request, source, null);
  const first = climbed(rows, source, request, early, textScores);
  const endsEarly = findEffect(early, 'redirect') !== null;
  const waiting = needsResultCount(request.campaigns) && !endsEarly;
  const held = waiting ? selectCampaigns(request, source, first?.organic ?? 0) : early;
  const final = climbed(rows, source, request, held, textScores);
  return answer(rows, source, request, held, final);
};

const filterOf = ({ filter, tile }: DrawnRequest, campaigns: readonly Campaign[]): Filter | null => {
  const action = findChosenTile(campaigns, tile)?.action;
  const own = action?.kind === 'filter' ? action.filter : null;
  if (filter === null || own === null) return filter ?? own;
  return { kind: 'and', parts: [filter, own] };
};

const climbed = (
  rows: readonly Row[],
  source: Row | null,
  request: DrawnRequest,
  campaigns: readonly Campaign[],
  textScores: TextScores,
): Climbed | null => {
  if (source === null) return null;
  const { box } = request;
  const tried = [...box.strategies]
    .sort((a, b) => a.rank - b.rank)
    .filter(({ from }) => from === 'text' || source.picture !== null)
    .map((strategy): RungContext => {
      const score =
        strategy.from === 'text'
          ? textScores(source, strategy)
          : (row: Row) => likeness(row, source, box.weights);
      return { rows, source, box, strategy, promotions: combinePromotions(campaigns, request.tile), score };
    });
  const sizes = tried.map((ground) => createOrganicSet(ground, null).length);
  const enough = tried.findIndex((ground, index) => (sizes[index] ?? 0) >= ground.strategy.minimumResults);
  const ground = tried[enough >= 0 ? enough : sizes.indexOf(Math.max(...sizes))];
  return ground === undefined
    ? null
    : { ground, organic: createOrganicSet(ground, filterOf(request, campaigns)).length };
};

const answer = (
  rows: readonly Row[],
  source: Row | null,
  request: DrawnRequest,
  campaigns: readonly Campaign[],
  climb: Climbed | null,
) => {
  const { box, top, page, orderBy, tile } = request;
  const redirect = findEffect(campaigns, 'redirect');
  const filter = filterOf(request, campaigns);
  const moved = combinePromotions(campaigns, tile);
  const ground = redirect === null ? (climb?.ground ?? null) : null;
  const set = ground === null ? [] : createWholeSet(ground, filter);
  const shown = orderSet(set, moved, orderBy).slice((page - 1) * top, page * top);
  const facets =
    ground === null ? [] : createExpectedFacets(box, filter, (under) => createWholeSet(ground, under));
  return {
    documents: shown.map(({ row, score }) => [getIdentifier(row), score]),
    moves: shown.map((entry, index) => moveOf(entry, moved, (page - 1) * top + index + 1)),
    filters: facets.length === 0 ? null : facets,
    rank: ground?.strategy.rank ?? Math.min(...box.strategies.map(({ rank }) => rank)),
    count: set.length,
    resultStatus: redirect !== null ? 'redirect' : set.length > 0 ? 'resultFound' : 'resultNotFound',
    hasQuery: ground?.strategy.from === 'text',
    filtered: filter !== null,
    ...blocks(campaigns, tile),
    ads: redirect === null ? adsOf(rows, source, box, moved, campaigns, shown) : null,
  };
};

const moveOf = ({ row, pin, organicPosition }: Entry, { boosts }: PromotionEffects, position: number) => {
  const boosted = boosts.filter(({ applies }) => applies(row)).map(({ ruleId, action }) => [ruleId, action]);
  return { position, organicPosition, by: pin === null ? boosted : [[pin.ruleId, pin.action], ...boosted] };
};

const blocks = (campaigns: readonly Campaign[], tile: string | null) => {
  const redirect = findEffect(campaigns, 'redirect');
  const promotion = findEffect(campaigns, 'promotion');
  const asking = findEffect(campaigns, 'intentClarification');
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
      highlighted: promotion.effect.highlighted,
      campaignName: promotion.campaignName,
    },
    intentClarification: asking && {
      ruleId: asking.ruleId,
      campaignName: asking.campaignName,
      pattern: null,
      clarifyingQuestion: asking.effect.question,
      intentTiles: asking.effect.tiles.map(wireTile),
      ...(chosen === null ? {} : { selectedTile: wireTile(chosen) }),
    },
  };
};

const wireTile = ({ id, text, tile }: { id: string; text: string; tile: string | null }) => ({
  intentTileId: id,
  intentTileText: text,
  tile,
});

const adsOf = (
  rows: readonly Row[],
  source: Row | null,
  box: SearchBox,
  moved: PromotionEffects,
  campaigns: readonly Campaign[],
  shown: readonly Entry[],
) => {
  const ads = findEffect(campaigns, 'ads');
  if (ads === null) return null;
  const seen = new Set(shown.map(({ row }) => getFamily(row)));
  const adResults: [string, number][] = [];
  for (const identifier of ads.effect.identifiers) {
    const row = rows.find((one) => getIdentifier(one) === identifier);
    if (row === undefined || seen.has(getFamily(row)) || !canBeShown(row, source, box, moved)) continue;
    seen.add(getFamily(row));
    adResults.push([identifier, (source && likeness(row, source, box.weights)) ?? 0]);
  }
  return {
    ruleId: ads.ruleId,
    campaignName: ads.campaignName,
    adResults: adResults.length === 0 ? null : adResults,
  };
};
