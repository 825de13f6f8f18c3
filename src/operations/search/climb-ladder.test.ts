import { describe, expect, it } from 'vitest';
import type { Strategy } from '../../domain/strategy.ts';
import { climbLadder, type RungOutcome } from './climb-ladder.ts';

const rung = (rank: number, minimumResults: number): Strategy => ({
  rank,
  from: 'looks',
  searchMode: 'All',
  minimumResults,
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
});
const outcome = (results: number): RungOutcome => ({
  count: results,
  organic: results,
  hits: [],
  facets: [],
  text: null,
});
const climb = (outcomes: Record<number, RungOutcome>, ladder: Strategy[]) =>
  climbLadder(ladder, async ({ rank }) => outcomes[rank] ?? 'failed');

describe('climbLadder', () => {
  it('tries rungs by rank and stops at the first with enough results', async () => {
    const tried = await climb({ 1: outcome(2), 2: outcome(5), 3: outcome(9) }, [
      rung(3, 1),
      rung(1, 3),
      rung(2, 5),
    ]);
    expect(tried.strategy.rank).toBe(2);
    expect(tried.rungs.map(({ rank }) => rank)).toEqual([1, 2]);
    expect(tried.attempts.map(({ strategy, outcome, added }) => [strategy.rank, outcome, added])).toEqual([
      [1, 'too few', 2],
      [2, 'enough', 3],
    ]);
  });

  it('gives each rung those before it that found something, so that their results stay in front', async () => {
    const ahead: number[][] = [];
    await climbLadder([rung(1, 9), rung(2, 9), rung(3, 9), rung(4, 9)], async ({ rank }, before) => {
      ahead.push(before.map((each) => each.rank));
      return rank === 2 ? 'failed' : outcome(rank);
    });
    expect(ahead).toEqual([[], [1], [1], [1, 3]]);
  });

  it('names the last rung that added something when none has enough', async () => {
    const tried = await climb({ 1: outcome(1), 2: outcome(4), 3: outcome(4) }, [
      rung(1, 9),
      rung(2, 9),
      rung(3, 9),
    ]);
    expect([tried.strategy.rank, tried.set?.count]).toEqual([2, 4]);
    expect(tried.attempts.at(-1)).toMatchObject({ added: 0, results: 4, outcome: 'too few' });
  });

  it('keeps the first set when later rungs add nothing', async () => {
    const tried = await climb({ 1: outcome(0), 2: outcome(0) }, [rung(1, 3), rung(2, 3)]);
    expect([tried.strategy.rank, tried.set?.count, tried.rungs.length]).toEqual([1, 0, 1]);
  });

  it('skips a rung that fails or has no picture', async () => {
    const tried = await climb({ 1: 'no picture', 3: outcome(1) }, [rung(1, 1), rung(2, 1), rung(3, 1)]);
    expect(tried.strategy.rank).toBe(3);
    expect(tried.attempts.map(({ outcome }) => outcome)).toEqual(['no picture', 'failed', 'enough']);
  });

  it('returns no set and names the first rung when all rungs fail', async () => {
    const tried = await climb({}, [rung(2, 1), rung(1, 1)]);
    expect([tried.strategy.rank, tried.set, tried.rungs]).toEqual([1, null, []]);
  });
});
