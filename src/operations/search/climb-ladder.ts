import type { Strategy } from '../../domain/strategy.ts';
import type { SearchResult } from '../../engine/engine.ts';
import { elapsedMs } from './stopwatch.ts';

/**
 * The outcome of one rung. `organic` is the size of the set without pinned products. `results` is the same before
 * the caller's filter, and decides whether the rung has enough: a filter must not switch to another rung, or the
 * count of a facet value would differ from the results of choosing it. (When the filtered set already has enough,
 * `results` is its size: a lower bound with the same outcome.)
 */
export type RungOutcome =
  | {
      readonly kind: 'set';
      readonly set: SearchResult;
      readonly organic: number;
      readonly results: number;
    }
  /** The rung compares pictures and the source product has none. */
  | { readonly kind: 'no-picture' }
  | { readonly kind: 'failed' };

/** One rung that was tried, for the explanation. */
export type Attempt = {
  readonly strategy: Strategy;
  readonly results: number;
  readonly outcome: 'enough' | 'too few' | 'no picture' | 'failed';
  readonly tookMs: number;
};

export type LadderResult = {
  readonly strategy: Strategy;
  /** null when no rung returned a set. */
  readonly set: SearchResult | null;
  /** Size of the set without pinned products. */
  readonly organic: number;
  readonly attempts: readonly Attempt[];
};

/**
 * Tries the rungs by rank and returns the first with enough results. When none has enough, it returns the one
 * with the most results, the earlier one of a tie. A rung that fails is skipped.
 */
export const climbLadder = async (
  strategies: readonly Strategy[],
  tryRung: (strategy: Strategy) => Promise<RungOutcome>,
): Promise<LadderResult> => {
  const ladder = [...strategies].sort((a, b) => a.rank - b.rank);
  const attempts: Attempt[] = [];
  let best: RungResult | null = null;
  for (const strategy of ladder) {
    const startedAt = performance.now();
    const outcome = await tryRung(strategy);
    attempts.push({ strategy, ...judgeOutcome(strategy, outcome), tookMs: elapsedMs(startedAt) });
    if (outcome.kind !== 'set') continue;
    const result: RungResult = { ...outcome, strategy };
    if (result.results >= strategy.minimumResults) return toLadderResult(result, attempts);
    if (best === null || result.results > best.results) best = result;
  }
  if (best !== null) return toLadderResult(best, attempts);
  return { strategy: firstRung(ladder), set: null, organic: 0, attempts };
};

type RungResult = Extract<RungOutcome, { kind: 'set' }> & {
  readonly strategy: Strategy;
};

const toLadderResult = (
  { strategy, set, organic }: RungResult,
  attempts: readonly Attempt[],
): LadderResult => {
  return { strategy, set, organic, attempts };
};

export const firstRung = (strategies: readonly Strategy[]): Strategy => {
  const [first, ...others] = strategies;
  if (first === undefined) throw new Error('A search box has at least one strategy.');
  return others.reduce((lowest, other) => (other.rank < lowest.rank ? other : lowest), first);
};

const judgeOutcome = (
  { minimumResults }: Strategy,
  outcome: RungOutcome,
): Pick<Attempt, 'results' | 'outcome'> => {
  if (outcome.kind === 'no-picture') return { results: 0, outcome: 'no picture' };
  if (outcome.kind === 'failed') return { results: 0, outcome: 'failed' };
  const { results } = outcome;
  return { results, outcome: results >= minimumResults ? 'enough' : 'too few' };
};
