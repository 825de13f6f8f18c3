import type { Hit } from '../../engine/engine.ts';
import type { CampaignEffects } from '../campaigns/apply-campaigns.ts';
import type { AppliedRule } from '../campaigns/promote.ts';

/** What one campaign did to one document. `factor` is null for a pin. */
export type Move = AppliedRule & { readonly factor: number | null };

/** The campaigns that changed the position of a document: its pin, and the boosts that apply to it. */
export const findMoves = (
  { identifier, parts }: Hit,
  { arrangement, appliedRules: movers }: CampaignEffects,
): Move[] => {
  if (parts === null) return [];
  const pinIndex = parts.pinned ? arrangement.pins.findIndex((pin) => pin.identifier === identifier) : -1;
  const pinRule = movers.pins[pinIndex];
  const boosts = parts.boosts.flatMap((index): Move[] => {
    const rule = movers.boosts[index];
    const factor = arrangement.boosts[index]?.factor;
    return rule === undefined || factor === undefined ? [] : [{ ...rule, factor }];
  });
  return pinRule === undefined ? boosts : [{ ...pinRule, factor: null }, ...boosts];
};
