import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linear, ticks, withoutEqualLabels } from './scale.ts';

describe('linear', () => {
  it('maps the ends of the domain to the ends of the range, also when the range is upside down', () => {
    const y = linear([0, 10], [200, 0]);
    expect([y(0), y(5), y(10)]).toEqual([200, 100, 0]);
  });

  it('maps every value of an empty domain to the start instead of dividing by zero', () => {
    expect(linear([3, 3], [10, 20])(3)).toBe(10);
  });
});

describe('ticks', () => {
  it.each([
    [47, [0, 20, 40, 60]],
    [4, [0, 1, 2, 3, 4]],
    [1, [0, 0.25, 0.5, 0.75, 1]],
    [0, [0, 1]],
    [-5, [0, 1]],
  ])('up to %d are %o', (maximum, expected) => {
    expect(ticks(maximum)).toEqual(expected);
  });

  it('begin at 0, rise evenly, reach the maximum and are few, for any maximum', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), (maximum) => {
        const levels = ticks(maximum);
        const [first = -1, second = -1] = levels;
        expect(first).toBe(0);
        expect(levels.at(-1) ?? 0).toBeGreaterThanOrEqual(maximum * (1 - 1e-9));
        expect(levels.length).toBeLessThanOrEqual(6);
        for (const [index, level] of levels.entries()) expect(level).toBeCloseTo(index * second, 6);
      }),
    );
  });
});

describe('withoutEqualLabels', () => {
  it('drops levels whose label repeats the one below', () => {
    expect(withoutEqualLabels([0, 0.5, 1, 1.5, 2], (value) => value.toFixed(0))).toEqual([0, 1, 2]);
  });

  it('keeps all levels with labels of their own', () => {
    expect(withoutEqualLabels([0, 0.5, 1], String)).toEqual([0, 0.5, 1]);
  });
});
