/** An item and its position, from 1. */
export type PlacedPin<T> = { readonly item: T; readonly position: number };

/**
 * Puts pins at their positions among the organic items. A pin whose position is taken by an earlier pin, or is after
 * the end, gets the next free position.
 */
export const placePins = <T>(organic: readonly T[], pins: readonly PlacedPin<T>[]): T[] => {
  const sortedPins = [...pins].sort((a, b) => a.position - b.position);
  const placed: T[] = [];
  let nextPin = 0;
  let nextOrganic = 0;
  while (nextPin < sortedPins.length || nextOrganic < organic.length) {
    const pin = sortedPins[nextPin];
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
