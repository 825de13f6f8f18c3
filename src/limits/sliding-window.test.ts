import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlidingWindow } from './sliding-window.ts';

const noon = Date.UTC(2026, 10, 15, 12, 0, 0);

describe('sliding window', () => {
  it('says exactly when the next call fits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 4000 }), { minLength: 1, maxLength: 60 }),
        (limit, gaps) => {
          const window = createSlidingWindow(10);
          let at = noon;
          for (const gap of gaps) {
            at += gap;
            const waitMs = window.waitMs(limit, at);
            if (waitMs === 0) window.count(at);
            else {
              expect(window.waitMs(limit, at + waitMs - 1)).toBeGreaterThan(0);
              expect(window.waitMs(limit, at + Math.ceil(waitMs))).toBe(0);
            }
          }
        },
      ),
      { verbose: true },
    );
  });

  it('lists its counts so that another window goes on from them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9000 }), { maxLength: 40 }), (offsets) => {
        const window = createSlidingWindow(10);
        for (const offset of offsets.toSorted((a, b) => a - b)) window.count(noon + offset);
        const copy = createSlidingWindow(10);
        for (const { atMs, calls } of window.slotCounts(noon + 9000)) copy.count(atMs, calls);
        for (const laterMs of [0, 500, 5000, 12_000])
          expect(copy.waitMs(3, noon + 9000 + laterMs)).toBe(window.waitMs(3, noon + 9000 + laterMs));
      }),
      { verbose: true },
    );
  });

  it('moves counts of the future to now without losing any, and leaves the others where they are', () => {
    const window = createSlidingWindow(10);
    for (const offset of [0, 1000, 2000]) window.count(noon + 3_600_000 + offset);
    window.clampTo(noon);
    expect(window.slotCounts(noon).map(({ atMs, calls }) => [atMs - noon, calls])).toEqual([
      [-2000, 1],
      [-1000, 1],
      [0, 1],
    ]);
    const near = createSlidingWindow(10);
    near.count(noon + 5000);
    near.clampTo(noon);
    expect(near.slotCounts(noon)).toEqual([{ atMs: noon + 5000, calls: 1 }]);
  });
});
