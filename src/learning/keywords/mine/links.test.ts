import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinkCounts, type LinkCounts } from './tally.ts';

type Counted = { weight: number; shoppers: number; lastSeen: number };

const read = (counts: LinkCounts, rows: Iterable<number>) => {
  const links = counts.toLinks(Infinity);
  return new Map(
    [...rows].flatMap((row) =>
      links
        .from(row)
        .map(
          ({ to, weight, shoppers, lastSeen }) => [`${row} ${to}`, { weight, shoppers, lastSeen }] as const,
        ),
    ),
  );
};

const id = fc.oneof(fc.nat(20), fc.integer({ min: 0, max: 2 ** 26 - 1 }));
const addition = fc.record({ from: id, to: id, weight: fc.nat(8), second: fc.integer({ min: 1, max: 4e9 }) });

describe('link counts', () => {
  it('are those of a plain map, below the capacity', () => {
    fc.assert(
      fc.property(fc.array(addition, { maxLength: 3_000 }), (additions) => {
        const counts = createLinkCounts(10_000);
        const expected = new Map<string, Counted>();
        for (const { from, to, weight, second } of additions) {
          counts.add(from, to, weight, second);
          const known = expected.get(`${from} ${to}`) ?? { weight: 0, shoppers: 0, lastSeen: 0 };
          expected.set(`${from} ${to}`, {
            weight: known.weight + weight,
            shoppers: known.shoppers + 1,
            lastSeen: Math.max(known.lastSeen, second),
          });
        }
        expect(read(counts, new Set(additions.map(({ from }) => from)))).toEqual(expected);
      }),
      { seed: 11, numRuns: 30 },
    );
  });

  it('at capacity keep links of several shoppers and the newest, and never more than fit', () => {
    const counts = createLinkCounts(100);
    for (let shopper = 0; shopper < 3; shopper++) counts.add(1, 1, 1, 1000);
    for (let index = 0; index < 1_000; index++) counts.add(2, index, 1, 10_000 + index * 1000);
    const kept = read(counts, [1, 2]);
    expect(kept.size).toBeLessThanOrEqual(100);
    expect(kept.get('1 1')?.shoppers).toBe(3);
    expect(kept.has('2 999')).toBe(true);
    expect(kept.has('2 0')).toBe(false);
  });
});

describe('createLinkCounts', () => {
  it('sums weights, counts shoppers and keeps the newest time', () => {
    const tally = createLinkCounts(100);
    tally.add(1, 2, 0.5, 5000);
    tally.add(1, 2, 0.25, 3000);
    const [link] = tally.toLinks(10).from(1);
    expect(link).toMatchObject({ to: 2, shoppers: 2, lastSeen: 5000 });
    expect(link?.weight).toBeCloseTo(0.75, 5);
  });

  it('orders by weight, then by number, and cuts at the limit while the total stays', () => {
    const tally = createLinkCounts(100);
    for (const [to, weight] of [
      [5, 1],
      [3, 2],
      [9, 1],
      [4, 4],
    ] as const)
      tally.add(0, to, weight, 0);
    const links = tally.toLinks(3);
    expect(links.from(0).map(({ to }) => to)).toEqual([4, 3, 5]);
    expect(links.total(0)).toBe(8);
  });

  it('leaves out links of too few shoppers, also from the total', () => {
    const tally = createLinkCounts(100);
    tally.add(0, 1, 1, 0);
    tally.add(0, 2, 1, 0);
    tally.add(0, 2, 1, 0);
    const links = tally.toLinks(10, 2);
    expect(links.from(0).map(({ to }) => to)).toEqual([2]);
    expect(links.total(0)).toBe(2);
  });

  it('has nothing for a row without links', () => {
    const links = createLinkCounts(10).toLinks(5);
    expect([links.from(0), links.total(0), links.from(99), links.total(99)]).toEqual([[], 0, [], 0]);
    const tally = createLinkCounts(10);
    tally.add(3, 1, 1, 0);
    expect(tally.toLinks(5).from(1)).toEqual([]);
  });
});
