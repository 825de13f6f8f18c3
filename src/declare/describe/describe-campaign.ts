import type { Campaign, Condition, Effect, IntentTile, Promotion, Targets } from '../../domain/campaign.ts';
import { writeFilter } from '../../domain/filter-text.ts';
import type { DeclaredCampaign } from '../schema/declaration-schema.ts';

type DeclaredEffect = DeclaredCampaign['effect'];
type DeclaredPromotion = NonNullable<DeclaredEffect['promotion']>['promotions'][number];
type DeclaredTile = NonNullable<DeclaredEffect['intentClarification']>['tiles'][number];

export const describeCampaign = (campaign: Campaign, box: string | null): DeclaredCampaign => {
  const { name, state, priority, when, schedule, share, effect } = campaign;
  return {
    name,
    ...(box !== null && { box }),
    state,
    priority,
    when: describeCondition(when),
    ...(schedule.from !== null && { from: schedule.from }),
    ...(schedule.until !== null && { until: schedule.until }),
    weekdays: [...schedule.weekdays],
    share,
    effect: describeEffect(effect),
  };
};

const describeCondition = ({
  identifiers,
  attributes,
  ...rest
}: Condition): NonNullable<DeclaredCampaign['when']> => {
  return {
    ...rest,
    ...(identifiers && { identifiers: [...identifiers] }),
    ...(attributes && { attributes: attributes.map((attribute) => ({ ...attribute })) }),
  };
};

const describeEffect = (effect: Effect): DeclaredEffect => {
  switch (effect.kind) {
    case 'redirect':
      return { redirect: { url: effect.url } };
    case 'banner':
      return { banner: { position: effect.position, contents: [...effect.contents] } };
    case 'ads':
      return { ads: { identifiers: [...effect.identifiers] } };
    case 'promotion': {
      const { highlighted, promotions } = effect;
      return { promotion: { highlighted, promotions: promotions.map(describePromotion) } };
    }
    case 'intentClarification': {
      const { question, tiles } = effect;
      return { intentClarification: { question, tiles: tiles.map(describeTile) } };
    }
  }
};

const describePromotion = (promotion: Promotion): DeclaredPromotion => {
  switch (promotion.action) {
    case 'pin':
      return { pin: describePin(promotion) };
    case 'boost':
      return { boost: { ...describeTargets(promotion.targets), factor: promotion.factor } };
    case 'bury':
      return { bury: { ...describeTargets(promotion.targets), factor: promotion.factor } };
    case 'hide':
      return { hide: describeTargets(promotion.targets) };
  }
};

const describePin = ({ identifier, position, variantOnly }: Extract<Promotion, { action: 'pin' }>) => ({
  identifier,
  position,
  ...(variantOnly === true && { variantOnly }),
});

const describeTargets = (
  targets: Targets,
): { identifiers?: string[]; variantOnly?: boolean; filter?: string } => {
  if ('filter' in targets) return { filter: writeFilter(targets.filter) };
  const { identifiers, variantOnly } = targets;
  return { identifiers: [...identifiers], ...(variantOnly === true && { variantOnly }) };
};

const describeTile = ({ id, text, tile, action }: IntentTile): DeclaredTile => {
  return {
    id,
    text,
    ...(tile !== null && { tile }),
    filter: writeFilter(action.filter),
    ...(action.kind === 'boost' && { factor: action.factor }),
  };
};
