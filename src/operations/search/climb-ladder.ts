import type { Strategy } from '../../domain/strategy.ts';
import type { SearchResult } from '../../engine/engine.ts';
import { elapsedMs } from './stopwatch.ts';

/**
 * The outcome of one rung, with what the rungs ahead found in front. The organic results of its set decide whether there
 * is enough: neither pins nor what a shopper chooses among the facets switch to another rung.
 */
export type RungOutcome = SearchResult | 'no picture' | 'failed';

export type Attempt = {
  readonly strategy: Strategy;
  /** With those of the rungs before it. */
  readonly results: number;
  /** How many of them this rung added. */
  readonly added: number;
  readonly outcome: 'enough' | 'too few' | 'no picture' | 'failed';
  readonly tookMs: number;
};

export type LadderResult = {
  /** The last rung that added something; the first one that returned a set when none did. */
  readonly strategy: Strategy;
  /** The rungs whose results are in the set, in this order. */
  readonly rungs: readonly Strategy[];
  /** null when no rung returned a set. */
  readonly set: SearchResult | null;
  readonly attempts: readonly Attempt[];
};

/** Searches one rung; what the rungs `ahead` found stays in front. */
export type TryRung = (strategy: Strategy, ahead: readonly Strategy[]) => Promise<RungOutcome>;

/**
 * Tries the rungs by rank until there are enough results. A rung with too few keeps its results: the next one adds
 * behind them what is not there yet. A rung that fails or adds nothing is skipped.
 */
export const climbLadder = async (
  strategies: readonly Strategy[],
  tryRung: TryRung,
): Promise<LadderResult> => {
  const ladder = [...strategies].sort((a, b) => a.rank - b.rank);
  const attempts: Attempt[] = [];
  let [set, rungs]: [SearchResult | null, readonly Strategy[]] = [null, []];
  for (const strategy of ladder) {
    const startedAt = performance.now();
    const before = set?.organic ?? 0;
    const outcome = await tryRung(strategy, rungs);
    attempts.push({ strategy, ...judgeOutcome(strategy, outcome, before), tookMs: elapsedMs(startedAt) });
    if (typeof outcome === 'string') continue;
    const { organic } = outcome;
    if (set === null || organic > before) [set, rungs] = [outcome, [...rungs, strategy]];
    if (organic >= strategy.minimumResults) break;
  }
  return { strategy: rungs.at(-1) ?? firstRung(ladder), rungs, set, attempts };
};

export const firstRung = (strategies: readonly Strategy[]): Strategy => {
  const [first, ...others] = strategies;
  if (first === undefined) throw new Error('A search box has at least one strategy.');
  return others.reduce((lowest, other) => (other.rank < lowest.rank ? other : lowest), first);
};

const judgeOutcome = (
  { minimumResults }: Strategy,
  outcome: RungOutcome,
  before: number,
): Pick<Attempt, 'results' | 'added' | 'outcome'> => {
  if (typeof outcome === 'string') return { results: before, added: 0, outcome };
  const { organic: results } = outcome;
  const added = Math.max(0, results - before);
  return { results, added, outcome: results >= minimumResults ? 'enough' : 'too few' };
};
