import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calibrateScores, createRandom } from './measure.ts';

const judged = fc.array(
  fc.record({ score: fc.integer({ min: 0, max: 100 }).map((score) => score / 100), isRight: fc.boolean() }),
  { maxLength: 600 },
);

/** Results whose chance to be right is their score. */
const drawHonest = (count: number) => {
  const random = createRandom(8);
  return Array.from({ length: count }, () => {
    const score = random();
    return { score, isRight: random() < score };
  });
};

const readShare = (steps: ReturnType<typeof calibrateScores>, score: number): number | undefined =>
  steps.findLast((step) => step.score <= score)?.right;

describe('the calibration of scores', () => {
  it('rises with the score, in shares from 0 to 1, and starts with the lowest score', () => {
    fc.assert(
      fc.property(judged, (results) => {
        const steps = calibrateScores(results);
        steps.slice(1).forEach((step, at) => {
          expect(step.score).toBeGreaterThan(steps[at]?.score ?? 1);
          expect(step.right).toBeGreaterThan(steps[at]?.right ?? 1);
        });
        expect(steps.every(({ right }) => right >= 0 && right <= 1)).toBe(true);
        expect(steps[0]?.score).toBe(
          results.length === 0 ? undefined : Math.min(...results.map(({ score }) => score)),
        );
      }),
    );
  });

  it('does not depend on the order of the results', () => {
    fc.assert(
      fc.property(judged, (results) => {
        expect(calibrateScores([...results].reverse())).toEqual(calibrateScores(results));
      }),
    );
  });

  it('keeps the number of right results', () => {
    fc.assert(
      fc.property(judged, (results) => {
        const steps = calibrateScores(results);
        const expected = results.reduce((sum, { score }) => sum + (readShare(steps, score) ?? 0), 0);
        expect(expected).toBeCloseTo(results.filter(({ isRight }) => isRight).length, 6);
      }),
    );
  });

  it('finds the chance behind each score', () => {
    const steps = calibrateScores(drawHonest(20_000));
    for (const score of [0.1, 0.3, 0.5, 0.7, 0.9])
      expect(Math.abs((readShare(steps, score) ?? 0) - score)).toBeLessThan(0.1);
  });

  it.each([
    ['nothing', [], []],
    [
      'few results: one step',
      [
        { score: 0.5, isRight: true },
        { score: 0.2, isRight: false },
      ],
      [{ score: 0.2, right: 0.5 }],
    ],
    [
      'scores that mislead: one step',
      Array.from({ length: 200 }, (_, at) => ({ score: at / 200, isRight: at < 100 })),
      [{ score: 0, right: 0.5 }],
    ],
    [
      'equal scores: one step',
      Array.from({ length: 200 }, (_, at) => ({ score: 0.5, isRight: at % 4 === 0 })),
      [{ score: 0.5, right: 0.25 }],
    ],
    [
      'scores that tell right from wrong',
      Array.from({ length: 200 }, (_, at) => ({ score: at / 200, isRight: at >= 120 })),
      [
        { score: 0, right: 0 },
        { score: 0.6, right: 1 },
      ],
    ],
  ])('of %s', (_name, results, expected) => {
    expect(calibrateScores(results)).toEqual(expected);
  });
});
