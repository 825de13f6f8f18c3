import { campaignDeclaration, type DeclaredCampaign } from '../../contract/campaign.ts';
import type { Campaign, Effect, IntentTile, Promotion, Targets } from '../../domain/campaign.ts';
import { writeFilter } from '../../domain/filter-text.ts';
import { describeAs } from './describe-as.ts';

type DeclaredEffect = DeclaredCampaign['effect'];
type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
type DeclaredTile = NonNullable<DeclaredEffect['intentClarification']>['tiles'][number];

export const describeCampaign = (campaign: Campaign, box: string | null): DeclaredCampaign =>
  describeAs(campaignDeclaration, {
    ...campaign,
    ...campaign.schedule,
    box,
    effect: describeEffect(campaign.effect),
  });

const withoutKind = <T extends { readonly kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> => rest;

const describeEffect = (effect: Effect): DeclaredEffect => {
  switch (effect.kind) {
    case 'redirect':
      return { redirect: withoutKind(effect) };
    case 'banner':
      return { banner: withoutKind(effect) };
    case 'ads':
      return { ads: withoutKind(effect) };
    case 'promotion':
      return { promotion: { ...withoutKind(effect), promotions: effect.promotions.map(describePromotion) } };
    case 'intentClarification':
      return { intentClarification: { ...withoutKind(effect), tiles: effect.tiles.map(describeTile) } };
  }
};

const describePromotion = (promotion: Promotion): DeclaredPromotion => {
  if (promotion.action === 'pin') {
    const { action: _, variantOnly, ...pin } = promotion;
    return { pin: { ...pin, ...(variantOnly === true && { variantOnly }) } };
  }
  const targets = describeTargets(promotion.targets);
  return promotion.action === 'hide'
    ? { hide: targets }
    : { [promotion.action]: { ...targets, factor: promotion.factor } };
};

const describeTargets = (
  targets: Targets,
): { identifiers?: readonly string[]; variantOnly?: boolean; filter?: string } => {
  if ('filter' in targets) return { filter: writeFilter(targets.filter) };
  const { identifiers, variantOnly } = targets;
  return { identifiers, ...(variantOnly === true && { variantOnly }) };
};

const describeTile = ({ tile, action, ...texts }: IntentTile): DeclaredTile => ({
  ...texts,
  ...(tile !== null && { tile }),
  filter: writeFilter(action.filter),
  ...(action.kind === 'boost' && { factor: action.factor }),
});
