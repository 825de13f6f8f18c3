import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPairCounts, type PairCounts } from './pair-counts.ts';

const read = (pairs: PairCounts) =>
  new Map(
    [...pairs.slots()].map((slot) => [
      `${pairs.fromAt(slot)} ${pairs.toAt(slot)}`,
      {
        weight: pairs.weightAt(slot),
        shoppers: pairs.shoppersAt(slot),
        lastSeen: pairs.lastSeenAt(slot),
      },
    ]),
  );

const id = fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 2 ** 26 - 1 }));
const addition = fc.record({ from: id, to: id, weight: fc.nat(8), second: fc.integer({ min: 1, max: 4e9 }) });

describe('pair counts', () => {
  it('are those of a plain map, below the capacity', () => {
    fc.assert(
      fc.property(fc.array(addition, { maxLength: 3_000 }), (additions) => {
        const pairs = createPairCounts(10_000);
        const expected = new Map<string, { weight: number; shoppers: number; lastSeen: number }>();
        for (const { from, to, weight, second } of additions) {
          pairs.add(from, to, weight, second * 1000 + 999);
          const known = expected.get(`${from} ${to}`) ?? { weight: 0, shoppers: 0, lastSeen: 0 };
          expected.set(`${from} ${to}`, {
            weight: known.weight + weight,
            shoppers: known.shoppers + 1,
            lastSeen: Math.max(known.lastSeen, second * 1000),
          });
        }
        expect(pairs.size).toBe(expected.size);
        expect(read(pairs)).toEqual(expected);
      }),
      { seed: 11, numRuns: 30 },
    );
  });

  it('grow over many pairs without losing one', () => {
    const pairs = createPairCounts(100_000);
    for (let index = 0; index < 20_000; index++) pairs.add(index % 141, index, 1, 1000);
    expect(pairs.size).toBe(20_000);
    expect(new Set(read(pairs).keys()).size).toBe(20_000);
  });

  it('at capacity keep pairs of several shoppers and the newest, and never more than fit', () => {
    const pairs = createPairCounts(100);
    for (let shopper = 0; shopper < 3; shopper++) pairs.add(1, 1, 1, 1000);
    for (let index = 0; index < 1_000; index++) {
      pairs.add(2, index, 1, 10_000 + index * 1000);
      expect(pairs.size).toBeLessThanOrEqual(100);
    }
    const kept = read(pairs);
    expect(kept.get('1 1')?.shoppers).toBe(3);
    expect(kept.has('2 999')).toBe(true);
    expect(kept.has('2 0')).toBe(false);
  });
});
