import type { Hit } from '../engine/engine.ts';
import type { CampaignEffects } from './apply-campaigns.ts';
import type { Mover } from './promote.ts';

/** What one campaign did to one document. `factor` is null for a pin. */
export type Move = Mover & { readonly factor: number | null };

/** The campaigns that had a hand in the place of a document: its pin, and the boosts that apply to it. */
export const movesOf = ({ identifier, parts }: Hit, { arrangement, movers }: CampaignEffects): Move[] => {
  if (parts === null) return [];
  const pinned = parts.pinned ? arrangement.pins.findIndex((pin) => pin.identifier === identifier) : -1;
  const pinner = movers.pins[pinned];
  const boosts = parts.boosts.flatMap((index): Move[] => {
    const mover = movers.boosts[index];
    const factor = arrangement.boosts[index]?.factor;
    return mover === undefined || factor === undefined ? [] : [{ ...mover, factor }];
  });
  return pinner === undefined ? boosts : [{ ...pinner, factor: null }, ...boosts];
};
