import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreesOverall, selectRequired } from './field-values.ts';
import { combine, scoreUnits, toUnits } from './score.ts';

describe('toUnits', () => {
  it.each([
    [0, 0],
    [1, 1_000_000],
    [0.5, 500_000],
    [0.123456789, 123_457],
    [0.0000004, 0],
    [0.0000005, 1],
    [-0.2, 0],
    [1.0000001, 1_000_000],
    [Infinity, 1_000_000],
    [-Infinity, 0],
  ])('of %d is %d', (score, expected) => {
    expect(toUnits(score)).toBe(expected);
  });

  it('is a whole number between 0 and the unit, and keeps the order', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
        const [x, y] = [toUnits(a), toUnits(b)];
        expect(Number.isInteger(x)).toBe(true);
        expect(x >= 0 && x <= scoreUnits).toBe(true);
        if (a <= b) expect(x).toBeLessThanOrEqual(y);
      }),
    );
  });
});

describe('combine', () => {
  it.each([
    [{ looks: 1, colour: 0 }, 0.8, 0.2, 800_000],
    [{ looks: 0, colour: 1 }, 0.8, 0.2, 200_000],
    [{ looks: 1, colour: 1 }, 0.8, 0.2, 500_000],
    [{ looks: 3, colour: 1 }, 0.8, 0.4, 700_000],
    // The title of these products is 0.5 alike; it counts only with a weight.
    [{ looks: 1, colour: 0, title: 1 }, 0.8, 0.2, 650_000],
    [{ looks: 2, colour: 1, title: 1 }, 0.8, 0.2, 575_000],
    [{ looks: 1, colour: 1, title: 0 }, 0.8, 0.2, 500_000],
    [{ looks: 0, colour: 0, title: 1 }, 0.8, 0.2, 500_000],
    // Below 0, what is less alike in colour scores more.
    [{ looks: 1, colour: -1 }, 0.8, 0.2, 800_000],
    [{ looks: 1, colour: -1 }, 0.8, 1, 400_000],
    [{ looks: 3, colour: -1 }, 0.8, 0, 850_000],
    [{ looks: 0, colour: -1 }, 0.8, 0.2, 800_000],
    [{ looks: 2, colour: -1, title: 1 }, 0.8, 0.2, 725_000],
    [{ looks: 0, colour: 0 }, 1, 1, 0],
    [{ looks: 1, colour: 0 }, -0.4, 1, 0],
  ])('%j of %d and %d is %d', (weights, looks, colour, expected) => {
    expect(combine(weights, looks, colour, 0.5)).toBe(expected);
  });

  it('with a weight below 0 is that of the opposite colour, and never grows with likeness in colour', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const weight = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(weight, weight, share, share, share, (wl, wc, looks, colour, other) => {
        const score = (alike: number): number => combine({ looks: wl, colour: -wc }, looks, alike);
        const opposite = combine({ looks: wl, colour: wc }, looks, 1 - colour);
        expect(Math.abs(score(colour) - opposite)).toBeLessThanOrEqual(1);
        if (colour <= other) expect(score(colour)).toBeGreaterThanOrEqual(score(other));
      }),
    );
  });

  it('depends on the ratio of the weights alone, and lies between the two', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const weight = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(
        weight,
        weight,
        share,
        share,
        fc.integer({ min: 2, max: 9 }),
        (wl, wc, looks, colour, times) => {
          const units = combine({ looks: wl, colour: wc }, looks, colour);
          const scaled = combine({ looks: wl * times, colour: wc * times }, looks, colour);
          expect(Math.abs(units - scaled)).toBeLessThanOrEqual(1);
          expect(units).toBeGreaterThanOrEqual(toUnits(Math.min(looks, colour)) - 1);
          expect(units).toBeLessThanOrEqual(toUnits(Math.max(looks, colour)) + 1);
        },
      ),
    );
  });
});

describe('selectRequired', () => {
  it.each([
    ['text', ['red'], ['red']],
    ['list', ['S', 'M'], ['S', 'M']],
    ['number', [5], [5]],
    ['path', ['Women', 'Women/Tops', 'Women/Tops/Shirts'], ['Women/Tops/Shirts']],
    [
      'path',
      ['Men', 'Men/Bottoms', 'Men/Bottoms/Pants', 'Promotions', 'Promotions/Sale'],
      ['Men/Bottoms/Pants'],
    ],
    ['path', ['A', 'A/B', 'C', 'C/D'], ['A/B', 'C/D']],
    ['path', ['A', 'B'], ['A', 'B']],
    ['path', [], []],
    ['text', [], []],
  ] as const)('of a %s field with %j is %j', (type, values, expected) => {
    expect(selectRequired(type, values)).toEqual(expected);
  });
});

describe('agreesOverall', () => {
  it.each([
    ['All', [], true],
    ['Any', [], true],
    ['All', [true, true], true],
    ['All', [true, false], false],
    ['Any', [true, false], true],
    ['Any', [false, false], false],
  ] as const)('%s of %j is %s', (mode, verdicts, expected) => {
    expect(agreesOverall(mode, verdicts)).toBe(expected);
  });
});
