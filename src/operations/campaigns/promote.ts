import type { Promotion, Targets } from '../../domain/campaign.ts';
import type { Arrangement } from '../../engine/engine.ts';

export type Rule = { readonly ruleId: number; readonly campaignName: string };

export type AppliedRule = Rule & { readonly action: 'pin' | 'boost' | 'bury' | 'tile' };

/** The rules behind the pins and boosts of the arrangement, in the same order. */
export type AppliedRules = { readonly pins: readonly AppliedRule[]; readonly boosts: readonly AppliedRule[] };

export const noAppliedRules: AppliedRules = { pins: [], boosts: [] };

export type PromotionState = { readonly arrangement: Arrangement; readonly appliedRules: AppliedRules };

/** Adds one promotion to those of higher priority. The engine applies `hidden` to pinned products as well. */
export const promote = (state: PromotionState, rule: Rule, promotion: Promotion): PromotionState => {
  const { action } = promotion;
  switch (action) {
    case 'pin':
      return withPin(state, { ...rule, action }, promotion.identifier, promotion.position);
    case 'boost':
    case 'bury':
      return withBoost(state, { ...rule, action }, promotion.targets, promotion.factor);
    case 'hide':
      return { ...state, arrangement: withHidden(state.arrangement, promotion.targets) };
  }
};

/** A product that is already pinned stays; a taken position moves the pin to the next free one. */
const withPin = (
  { arrangement, appliedRules: movers }: PromotionState,
  rule: AppliedRule,
  identifier: string,
  position: number,
): PromotionState => {
  const { pins } = arrangement;
  if (pins.some((other) => other.identifier === identifier)) return { arrangement, appliedRules: movers };
  let free = position;
  while (pins.some((other) => other.position === free)) free += 1;
  return {
    arrangement: { ...arrangement, pins: [...pins, { identifier, position: free }] },
    appliedRules: { ...movers, pins: [...movers.pins, rule] },
  };
};

export const withBoost = (
  { arrangement, appliedRules: movers }: PromotionState,
  rule: AppliedRule,
  targets: Targets,
  factor: number,
): PromotionState => {
  const boost = { identifiers: [], filter: null, ...targets, factor };
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
