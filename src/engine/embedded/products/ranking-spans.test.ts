import { describe, expect, it } from 'vitest';
import { candidateKey } from '../ranking/candidate-key.ts';
import { findSpan, findUncertain, joinSpans } from './ranking-spans.ts';

const ranking = Float64Array.from([950, 930, 900, 880, 870, 800, 700], (units, at) =>
  candidateKey(units, at),
);

describe('spans of a ranking', () => {
  it.each([
    [870, 930, { from: 1, to: 5 }],
    [-Infinity, Infinity, { from: 0, to: 7 }],
    [710, 790, { from: 6, to: 6 }],
    [960, 999, { from: 0, to: 0 }],
  ])('have the scores from %d to %d', (low, high, span) => {
    expect(findSpan(ranking, low, high)).toEqual(span);
  });

  it.each([
    ['the first page', 0, 3, 25, { from: 0, to: 4 }],
    ['a page in between', 3, 5, 25, { from: 2, to: 5 }],
    ['a page beyond the end', 5, 9, 25, { from: 5, to: 7 }],
    ['an end', 5, 5, 75, { from: 4, to: 6 }],
    ['nothing', 0, 0, 25, { from: 0, to: 0 }],
  ])('hold what may be in the places: %s', (_, from, to, apart, span) => {
    expect(findUncertain(ranking, from, to, apart, apart)).toEqual(span);
  });

  it('are joined where they touch, and left out where they are empty', () => {
    const spans = [
      { from: 5, to: 7 },
      { from: 0, to: 2 },
      { from: 3, to: 3 },
      { from: 2, to: 4 },
    ];
    expect(joinSpans(spans)).toEqual([
      { from: 0, to: 4 },
      { from: 5, to: 7 },
    ]);
  });
});
