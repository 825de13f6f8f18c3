import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxDefaults, resolveMinimumScore, resolveWeights } from './box.ts';

describe('the weights of a box', () => {
  it.each([
    ['as decided', { looks: 1, colour: 0.5 }, 0.2, { looks: 1, colour: 0.5, title: 0.30000000000000004 }],
    [
      'as decided, beside other colours',
      { looks: 1, colour: -1 },
      0.25,
      { looks: 1, colour: -1, title: 0.5 },
    ],
    ['of the box itself', { looks: 1, colour: 0, title: 0.4 }, 0.2, { looks: 1, colour: 0, title: 0.4 }],
    ['none, though one was decided', { looks: 1, colour: 0, title: 0 }, 0.2, { looks: 1, colour: 0 }],
    ['none, as decided', { looks: 1, colour: 0 }, 0, { looks: 1, colour: 0 }],
    ['none where titles are not compared', { looks: 1, colour: 0, title: 1 }, null, { looks: 1, colour: 0 }],
  ])('have a title weight: %s', (_name, weights, decided, expected) => {
    expect(resolveWeights(weights, decided)).toEqual(expected);
  });

  it('give the title the decided share, whatever the scale of the others', () => {
    const positive = fc.double({ min: 0.01, max: 10, noNaN: true });
    fc.assert(
      fc.property(positive, positive, positive, positive, (looks, colour, decided, scale) => {
        const share = (some: Parameters<typeof resolveWeights>[0]): number => {
          const { looks: l, colour: c, title = 0 } = resolveWeights(some, decided);
          return title / (l + c + title);
        };
        expect(share({ looks: looks * scale, colour: colour * scale })).toBeCloseTo(
          share({ looks, colour }),
          9,
        );
        expect(share({ looks, colour })).toBeCloseTo(decided / (1 + decided), 9);
      }),
    );
  });
});

describe('the minimum similarity of a box', () => {
  const { weights } = boxDefaults;
  it.each([
    ['its own', { minimumScore: 0.2, weights }, 0.6, 0.2],
    ['its own, which keeps everything', { minimumScore: 0, weights }, 0.6, 0],
    ['as measured', { weights }, 0.6, 0.6],
    ['as measured, as sliders round the weights', { weights: { looks: 0.77, colour: 0.23 } }, 0.6, 0.6],
    ['none where nothing was measured', { weights }, null, 0],
    ['none beside more colour', { weights: { looks: 1, colour: 0.6 } }, 0.6, 0],
    ['none beside other titles', { weights: { ...weights, title: 0.2 } }, 0.6, 0],
  ])('is %s', (_name, box, decided, expected) => {
    expect(resolveMinimumScore(box, decided)).toBe(expected);
  });
});
