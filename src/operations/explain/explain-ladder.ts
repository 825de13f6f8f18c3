import type { Attempt, LadderResult } from '../search/climb-ladder.ts';

export type ExplainedAttempt = Attempt & {
  /** Results of this rung are in the answer. */
  readonly answered: boolean;
  /** Why the search stopped here or went on. */
  readonly reason: string;
};

export const explainLadder = ({ attempts, rungs }: LadderResult): ExplainedAttempt[] =>
  attempts.map((attempt, index) => {
    const answered = rungs.includes(attempt.strategy);
    const isLast = index === attempts.length - 1;
    return {
      ...attempt,
      answered,
      reason: `${describeOutcome(attempt)}: ${describeNextStep(attempt, isLast)}.`,
    };
  });

const describeOutcome = ({ strategy, results, added, outcome }: Attempt): string => {
  const { from, minimumResults } = strategy;
  switch (outcome) {
    case 'no picture':
      return 'The product has no usable picture';
    case 'failed':
      return 'The search failed';
    case 'enough':
    case 'too few': {
      const kind = from === 'looks' ? 'look-alike' : 'product with such words';
      const comparison = outcome === 'enough' ? 'at least' : 'fewer than';
      const total = added === results ? '' : ` more, ${results} in all`;
      return `${plural(added, kind)}${total}, ${comparison} the ${minimumResults} asked for`;
    }
  }
};

const describeNextStep = ({ outcome }: Attempt, isLast: boolean): string => {
  if (outcome === 'enough') return 'the search ends here';
  return isLast
    ? 'there is no further rung'
    : outcome === 'too few'
      ? 'the next rung adds to it'
      : 'the next rung is tried';
};

const plural = (count: number, what: string): string => {
  if (count === 1) return `1 ${what}`;
  return `${count} ${what.replace(/^(product|look-alike)/, '$1s')}`;
};
