/** Where one pin wants to stand, from 1. */
type Pinned<T> = { readonly item: T; readonly position: number };

/**
 * Puts pins at their positions among the organic items. A pin whose place is taken by an earlier pin, or lies
 * behind the end, takes the next place there is.
 */
export const placePins = <T>(organic: readonly T[], pins: readonly Pinned<T>[]): T[] => {
  const waiting = [...pins].sort((a, b) => a.position - b.position);
  const placed: T[] = [];
  let nextPin = 0;
  let nextOrganic = 0;
  while (nextPin < waiting.length || nextOrganic < organic.length) {
    const pin = waiting[nextPin];
    const item = organic[nextOrganic];
    if (pin && (item === undefined || pin.position <= placed.length + 1)) {
      placed.push(pin.item);
      nextPin += 1;
    } else if (item !== undefined) {
      placed.push(item);
      nextOrganic += 1;
    }
  }
  return placed;
};
