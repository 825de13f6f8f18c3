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
  it.each<[string, Answer | null, Answer | null, number, string | null]>([
    ['the same', answer(), answer(), 0, null],
    ['neither has the box', null, null, 0, null],
    ['one has no such box', answer(), null, 0, 'only one side'],
    ['exactly: another facet', answer(), answer({ rest: [] }), 0, 'rest.0: "resultFound", there nothing'],
    [
      'exactly: a score that differs by little',
      answer(),
      scored(['a', 0.9], ['b', 0.5001]),
      0,
      'results.1.score: 0.5, there 0.5001',
    ],
    ['within the tolerance', answer(), scored(['a', 0.9004], ['b', 0.4997]), 0.001, null],
    [
      'neighbours that change places',
      scored(['a', 0.5], ['b', 0.4999]),
      scored(['b', 0.5], ['a', 0.4999]),
      0.001,
      null,
    ],
    ['another product of the same score', answer(), scored(['a', 0.9], ['c', 0.5]), 0.001, null],
    ['a score too far away', answer(), scored(['a', 0.9], ['b', 0.52]), 0.001, 'place 2'],
    [
      'products that change places',
      scored(['a', 0.9], ['b', 0.9]),
      scored(['b', 0.9], ['a', 0.5]),
      0.001,
      'a has the score',
    ],
    ['another count', answer(), answer({ count: 3 }), 0.001, '2 results, there 3'],
    ['a page that ends earlier', answer(), answer({ results: [] }), 0.001, 'different lengths'],
  ])('%s', (_, here, there, tolerance, expected) => {
    const difference = findDifference(here, there, { tolerance });
    if (expected === null) expect(difference).toBeNull();
    else expect(difference).toContain(expected);
  });
});
