import type { Campaign, Promotion, Targets } from '../../domain/campaign.ts';
import { type CampaignRole, campaignRoles } from '../../domain/campaign-role.ts';
import type { Filter } from '../../domain/filter.ts';
import type { ProductReader, Source } from '../../engine/engine.ts';
import { matchesFilter } from '../../engine/semantics/search/match-filter.ts';
import { matchesCondition } from './select-campaigns.ts';

type ProductCampaign = { readonly campaign: Campaign; readonly roles: readonly CampaignRole[] };

export type FindProductCampaigns = (
  reader: ProductReader,
  source: Source,
  campaigns: readonly Campaign[],
) => Promise<readonly ProductCampaign[]>;

/** Schedule, share and state are left aside: a draft or a campaign of next week touches the product too. */
export const findProductCampaigns: FindProductCampaigns = async (reader, source, campaigns) => {
  const [variants = []] = await reader.families([source.identifier]);
  const context: Touched = {
    identifier: source.identifier,
    variants,
    values: (name) => source.values(name),
    passes: (filter) =>
      matchesFilter(filter, (name) => {
        const field = reader.fields.find((each) => each.name === name);
        return field ? { type: field.type, values: source.values(name) } : null;
      }),
  };
  return campaigns
    .map((campaign) => ({ campaign, roles: listRoles(campaign, context) }))
    .filter(({ roles }) => roles.length > 0);
};

type Touched = Pick<Source, 'identifier' | 'values'> & {
  readonly variants: readonly string[];
  readonly passes: (filter: Filter) => boolean;
};

const listRoles = ({ when, effect }: Campaign, product: Touched): CampaignRole[] => {
  const roles = new Set<CampaignRole>();
  if (matchesCondition(when, product)) roles.add('source');
  if (effect.kind === 'promotion')
    for (const promotion of effect.promotions) if (isMoved(promotion, product)) roles.add(promotion.action);
  if (effect.kind === 'ads' && effect.identifiers.includes(product.identifier)) roles.add('ad');
  if (
    effect.kind === 'intentClarification' &&
    effect.tiles.some(({ action }) => product.passes(action.filter))
  )
    roles.add('tile');
  return campaignRoles.filter((role) => roles.has(role));
};

const isMoved = (promotion: Promotion, product: Touched): boolean =>
  promotion.action === 'pin'
    ? isNamed([promotion.identifier], promotion.variantOnly, product)
    : isTarget(promotion.targets, product);

const isTarget = (targets: Targets, product: Touched): boolean =>
  'filter' in targets
    ? product.passes(targets.filter)
    : isNamed(targets.identifiers, targets.variantOnly, product);

/** A name stands for its whole family, unless a variant is meant on purpose. */
const isNamed = (
  identifiers: readonly string[],
  variantOnly: boolean | undefined,
  { identifier, variants }: Touched,
): boolean =>
  identifiers.includes(identifier) ||
  (variantOnly !== true && variants.some((variant) => identifiers.includes(variant)));
