import type { Campaign, Promotion, Targets } from '../../domain/campaign.ts';
import type { Arrangement, Hit, ProductReader } from '../../engine/engine.ts';

export type Rule = { readonly ruleId: number; readonly campaignName: string };

export type AppliedRule = Rule & { readonly action: 'pin' | 'boost' | 'bury' | 'tile' };

/** With the rule behind each pin and boost. */
export type RuledArrangement = Omit<Arrangement, 'pins' | 'boosts'> & {
  readonly pins: readonly (Arrangement['pins'][number] & { readonly rule: AppliedRule })[];
  readonly boosts: readonly (Arrangement['boosts'][number] & { readonly rule: AppliedRule })[];
};

/** The variants of a product, itself included. */
export type VariantsOf = (identifier: string) => readonly string[];

/** Adds one promotion to those of higher priority. The engine applies `hidden` to pinned products as well. */
export const promote = (
  arrangement: RuledArrangement,
  rule: Rule,
  promotion: Promotion,
  variantsOf: VariantsOf,
): RuledArrangement => {
  const { action } = promotion;
  if (action === 'pin')
    return withPin(arrangement, { ...rule, action }, listPinned(promotion, variantsOf), promotion.position);
  const targets = spreadTargets(promotion.targets, variantsOf);
  return action === 'hide'
    ? withHidden(arrangement, targets)
    : withBoost(arrangement, { ...rule, action }, targets, promotion.factor);
};

/** The named variant first: it stands for the family wherever it passes. */
const listPinned = (
  { identifier, variantOnly }: Extract<Promotion, { action: 'pin' }>,
  variantsOf: VariantsOf,
): string[] => (variantOnly === true ? [identifier] : [...new Set([identifier, ...variantsOf(identifier)])]);

const spreadTargets = (targets: Targets, variantsOf: VariantsOf): Targets => {
  if ('filter' in targets || targets.variantOnly === true) return targets;
  const { identifiers } = targets;
  return { identifiers: [...new Set(identifiers.flatMap((each) => [each, ...variantsOf(each)]))] };
};

/**
 * A product that is already pinned stays; a taken position moves the pin to the next free one. All variants are pinned
 * to the same position, after the pins of higher priority: the engine shows the first of a family that passes. So the
 * variants that an earlier pin left out, because it named one on purpose, stand in where that one does not pass.
 */
const withPin = (
  arrangement: RuledArrangement,
  rule: AppliedRule,
  identifiers: readonly string[],
  position: number,
): RuledArrangement => {
  const { pins } = arrangement;
  const added = identifiers.filter((each) => !pins.some(({ identifier }) => identifier === each));
  let free = position;
  while (pins.some((other) => other.position === free)) free += 1;
  return {
    ...arrangement,
    pins: [...pins, ...added.map((identifier) => ({ identifier, position: free, rule }))],
  };
};

export const withBoost = (
  arrangement: RuledArrangement,
  rule: AppliedRule,
  targets: Targets,
  factor: number,
): RuledArrangement => {
  const { identifiers, filter } =
    'filter' in targets ? { identifiers: [], filter: targets.filter } : { ...targets, filter: null };
  return { ...arrangement, boosts: [...arrangement.boosts, { identifiers, filter, factor, rule }] };
};

const withHidden = (arrangement: RuledArrangement, targets: Targets): RuledArrangement => {
  const { hidden, hiddenIdentifiers } = arrangement;
  return 'filter' in targets
    ? { ...arrangement, hidden: [...hidden, targets.filter] }
    : { ...arrangement, hiddenIdentifiers: [...hiddenIdentifiers, ...targets.identifiers] };
};

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

/** What one campaign did to one document. `factor` is null for a pin. */
export type Move = AppliedRule & { readonly factor: number | null };

/** The campaigns that changed the position of a document: its pin, and the boosts that apply to it. */
export const findMoves = (
  { identifier, parts }: Hit,
  { arrangement: { pins, boosts } }: { readonly arrangement: RuledArrangement },
): Move[] => {
  if (parts === null) return [];
  const pin = parts.pinned ? pins.find((each) => each.identifier === identifier) : undefined;
  const applied = parts.boosts.flatMap((index) => boosts[index] ?? []);
  return [
    ...(pin ? [{ ...pin.rule, factor: null }] : []),
    ...applied.map(({ rule, factor }) => ({ ...rule, factor })),
  ];
};
