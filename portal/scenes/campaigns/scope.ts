import type { Condition } from '../../../src/domain/campaign.ts';
import type { CampaignDeclaration } from '../../api/types.ts';

type When = NonNullable<CampaignDeclaration['when']>;

/** `other`: a condition that was written by hand. */
export type Scope = 'product' | 'category' | 'all' | 'other';

const isSame = (when: Condition, other: Condition): boolean => JSON.stringify(when) === JSON.stringify(other);

export const toCondition = (
  scope: Exclude<Scope, 'other'>,
  identifier: string,
  category: string | null,
): When => {
  if (scope === 'product') return { identifiers: [identifier] };
  return scope === 'category' && category !== null ? { category } : {};
};

export const findScope = (when: Condition, identifier: string, category: string | null): Scope => {
  const scopes = ['product', 'category', 'all'] as const;
  return scopes.find((scope) => isSame(when, toCondition(scope, identifier, category))) ?? 'other';
};

/**
 * The condition after another product was chosen to arrange its look-alikes. A condition that only named the product
 * before follows; one that was written by hand stays.
 */
export const followSource = (when: Condition, before: string | null, next: string): Condition => {
  const isUntouched = isSame(when, {}) || (before !== null && isSame(when, { identifiers: [before] }));
  return isUntouched ? { identifiers: [next] } : when;
};
