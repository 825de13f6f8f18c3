import type { Product } from '../../../domain/product.ts';
import type { Scalar, Sort } from '../../../domain/filter.ts';
import type { SearchQuery } from '../../search-query.ts';

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

/** One family of an answer, by the member that represents it. Rows are numbered in the order of their identifiers. */
export type Entry = {
  readonly row: number;
  /** Score in millionths. */
  readonly units: number;
  readonly boost: number;
  readonly pinned: boolean;
  /** The rung that found it, from 0; those of earlier rungs come first. Left out: 0. */
  readonly rung?: number;
};

/**
 * The order of an answer: by the fields of `orderBy`, pins included; otherwise by boosted score, with the pins at their
 * positions. `organic` is sorted by rung and score already.
 */
export const orderEntries = (
  organic: readonly Entry[],
  pins: readonly PlacedPin<Entry>[],
  { orderBy, arrangement }: Pick<SearchQuery, 'orderBy' | 'arrangement'>,
  readValues: (field: string, row: number) => readonly Scalar[],
): Entry[] => {
  if (orderBy.length > 0)
    return [...organic, ...pins.map((pin) => pin.item)].sort(compareByFields(orderBy, readValues));
  return placePins(arrangement.boosts.length > 0 ? [...organic].sort(compareByScore) : organic, pins);
};

const compareByScore = (a: Entry, b: Entry): number =>
  (a.rung ?? 0) - (b.rung ?? 0) || b.units * b.boost - a.units * a.boost || a.row - b.row;

/** Rows without a value come last in both directions; equal ones by score. */
const compareByFields = (
  sorts: readonly Sort[],
  readValues: (field: string, row: number) => readonly Scalar[],
) => {
  const comparisons = sorts.map(({ field, order }) => compareBy((row) => readValues(field, row), order));
  return (a: Entry, b: Entry): number => {
    for (const compare of comparisons) {
      const difference = compare(a.row, b.row);
      if (difference !== 0) return difference;
    }
    return compareByScore(a, b);
  };
};

type SortValue = string | number;

const compareBy = (readValues: (row: number) => readonly Scalar[], order: Sort['order']) => {
  const direction = order === 'asc' ? 1 : -1;
  const values = new Map<number, SortValue | null>();
  const readValue = (row: number): SortValue | null => {
    const cached = values.get(row);
    if (cached !== undefined) return cached;
    const value = pickSortValue(readValues(row), order);
    values.set(row, value);
    return value;
  };
  return (a: number, b: number): number => {
    const x = readValue(a);
    const y = readValue(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return x < y ? -direction : x > y ? direction : 0;
  };
};

/** Of several values the smallest counts when ascending, the largest when descending. */
const pickSortValue = (values: readonly Scalar[], order: Sort['order']): SortValue | null =>
  values
    .map((value) => (typeof value === 'boolean' ? String(value) : value))
    .reduce<SortValue | null>(
      (best, value) => (best === null || (order === 'asc' ? value < best : value > best) ? value : best),
      null,
    );

/** An item and its position, from 1. */
type PlacedPin<T> = { readonly item: T; readonly position: number };

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
