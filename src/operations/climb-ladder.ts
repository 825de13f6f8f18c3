import type { Strategy } from '../domain/strategy.ts';
import type { SearchResult } from '../engine/engine.ts';
import { elapsedMs } from './stopwatch.ts';

/**
 * What one rung gave. `organic` is the size of the set without what campaigns pinned into it. `results` is
 * the same before the caller's filters, and decides the climb: a filter must not send a shopper to another
 * rung, or the count beside a facet value would not be what choosing it shows. (Where the filtered set is
 * already enough, `results` is its size: a lower bound that decides the same.)
 */
export type RungOutcome =
  | {
      readonly kind: 'set';
      readonly set: SearchResult;
      readonly organic: number;
      readonly results: number;
    }
  /** The rung needs a picture and the source has none. */
  | { readonly kind: 'no-picture' }
  | { readonly kind: 'failed' };

/** One line of the trace of the climb. */
export type Attempt = {
  readonly strategy: Strategy;
  readonly results: number;
  readonly outcome: 'enough' | 'too few' | 'no picture' | 'failed';
  readonly tookMs: number;
};

export type LadderResult = {
  readonly strategy: Strategy;
  /** null when no rung gave a set. */
  readonly set: SearchResult | null;
  /** Size of the set without pins. */
  readonly organic: number;
  readonly attempts: readonly Attempt[];
};

/**
 * The first rung, by rank, with enough results answers. When none has enough, the one with most results
 * does, the earlier of equals. A rung that fails is passed over: the next one may still help.
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
