import type { Strategy } from '../domain/strategy.ts';
import type { CandidateSet } from '../engine/engine.ts';
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
      readonly set: CandidateSet;
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

export type Climb = {
  readonly strategy: Strategy;
  /** null when no rung gave a set. */
  readonly set: CandidateSet | null;
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
): Promise<Climb> => {
  const ladder = [...strategies].sort((a, b) => a.rank - b.rank);
  const attempts: Attempt[] = [];
  let best: Found | null = null;
  for (const strategy of ladder) {
    const startedAt = performance.now();
    const outcome = await tryRung(strategy);
    attempts.push({ strategy, ...verdictOf(strategy, outcome), tookMs: elapsedMs(startedAt) });
    if (outcome.kind !== 'set') continue;
    const found: Found = { ...outcome, strategy };
    if (found.results >= strategy.minimumResults) return climbOf(found, attempts);
    if (best === null || found.results > best.results) best = found;
  }
  if (best !== null) return climbOf(best, attempts);
  return { strategy: firstRung(ladder), set: null, organic: 0, attempts };
};

type Found = Extract<RungOutcome, { kind: 'set' }> & {
  readonly strategy: Strategy;
};

const climbOf = ({ strategy, set, organic }: Found, attempts: readonly Attempt[]): Climb => {
  return { strategy, set, organic, attempts };
};

export const firstRung = (strategies: readonly Strategy[]): Strategy => {
  const [first, ...others] = strategies;
  if (first === undefined) throw new Error('A search box has at least one strategy.');
  return others.reduce((lowest, other) => (other.rank < lowest.rank ? other : lowest), first);
};

const verdictOf = (
  { minimumResults }: Strategy,
  outcome: RungOutcome,
): Pick<Attempt, 'results' | 'outcome'> => {
  if (outcome.kind === 'no-picture') return { results: 0, outcome: 'no picture' };
  if (outcome.kind === 'failed') return { results: 0, outcome: 'failed' };
  const { results } = outcome;
  return { results, outcome: results >= minimumResults ? 'enough' : 'too few' };
};
