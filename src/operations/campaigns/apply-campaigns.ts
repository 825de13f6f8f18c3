import type { BannerPosition, Campaign, Effect, IntentTile, TileAction } from '../../domain/campaign.ts';
import { type Arrangement, noArrangement } from '../../engine/engine.ts';
import {
  type AppliedRules,
  noAppliedRules,
  type PromotionState,
  promote,
  type Rule,
  withBoost,
  type VariantsOf,
} from './promote.ts';

/** The combined effects of all campaigns of one request. */
export type CampaignEffects = {
  readonly redirect:
    | (Rule & { readonly url: string; readonly term?: never })
    | {
        /** 0: no campaign, but the website's redirect of this search term. */
        readonly ruleId: 0;
        readonly campaignName: null;
        readonly term: string;
        readonly url: string;
      }
    | null;
  readonly banners: readonly (Rule & {
    readonly position: BannerPosition;
    readonly contents: readonly string[];
  })[];
  readonly ads: (Rule & { readonly identifiers: readonly string[] }) | null;
  readonly promotion: (Rule & { readonly highlighted: boolean }) | null;
  readonly arrangement: Arrangement;
  readonly appliedRules: AppliedRules;
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
  arrangement: noArrangement,
  appliedRules: noAppliedRules,
  intent: null,
};

/**
 * Folds campaigns, highest priority first, into one value. An answer has at most one redirect, one block of ads,
 * one intent question and one named promotion: the first campaign wins. Banners and promotions accumulate; for
 * two promotions of the same product see docs/decisions/0011-campaign-conflicts.md.
 */
export const applyCampaigns = (
  campaigns: readonly Campaign[],
  tileId: string | null,
  { variantsOf = (identifier) => [identifier], pattern = null }: Partial<Omit<EffectContext, 'tileId'>> = {},
): CampaignEffects =>
  campaigns.reduce(
    (effects, campaign) => addEffect(effects, campaign, { tileId, variantsOf, pattern }),
    noEffects,
  );

type EffectContext = {
  readonly tileId: string | null;
  readonly variantsOf: VariantsOf;
  /** What the shopper searched for. */
  readonly pattern: string | null;
};

const addEffect = (effects: CampaignEffects, campaign: Campaign, context: EffectContext): CampaignEffects => {
  const { effect } = campaign;
  const rule: Rule = { ruleId: campaign.ruleId, campaignName: campaign.name };
  switch (effect.kind) {
    case 'redirect':
      return { ...effects, redirect: effects.redirect ?? { ...rule, url: effect.url } };
    case 'banner': {
      const { position, contents } = effect;
      return { ...effects, banners: [...effects.banners, { ...rule, position, contents }] };
    }
    case 'ads':
      return { ...effects, ads: effects.ads ?? { ...rule, identifiers: effect.identifiers } };
    case 'promotion': {
      const { highlighted, promotions } = effect;
      const before: PromotionState = effects;
      const { arrangement, appliedRules: movers } = promotions.reduce(
        (state, promotion) => promote(state, rule, promotion, context.variantsOf),
        before,
      );
      const promotion = effects.promotion ?? { ...rule, highlighted };
      return { ...effects, promotion, arrangement, appliedRules: movers };
    }
    case 'intentClarification':
      return effects.intent === null ? withIntent(effects, rule, campaign, effect, context) : effects;
  }
};

const withIntent = (
  effects: CampaignEffects,
  rule: Rule,
  campaign: Campaign,
  { question, tiles }: Extract<Effect, { kind: 'intentClarification' }>,
  { tileId, pattern: searched }: EffectContext,
): CampaignEffects => {
  const selected = tiles.find(({ id }) => id === tileId) ?? null;
  const pattern = searched ?? campaign.when.pattern ?? null;
  const intent = { ...rule, pattern, question, tiles, selected };
  return { ...effects, intent, ...(selected === null ? {} : applyTile(effects, rule, selected.action)) };
};

const applyTile = (effects: CampaignEffects, rule: Rule, action: TileAction): Partial<PromotionState> => {
  if (action.kind === 'filter') return {};
  const { filter, factor } = action;
  const { arrangement, appliedRules: movers } = withBoost(
    effects,
    { ...rule, action: 'tile' },
    { filter },
    factor,
  );
  return { arrangement, appliedRules: movers };
};
