import type { SearchBox } from '../../src/domain/box.ts';
import type { Campaign } from '../../src/domain/campaign.ts';
import type { Filter } from '../../src/domain/filter.ts';
import type { Strategy } from '../../src/domain/strategy.ts';
import type { DrawnRequest } from './draw-request.ts';
import {
  asksForResults,
  chosenTile,
  firstOf,
  heldCampaigns,
  type Moved,
  movedBy,
} from './plain-campaigns.ts';
import { plainFacets } from './plain-facets.ts';
import { family, idOf, likeness, type Row } from './plain-rows.ts';
import { canBeShown, type Entry, type Ground, ordered, organicSet, wholeSet } from './plain-set.ts';

/** How well words match is the engine's own affair; what is made of it is not. */
export type TextScores = (source: Row, strategy: Strategy) => (row: Row) => number | null;

type Climbed = { readonly ground: Ground; readonly organic: number };

/**
 * A whole answer worked out from design.md and engine.ts by looking at everything every time. Documents stand
 * for themselves by identifier; the rest is as on the wire.
 */
export const plainAnswer = (rows: readonly Row[], request: DrawnRequest, textScores: TextScores) => {
  const source = rows.find((row) => idOf(row) === request.identifier) ?? null;
  const early = heldCampaigns(request, source, null);
  const first = climbed(rows, source, request, early, textScores);
  const endsEarly = firstOf(early, 'redirect') !== null;
  const waiting = asksForResults(request.campaigns) && !endsEarly;
  const held = waiting ? heldCampaigns(request, source, first?.organic ?? 0) : early;
  const final = climbed(rows, source, request, held, textScores);
  return answer(rows, source, request, held, final);
};

const filterOf = ({ filter, tile }: DrawnRequest, campaigns: readonly Campaign[]): Filter | null => {
  const action = chosenTile(campaigns, tile)?.action;
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
    .map((strategy): Ground => {
      const score =
        strategy.from === 'text'
          ? textScores(source, strategy)
          : (row: Row) => likeness(row, source, box.weights);
      return { rows, source, box, strategy, moved: movedBy(campaigns, request.tile), score };
    });
  const sizes = tried.map((ground) => organicSet(ground, null).length);
  const enough = tried.findIndex((ground, index) => (sizes[index] ?? 0) >= ground.strategy.minimumResults);
  const ground = tried[enough >= 0 ? enough : sizes.indexOf(Math.max(...sizes))];
  return ground === undefined
    ? null
    : { ground, organic: organicSet(ground, filterOf(request, campaigns)).length };
};

const answer = (
  rows: readonly Row[],
  source: Row | null,
  request: DrawnRequest,
  campaigns: readonly Campaign[],
  climb: Climbed | null,
) => {
  const { box, top, page, orderBy, tile } = request;
  const redirect = firstOf(campaigns, 'redirect');
  const filter = filterOf(request, campaigns);
  const moved = movedBy(campaigns, tile);
  const ground = redirect === null ? (climb?.ground ?? null) : null;
  const set = ground === null ? [] : wholeSet(ground, filter);
  const shown = ordered(set, moved, orderBy).slice((page - 1) * top, page * top);
  const facets = ground === null ? [] : plainFacets(box, filter, (under) => wholeSet(ground, under));
  return {
    documents: shown.map(({ row, score }) => [idOf(row), score]),
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

const moveOf = ({ row, pin, organicPosition }: Entry, { boosts }: Moved, position: number) => {
  const boosted = boosts.filter(({ applies }) => applies(row)).map(({ ruleId, action }) => [ruleId, action]);
  return { position, organicPosition, by: pin === null ? boosted : [[pin.ruleId, pin.action], ...boosted] };
};

const blocks = (campaigns: readonly Campaign[], tile: string | null) => {
  const redirect = firstOf(campaigns, 'redirect');
  const promotion = firstOf(campaigns, 'promotion');
  const asking = firstOf(campaigns, 'intentClarification');
  const chosen = chosenTile(campaigns, tile);
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
  moved: Moved,
  campaigns: readonly Campaign[],
  shown: readonly Entry[],
) => {
  const ads = firstOf(campaigns, 'ads');
  if (ads === null) return null;
  const seen = new Set(shown.map(({ row }) => family(row)));
  const adResults: [string, number][] = [];
  for (const identifier of ads.effect.identifiers) {
    const row = rows.find((one) => idOf(one) === identifier);
    if (row === undefined || seen.has(family(row)) || !canBeShown(row, source, box, moved)) continue;
    seen.add(family(row));
    adResults.push([identifier, (source && likeness(row, source, box.weights)) ?? 0]);
  }
  return {
    ruleId: ads.ruleId,
    campaignName: ads.campaignName,
    adResults: adResults.length === 0 ? null : adResults,
  };
};
