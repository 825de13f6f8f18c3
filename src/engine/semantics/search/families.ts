import type { Product } from '../../../domain/product.ts';

/** Equal for the variants of one product. */
export const familyKey = ({ identifier, groupId }: Pick<Product, 'identifier' | 'groupId'>): string =>
  groupId === null ? `product ${identifier}` : `group ${groupId}`;

type PinRequest = { readonly identifier: string; readonly position: number };
type PinTarget = { readonly row: number; readonly family: string | number };

export type Pin = { readonly row: number; readonly position: number };

/** One pin for each family: the first in the list that passes. `resolve` returns null for a pin that does not pass. */
export const selectPins = (
  pins: readonly PinRequest[],
  resolve: (identifier: string) => PinTarget | null,
): Pin[] => {
  const selected = new Map<string | number, Pin>();
  for (const { identifier, position } of pins) {
    const target = resolve(identifier);
    if (target !== null && !selected.has(target.family))
      selected.set(target.family, { row: target.row, position });
  }
  return [...selected.values()];
};
