import type { BannerPosition, Campaign, Effect, IntentTile, Promotion, Targets } from '../domain/campaign.ts';
import type { Arrangement } from '../engine/engine.ts';

type Rule = { readonly ruleId: number; readonly campaignName: string };

/** Everything that the campaigns of one request do, in one value. */
export type CampaignEffects = {
  readonly redirect: (Rule & { readonly url: string }) | null;
  readonly banners: readonly (Rule & {
    readonly position: BannerPosition;
    readonly contents: readonly string[];
  })[];
  readonly ads: (Rule & { readonly identifiers: readonly string[] }) | null;
  readonly promotion: (Rule & { readonly highlighted: boolean }) | null;
  readonly arrangement: Arrangement;
  readonly intent:
    | (Rule & {
        readonly pattern: string | null;
        readonly question: string;
        readonly tiles: readonly IntentTile[];
        readonly selected: IntentTile | null;
      })
    | null;
};

export const noEffects: CampaignEffects = {
  redirect: null,
  banners: [],
  ads: null,
  promotion: null,
  arrangement: { hidden: [], hiddenIdentifiers: [], pins: [], boosts: [] },
  intent: null,
};

/**
 * Folds campaigns, highest priority first, into one value. Of a redirect, ads, a question and the named
 * promotion there can be one in an answer: the first wins. Banners and promotions add up; where two
 * promotions speak of the same product or the same position, the first wins.
 */
export const applyCampaigns = (campaigns: readonly Campaign[], tileId: string | null): CampaignEffects =>
  campaigns.reduce((effects, campaign) => add(effects, campaign, campaign.effect, tileId), noEffects);

function add(
  effects: CampaignEffects,
  campaign: Campaign,
  effect: Effect,
  tileId: string | null,
): CampaignEffects {
  const rule: Rule = { ruleId: campaign.ruleId, campaignName: campaign.name };
  switch (effect.kind) {
    case 'redirect':
      return {
        ...effects,
        redirect: effects.redirect ?? { ...rule, url: effect.url },
      };
    case 'banner': {
      const { position, contents } = effect;
      return {
        ...effects,
        banners: [...effects.banners, { ...rule, position, contents }],
      };
    }
    case 'ads':
      return {
        ...effects,
        ads: effects.ads ?? { ...rule, identifiers: effect.identifiers },
      };
    case 'promotion':
      return {
        ...effects,
        promotion: effects.promotion ?? {
          ...rule,
          highlighted: effect.highlighted,
        },
        arrangement: effect.promotions.reduce(arrange, effects.arrangement),
      };
    case 'intentClarification':
      return effects.intent === null ? withIntent(effects, rule, campaign, effect, tileId) : effects;
  }
}

function withIntent(
  effects: CampaignEffects,
  rule: Rule,
  campaign: Campaign,
  { question, tiles }: Extract<Effect, { kind: 'intentClarification' }>,
  tileId: string | null,
): CampaignEffects {
  const selected = tiles.find(({ id }) => id === tileId) ?? null;
  const intent = {
    ...rule,
    pattern: campaign.when.pattern ?? null,
    question,
    tiles,
    selected,
  };
  if (selected?.action.kind !== 'boost') return { ...effects, intent };
  const { filter, factor } = selected.action;
  const boosts = [...effects.arrangement.boosts, { identifiers: [], filter, factor }];
  return {
    ...effects,
    intent,
    arrangement: { ...effects.arrangement, boosts },
  };
}

function arrange(arrangement: Arrangement, promotion: Promotion): Arrangement {
  switch (promotion.action) {
    case 'pin':
      return pin(arrangement, promotion.identifier, promotion.position);
    case 'boost':
    case 'bury': {
      const boost = {
        ...targeted(promotion.targets),
        factor: promotion.factor,
      };
      return { ...arrangement, boosts: [...arrangement.boosts, boost] };
    }
    case 'hide':
      return hide(arrangement, promotion.targets);
  }
}

/** A product hidden or pinned before stays as it is; a taken position gives the next free one. */
function pin(arrangement: Arrangement, identifier: string, position: number): Arrangement {
  const { pins, hiddenIdentifiers } = arrangement;
  if (hiddenIdentifiers.includes(identifier)) return arrangement;
  if (pins.some((other) => other.identifier === identifier)) return arrangement;
  let free = position;
  while (pins.some((other) => other.position === free)) free += 1;
  return { ...arrangement, pins: [...pins, { identifier, position: free }] };
}

function hide(arrangement: Arrangement, targets: Targets): Arrangement {
  if ('filter' in targets) return { ...arrangement, hidden: [...arrangement.hidden, targets.filter] };
  const pinned = new Set(arrangement.pins.map(({ identifier }) => identifier));
  const fresh = targets.identifiers.filter((identifier) => !pinned.has(identifier));
  return {
    ...arrangement,
    hiddenIdentifiers: [...arrangement.hiddenIdentifiers, ...fresh],
  };
}

function targeted(targets: Targets): Pick<Arrangement['boosts'][number], 'identifiers' | 'filter'> {
  return 'filter' in targets
    ? { identifiers: [], filter: targets.filter }
    : { identifiers: targets.identifiers, filter: null };
}
