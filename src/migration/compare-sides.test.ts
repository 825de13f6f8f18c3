import { describe, expect, it } from 'vitest';
import type { Answer } from './ask-side.ts';
import { findDifference } from './compare-sides.ts';

const answer = (changes: Partial<Answer> = {}): Answer => ({
  results: [
    { name: 'a', score: 0.9 },
    { name: 'b', score: 0.5 },
  ],
  count: 2,
  rest: ['resultFound', [{ name: 'colour', values: ['red'] }]],
  ...changes,
});
const scored = (...scores: [string, number][]): Answer =>
  answer({ results: scores.map(([name, score]) => ({ name, score })) });

describe('answers of two places', () => {
  it.each<[string, Answer | null, Answer | null, string | null]>([
    ['the same', answer(), answer(), null],
    ['neither has the box', null, null, null],
    ['one has no such box', answer(), null, 'only one side'],
    ['another facet', answer(), answer({ rest: [] }), 'rest.0: "resultFound", there nothing'],
    [
      'a score that differs by little',
      answer(),
      scored(['a', 0.9], ['b', 0.5001]),
      'results.1.score: 0.5, there 0.5001',
    ],
  ])('%s', (_, here, there, expected) => {
    const difference = findDifference(here, there);
    if (expected === null) expect(difference).toBeNull();
    else expect(difference).toContain(expected);
  });
});
