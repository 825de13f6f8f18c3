import type { Promotion, Targets } from '../domain/campaign.ts';
import type { Arrangement } from '../engine/engine.ts';

export type Rule = { readonly ruleId: number; readonly campaignName: string };

export type Mover = Rule & { readonly action: 'pin' | 'boost' | 'bury' | 'tile' };

/** Whose pins and boosts those of the arrangement are, in the same order. */
export type Movers = { readonly pins: readonly Mover[]; readonly boosts: readonly Mover[] };

export const noMovers: Movers = { pins: [], boosts: [] };

export type Promoted = { readonly arrangement: Arrangement; readonly movers: Movers };

/** Adds one promotion to those of higher priority. What is hidden is left to the engine: it hides pins, too. */
export const promote = (promoted: Promoted, rule: Rule, promotion: Promotion): Promoted => {
  const { action } = promotion;
  switch (action) {
    case 'pin':
      return withPin(promoted, { ...rule, action }, promotion.identifier, promotion.position);
    case 'boost':
    case 'bury':
      return withBoost(promoted, { ...rule, action }, promotion.targets, promotion.factor);
    case 'hide':
      return { ...promoted, arrangement: withHidden(promoted.arrangement, promotion.targets) };
  }
};

/** A product pinned before stays where it is; a taken position gives the next free one. */
const withPin = (
  { arrangement, movers }: Promoted,
  mover: Mover,
  identifier: string,
  position: number,
): Promoted => {
  const { pins } = arrangement;
  if (pins.some((other) => other.identifier === identifier)) return { arrangement, movers };
  let free = position;
  while (pins.some((other) => other.position === free)) free += 1;
  return {
    arrangement: { ...arrangement, pins: [...pins, { identifier, position: free }] },
    movers: { ...movers, pins: [...movers.pins, mover] },
  };
};

export const withBoost = (
  { arrangement, movers }: Promoted,
  mover: Mover,
  targets: Targets,
  factor: number,
): Promoted => {
  const boost = { identifiers: [], filter: null, ...targets, factor };
  return {
    arrangement: { ...arrangement, boosts: [...arrangement.boosts, boost] },
    movers: { ...movers, boosts: [...movers.boosts, mover] },
  };
};

const withHidden = (arrangement: Arrangement, targets: Targets): Arrangement => {
  const { hidden, hiddenIdentifiers } = arrangement;
  return 'filter' in targets
    ? { ...arrangement, hidden: [...hidden, targets.filter] }
    : { ...arrangement, hiddenIdentifiers: [...hiddenIdentifiers, ...targets.identifiers] };
};
