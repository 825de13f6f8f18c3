import { describe, expect, it } from 'vitest';
import { type Strategy, strategyDefaults } from '../../domain/strategy.ts';
import type { Attempt } from '../search/climb-ladder.ts';
import { explainLadder } from './explain-ladder.ts';

const looks: Strategy = { ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All', minimumResults: 3 };
const text: Strategy = { ...strategyDefaults, rank: 2, from: 'text', searchMode: 'Any' };

const attempt = (strategy: Strategy, outcome: Attempt['outcome'], results = 0, added = results): Attempt => ({
  strategy,
  outcome,
  results,
  added,
  tookMs: 1,
});
const explain = (rungs: Strategy[], attempts: Attempt[]): string[] =>
  explainLadder({ strategy: looks, rungs, attempts, set: null }).map(
    ({ answered, reason }) => `${answered ? 'answered: ' : ''}${reason}`,
  );

describe('explainLadder', () => {
  it('says how many results each rung added', () => {
    expect(explain([looks, text], [attempt(looks, 'too few', 1), attempt(text, 'enough', 3, 2)])).toEqual([
      'answered: 1 look-alike, fewer than the 3 asked for: the next rung adds to it.',
      'answered: 2 products with such words more, 3 in all, at least the 1 asked for: the search ends here.',
    ]);
  });

  it('names a missing picture and a failure', () => {
    expect(explain([], [attempt(looks, 'no picture'), attempt(text, 'failed')])).toEqual([
      'The product has no usable picture: the next rung is tried.',
      'The search failed: there is no further rung.',
    ]);
  });

  it('says when there is no further rung although there are too few', () => {
    expect(explain([looks], [attempt(looks, 'too few', 2), attempt(text, 'too few', 2, 0)])).toEqual([
      'answered: 2 look-alikes, fewer than the 3 asked for: the next rung adds to it.',
      '0 products with such words more, 2 in all, fewer than the 1 asked for: there is no further rung.',
    ]);
  });
});
