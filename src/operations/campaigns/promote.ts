import type { Promotion, Targets } from '../../domain/campaign.ts';
import type { Arrangement } from '../../engine/engine.ts';

export type Rule = { readonly ruleId: number; readonly campaignName: string };

export type AppliedRule = Rule & { readonly action: 'pin' | 'boost' | 'bury' | 'tile' };

/** The rules behind the pins and boosts of the arrangement, in the same order. */
export type AppliedRules = { readonly pins: readonly AppliedRule[]; readonly boosts: readonly AppliedRule[] };

/** The variants of a product, itself included. */
export type VariantsOf = (identifier: string) => readonly string[];

export const noAppliedRules: AppliedRules = { pins: [], boosts: [] };

export type PromotionState = { readonly arrangement: Arrangement; readonly appliedRules: AppliedRules };

/** Adds one promotion to those of higher priority. The engine applies `hidden` to pinned products as well. */
export const promote = (
  state: PromotionState,
  rule: Rule,
  promotion: Promotion,
  variantsOf: VariantsOf,
): PromotionState => {
  const { action } = promotion;
  switch (action) {
    case 'pin':
      return withPin(state, { ...rule, action }, listPinned(promotion, variantsOf), promotion.position);
    case 'boost':
    case 'bury':
      return withBoost(
        state,
        { ...rule, action },
        spreadTargets(promotion.targets, variantsOf),
        promotion.factor,
      );
    case 'hide':
      return {
        ...state,
        arrangement: withHidden(state.arrangement, spreadTargets(promotion.targets, variantsOf)),
      };
  }
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
  { arrangement, appliedRules: movers }: PromotionState,
  rule: AppliedRule,
  identifiers: readonly string[],
  position: number,
): PromotionState => {
  const { pins } = arrangement;
  const added = identifiers.filter((each) => !pins.some(({ identifier }) => identifier === each));
  if (added.length === 0) return { arrangement, appliedRules: movers };
  let free = position;
  while (pins.some((other) => other.position === free)) free += 1;
  return {
    arrangement: {
      ...arrangement,
      pins: [...pins, ...added.map((identifier) => ({ identifier, position: free }))],
    },
    appliedRules: { ...movers, pins: [...movers.pins, ...added.map(() => rule)] },
  };
};

export const withBoost = (
  { arrangement, appliedRules: movers }: PromotionState,
  rule: AppliedRule,
  targets: Targets,
  factor: number,
): PromotionState => {
  const chosen = 'filter' in targets ? { filter: targets.filter } : { identifiers: targets.identifiers };
  const boost = { identifiers: [], filter: null, ...chosen, factor };
  return {
    arrangement: { ...arrangement, boosts: [...arrangement.boosts, boost] },
    appliedRules: { ...movers, boosts: [...movers.boosts, rule] },
  };
};

const withHidden = (arrangement: Arrangement, targets: Targets): Arrangement => {
  const { hidden, hiddenIdentifiers } = arrangement;
  return 'filter' in targets
    ? { ...arrangement, hidden: [...hidden, targets.filter] }
    : { ...arrangement, hiddenIdentifiers: [...hiddenIdentifiers, ...targets.identifiers] };
};
