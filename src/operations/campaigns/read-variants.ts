import type { Campaign, Promotion } from '../../domain/campaign.ts';
import type { ProductReader } from '../../engine/engine.ts';
import type { VariantsOf } from './promote.ts';

type FamilyReader = Pick<ProductReader, 'families'>;

/** The variants of every product that a promotion names, unless it names a variant on purpose. */
export const readVariants = async (
  reader: FamilyReader,
  campaigns: readonly Campaign[],
): Promise<VariantsOf> => {
  const identifiers = [...new Set(campaigns.flatMap(listNamedProducts))];
  if (identifiers.length === 0) return (identifier) => [identifier];
  const families = await reader.families(identifiers);
  const byIdentifier = new Map(identifiers.map((identifier, index) => [identifier, families[index] ?? []]));
  return (identifier) => byIdentifier.get(identifier) ?? [];
};

/** The variants of the source product; only read when a campaign asks for certain products. */
export const readSourceVariants = async (
  reader: FamilyReader,
  identifier: string,
  campaigns: readonly Campaign[],
): Promise<readonly string[]> => {
  const asksForVariants = campaigns.some(
    ({ when }) => when.identifiers !== undefined && when.variantOnly !== true,
  );
  if (!asksForVariants) return [identifier];
  const [family = []] = await reader.families([identifier]);
  return family;
};

const listNamedProducts = ({ effect }: Campaign): readonly string[] =>
  effect.kind === 'promotion' ? effect.promotions.flatMap(listTargets) : [];

const listTargets = (promotion: Promotion): readonly string[] => {
  if (promotion.action === 'pin') return promotion.variantOnly === true ? [] : [promotion.identifier];
  const { targets } = promotion;
  return 'filter' in targets || targets.variantOnly === true ? [] : targets.identifiers;
};
