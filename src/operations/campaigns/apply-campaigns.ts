import type { BannerPosition, Campaign, Effect, IntentTile } from '../../domain/campaign.ts';
import { noArrangement } from '../../engine/engine.ts';
import { promote, type Rule, type RuledArrangement, type VariantsOf, withBoost } from './promote.ts';

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
  readonly arrangement: RuledArrangement;
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
  arrangement: { ...noArrangement, pins: [], boosts: [] },
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
      const arrangement = promotions.reduce(
        (before, promotion) => promote(before, rule, promotion, context.variantsOf),
        effects.arrangement,
      );
      return { ...effects, promotion: effects.promotion ?? { ...rule, highlighted }, arrangement };
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
  const { arrangement } = effects;
  if (selected?.action.kind !== 'boost') return { ...effects, intent };
  const { filter, factor } = selected.action;
  const boosted = withBoost(arrangement, { ...rule, action: 'tile' }, { filter }, factor);
  return { ...effects, intent, arrangement: boosted };
};
