import type { Campaign, Promotion } from '../../domain/campaign.ts';
import { type CampaignRole, campaignRoles } from '../../domain/campaign-role.ts';
import type { Filter } from '../../domain/filter.ts';
import type { ProductReader, Source } from '../../engine/engine.ts';
import { matchesFilter } from '../../engine/semantics/search/match-filter.ts';
import { matchesCondition, matchesProduct } from './select-campaigns.ts';

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

const isMoved = (promotion: Promotion, product: Touched): boolean => {
  const { action } = promotion;
  if (action === 'pin') return matchesProduct({ ...promotion, identifiers: [promotion.identifier] }, product);
  const { targets } = promotion;
  return 'filter' in targets ? product.passes(targets.filter) : matchesProduct(targets, product);
};
