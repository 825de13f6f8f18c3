import { describe, expect, it } from 'vitest';
import type { Scalar, Sort } from '../../../domain/filter.ts';
import { noArrangement } from '../../search-query.ts';
import { type Entry, orderEntries, placePins } from './order.ts';

const entry = (row: number, units: number, more: Partial<Entry> = {}): Entry => ({
  row,
  units,
  boost: 1,
  pinned: false,
  ...more,
});
const values: Readonly<Record<string, readonly (readonly Scalar[])[]>> = {
  price: [[3], [], [1], [2]],
  sizes: [['S', 'L'], ['M'], [], ['L']],
  sale: [[true], [false], [true], []],
};
const orderBy = (...sorts: Sort[]) =>
  orderEntries(
    [entry(0, 9), entry(1, 8), entry(2, 7)],
    [{ item: entry(3, 1, { pinned: true }), position: 1 }],
    { orderBy: sorts, arrangement: noArrangement },
    (field, row) => values[field]?.[row] ?? [],
  ).map(({ row }) => row);

describe('orderEntries', () => {
  it('sorts by a field in both directions, pins included, rows without a value last', () => {
    expect(orderBy({ field: 'price', order: 'asc' })).toEqual([2, 3, 0, 1]);
    expect(orderBy({ field: 'price', order: 'desc' })).toEqual([0, 3, 2, 1]);
  });

  it('takes the smallest of several values when ascending, the largest when descending', () => {
    expect(orderBy({ field: 'sizes', order: 'asc' })).toEqual([0, 3, 1, 2]);
    expect(orderBy({ field: 'sizes', order: 'desc' })).toEqual([0, 1, 3, 2]);
  });

  it('goes on with the next field, then by score', () => {
    expect(orderBy({ field: 'sale', order: 'desc' }, { field: 'price', order: 'asc' })).toEqual([2, 0, 1, 3]);
    expect(orderBy({ field: 'nowhere', order: 'asc' })).toEqual([0, 1, 2, 3]);
  });

  it('orders by boosted score, then by row, and puts pins at their positions', () => {
    const arrangement = {
      ...noArrangement,
      boosts: [{ identifiers: [], filter: null, factor: 2 }],
    };
    const organic = [entry(0, 10), entry(1, 6, { boost: 2 }), entry(2, 5, { boost: 2 })];
    const pins = [{ item: entry(3, 0, { pinned: true }), position: 2 }];
    const ordered = orderEntries(organic, pins, { orderBy: [], arrangement }, () => []);
    expect(ordered.map(({ row }) => row)).toEqual([1, 3, 0, 2]);
  });
});

describe('placePins', () => {
  it.each<[string, string[], [string, number][], string[]]>([
    ['at its position', ['a', 'b'], [['x', 2]], ['a', 'x', 'b']],
    ['first', ['a'], [['x', 1]], ['x', 'a']],
    ['at the end when its position is after it', ['a'], [['x', 9]], ['a', 'x']],
    [
      'at the next position when it is taken',
      ['a'],
      [
        ['x', 1],
        ['y', 1],
      ],
      ['x', 'y', 'a'],
    ],
    [
      'in the order of positions, not of the argument',
      ['a', 'b'],
      [
        ['y', 3],
        ['x', 1],
      ],
      ['x', 'a', 'y', 'b'],
    ],
    ['without organic items', [], [['x', 5]], ['x']],
  ])('puts a pin %s', (_, organic, pins, expected) => {
    expect(
      placePins(
        organic,
        pins.map(([item, position]) => ({ item, position })),
      ),
    ).toEqual(expected);
  });
});
