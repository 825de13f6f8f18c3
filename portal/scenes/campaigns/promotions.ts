import type { EffectOf } from './effects.ts';

export type Promotion = EffectOf<'promotion'>['promotions'][number];
export type Action = 'pin' | 'boost' | 'bury' | 'hide';

export const factors = { boost: 2, bury: 0.5 } as const;

export const getAction = (promotion: Promotion): Action =>
  (['pin', 'boost', 'bury', 'hide'] as const).find((action) => promotion[action] !== undefined) ?? 'hide';

const isPinFor = (promotion: Promotion, identifier: string): boolean =>
  promotion.pin?.identifier === identifier;

/** Removes this product from all rules that name it; rules by filter stay. */
export const resetProduct = (promotions: readonly Promotion[], identifier: string): Promotion[] =>
  promotions.flatMap((promotion) => {
    if (isPinFor(promotion, identifier)) return [];
    const action = getAction(promotion);
    if (action === 'pin') return [promotion];
    const identifiers = promotion[action]?.identifiers;
    if (!identifiers?.includes(identifier)) return [promotion];
    const rest = identifiers.filter((each) => each !== identifier);
    return rest.length === 0 ? [] : [{ [action]: { ...promotion[action], identifiers: rest } }];
  });

/** Positions count from 1. One product per position: a pin that was there is removed. */
export const pinProduct = (
  promotions: readonly Promotion[],
  identifier: string,
  position: number,
): Promotion[] => [
  ...resetProduct(promotions, identifier).filter(({ pin }) => pin?.position !== position),
  { pin: { identifier, position } },
];

export const applyAction = (
  promotions: readonly Promotion[],
  identifier: string,
  action: 'boost' | 'bury' | 'hide',
): Promotion[] => {
  const targets = { identifiers: [identifier] };
  const rule: Promotion =
    action === 'hide' ? { hide: targets } : { [action]: { ...targets, factor: factors[action] } };
  return [...resetProduct(promotions, identifier), rule];
};

export const createFilterRule = (
  action: 'boost' | 'bury' | 'hide',
  filter: string,
  factor: number,
): Promotion => (action === 'hide' ? { hide: { filter } } : { [action]: { filter, factor } });
