import { type Campaign, isUnconditional } from '../../domain/campaign.ts';
import { Fault } from '../../errors.ts';

/** A redirect without a condition empties every list of the shop, so one click must not be enough. */
export const requireConfirmation = (
  { name, when, effect }: Pick<Campaign, 'name' | 'when' | 'effect'>,
  confirm: string | undefined,
): void => {
  if (effect.kind !== 'redirect' || !isUnconditional(when) || confirm === name) return;
  throw new Fault('conflict', `The redirect ${name} has no condition: it sends every shopper away.`, {
    nextStep: `Add a condition, or confirm it by its name: confirm=${name} (kindred apply: --confirm).`,
    reason: { reason: 'confirm-redirect' },
  });
};
