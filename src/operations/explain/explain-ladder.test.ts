import { describe, expect, it } from 'vitest';
import { type Strategy, strategyDefaults } from '../../domain/strategy.ts';
import type { Attempt, LadderResult } from '../search/climb-ladder.ts';
import { explainLadder } from './explain-ladder.ts';

const looks: Strategy = { ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All', minimumResults: 3 };
const text: Strategy = { ...strategyDefaults, rank: 2, from: 'text', searchMode: 'Any' };

const attempt = (strategy: Strategy, outcome: Attempt['outcome'], results = 0): Attempt => ({
  strategy,
  outcome,
  results,
  tookMs: 1,
});
const set = { count: 1, hits: [], facets: [], text: null } as unknown as NonNullable<LadderResult['set']>;
const explain = (strategy: Strategy, attempts: Attempt[], hasSet = true): string[] =>
  explainLadder({ strategy, attempts, set: hasSet ? set : null, organic: 0 }).map(
    ({ answered, reason }) => `${answered ? 'answered: ' : ''}${reason}`,
  );

describe('explainLadder', () => {
  it('says why a rung was skipped and which one answered', () => {
    expect(explain(text, [attempt(looks, 'too few', 1), attempt(text, 'enough', 2)])).toEqual([
      '1 look-alike, fewer than the 3 asked for: the next rung is tried.',
      'answered: 2 products with such words, at least the 1 asked for: this rung answers.',
    ]);
  });

  it('names a missing picture and a failure', () => {
    expect(explain(looks, [attempt(looks, 'no picture'), attempt(text, 'failed')], false)).toEqual([
      'The product has no usable picture: the next rung is tried.',
      'The search failed: there is no further rung.',
    ]);
  });

  it('says when the rung with most results answers although it has too few', () => {
    expect(explain(looks, [attempt(looks, 'too few', 2), attempt(text, 'too few', 0)])).toEqual([
      'answered: 2 look-alikes, fewer than the 3 asked for: no rung has enough and this one has most, so it answers.',
      '0 products with such words, fewer than the 1 asked for: there is no further rung.',
    ]);
  });
});
