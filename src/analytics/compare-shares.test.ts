import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareShares } from './read-outcomes.ts';

const counts = (clicked: number, shown: number) => ({ clicked, shown });

describe('compareShares', () => {
  // Newcombe 1998, table II, method 10.
  it.each([
    [counts(56, 70), counts(48, 80), 0.2, 0.0524, 0.3339],
    [counts(9, 10), counts(3, 10), 0.6, 0.1705, 0.809],
    [counts(5, 56), counts(0, 29), 0.0893, -0.0381, 0.1926],
    [counts(0, 10), counts(0, 10), 0, -0.2775, 0.2775],
    [counts(10, 10), counts(0, 10), 1, 0.6075, 1],
  ])('gives the published interval of %j against %j', (treated, control, value, low, high) => {
    const difference = compareShares(treated, control);
    expect(difference?.value).toBeCloseTo(value, 4);
    expect(difference?.low).toBeCloseTo(low, 3);
    expect(difference?.high).toBeCloseTo(high, 3);
  });

  it.each([
    [counts(0, 0), counts(1, 2)],
    [counts(1, 2), counts(0, 0)],
  ])('knows nothing while a side was never shown', (treated, control) => {
    expect(compareShares(treated, control)).toBeNull();
  });

  it('takes more clicks than lists as all of them', () => {
    expect(compareShares(counts(5, 4), counts(1, 4))?.value).toBe(0.75);
  });

  it('stays within -1 and 1, holds the difference, and turns with its sides', () => {
    const side = fc
      .tuple(fc.integer({ min: 1, max: 5000 }), fc.double({ min: 0, max: 1, noNaN: true }))
      .map(([shown, share]) => counts(Math.floor(share * shown), shown));
    fc.assert(
      fc.property(side, side, (treated, control) => {
        const there = compareShares(treated, control);
        const back = compareShares(control, treated);
        if (!there || !back) throw new Error('both sides were shown');
        expect(there.low).toBeGreaterThanOrEqual(-1.000001);
        expect(there.high).toBeLessThanOrEqual(1.000001);
        expect(there.low).toBeLessThanOrEqual(there.value + 1e-12);
        expect(there.high).toBeGreaterThanOrEqual(there.value - 1e-12);
        expect(back.value).toBeCloseTo(-there.value, 10);
        expect(back.low).toBeCloseTo(-there.high, 10);
      }),
    );
  });
});
