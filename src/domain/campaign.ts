import type { Campaign } from '../contract/campaign.ts';
import type { bannerPositions } from './settings/choices.ts';

export type { Campaign };

export type BannerPosition = (typeof bannerPositions)[number];
/** All given properties must match. An empty condition always matches. */
export type Condition = Campaign['when'];
/** Bounds are inclusive; a missing bound is open. */
export type Bounds = NonNullable<Condition['price']>;
export type Schedule = Campaign['schedule'];
export type Effect = Campaign['effect'];

type EffectOf<Kind extends Effect['kind']> = Extract<Effect, { readonly kind: Kind }>;
export type Promotion = EffectOf<'promotion'>['promotions'][number];
/**
 * The products a promotion applies to. Identifiers stand for their whole family, so that no other variant takes the
 * place of a hidden one; with `variantOnly` they stand for themselves.
 */
export type Targets = Extract<Promotion, { readonly action: 'hide' }>['targets'];
export type IntentTile = EffectOf<'intentClarification'>['tiles'][number];

/** What is needed of a campaign to say what it would change. */
export type ReviewableCampaign = Pick<Campaign, 'name' | 'when' | 'effect'>;

/** Whether it holds for every product. */
export const isUnconditional = (when: Condition): boolean => Object.keys(when).length === 0;

export const effectKinds = [
  'redirect',
  'banner',
  'ads',
  'promotion',
  'intentClarification',
] as const satisfies readonly Effect['kind'][];
