import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPeriod } from './quota-period.ts';

const kinds = ['hour', 'day', 'week', 'month'] as const;

describe('quota period', () => {
  it('contains its moment, and the next one begins where it ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...kinds), fc.integer({ min: -1e12, max: 4e12 }), (per, nowMs) => {
        const { startMs, endMs } = findPeriod(per, nowMs);
        expect(startMs).toBeLessThanOrEqual(nowMs);
        expect(endMs).toBeGreaterThan(nowMs);
        expect(findPeriod(per, startMs)).toEqual({ startMs, endMs });
        expect(findPeriod(per, endMs - 1)).toEqual({ startMs, endMs });
        expect(findPeriod(per, endMs).startMs).toBe(endMs);
      }),
      { verbose: true },
    );
  });

  it.each([
    ['month', '2028-02-29T23:59:59.999Z', '2028-02-01', '2028-03-01'],
    ['month', '2026-12-31T12:00:00Z', '2026-12-01', '2027-01-01'],
    ['week', '2026-11-15T23:00:00Z', '2026-11-09', '2026-11-16'],
    ['week', '2026-11-16T00:00:00Z', '2026-11-16', '2026-11-23'],
    ['day', '2026-11-15T00:00:00Z', '2026-11-15', '2026-11-16'],
  ] as const)('%s of %s', (per, at, start, end) => {
    expect(findPeriod(per, Date.parse(at))).toEqual({ startMs: Date.parse(start), endMs: Date.parse(end) });
  });
});
