export type Movement =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | { readonly kind: 'up' | 'down'; readonly places: number };

/** How many places a product moved between two result lists. */
export const findMovement = (
  identifier: string,
  before: readonly string[],
  after: readonly string[],
): Movement => {
  const from = before.indexOf(identifier);
  const to = after.indexOf(identifier);
  if (from === -1) return { kind: 'new' };
  if (from === to) return { kind: 'same' };
  return from > to ? { kind: 'up', places: from - to } : { kind: 'down', places: to - from };
};
