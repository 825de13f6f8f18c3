import type { Attempt, LadderResult } from '../search/climb-ladder.ts';

export type ExplainedAttempt = Attempt & {
  /** The answer is this rung's set. */
  readonly answered: boolean;
  /** Why the search stopped here or went on. */
  readonly reason: string;
};

export const explainLadder = ({ attempts, strategy, set }: LadderResult): ExplainedAttempt[] =>
  attempts.map((attempt, index) => {
    const answered = set !== null && attempt.strategy === strategy;
    const isLast = index === attempts.length - 1;
    return {
      ...attempt,
      answered,
      reason: `${describeOutcome(attempt)}: ${describeNextStep(attempt, answered, isLast)}.`,
    };
  });

const describeOutcome = ({ strategy, results, outcome }: Attempt): string => {
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
      return `${plural(results, kind)}, ${comparison} the ${minimumResults} asked for`;
    }
  }
};

const describeNextStep = ({ outcome }: Attempt, answered: boolean, isLast: boolean): string => {
  if (answered)
    return outcome === 'enough'
      ? 'this rung answers'
      : 'no rung has enough and this one has most, so it answers';
  return isLast ? 'there is no further rung' : 'the next rung is tried';
};

const plural = (count: number, what: string): string => {
  if (count === 1) return `1 ${what}`;
  return `${count} ${what.replace(/^(product|look-alike)/, '$1s')}`;
};
