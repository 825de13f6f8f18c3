import { describe, expect, it } from 'vitest';
import { findMinimumScore } from '../../src/learning/looks/decide/measure.ts';
import { renderCalibration } from './render.ts';

describe('a minimum score', () => {
  const steps = [
    { score: 0.1, right: 0.2 },
    { score: 0.4, right: 0.6 },
    { score: 0.7, right: 0.95 },
  ];

  it.each([
    [0, 0.1],
    [0.5, 0.4],
    [0.6, 0.4],
    [0.9, 0.7],
    [0.99, null],
  ])('for a share of %d is %d', (share, expected) => {
    expect(findMinimumScore(steps, share)).toBe(expected);
  });

  it('is named for the shares that can be reached', () => {
    expect(renderCalibration(steps)).toEqual([
      'results with the right value, at default weights: 50 % from a score of 0.40 on, 75 % from a score of 0.70 on, 90 % from a score of 0.70 on',
    ]);
    expect(renderCalibration([{ score: 0.1, right: 0.2 }])).toEqual([]);
    expect(renderCalibration([])).toEqual([]);
  });
});
