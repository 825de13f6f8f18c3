import type { Attempt, LadderResult } from '../search/climb-ladder.ts';

/** `answered`: results of the rung are in the answer. `reason`: why the search stopped there or went on. */
export const explainLadder = ({ attempts, rungs }: LadderResult) =>
  attempts.map((attempt, index) => {
    const { strategy, results, outcome, tookMs } = attempt;
    const { rank, from, searchMode, minimumResults } = strategy;
    const answered = rungs.includes(strategy);
    const reason = `${describeOutcome(attempt)}: ${describeNextStep(attempt, index === attempts.length - 1)}.`;
    return { rank, from, searchMode, minimumResults, results, outcome, answered, reason, tookMs };
  });

const describeOutcome = ({ strategy, results, added, outcome }: Attempt): string => {
  if (outcome === 'no picture') return 'The product has no usable picture';
  if (outcome === 'failed') return 'The search failed';
  const [one, many] =
    strategy.from === 'looks'
      ? ['look-alike', 'look-alikes']
      : ['product with such words', 'products with such words'];
  const total = added === results ? '' : ` more, ${results} in all`;
  const comparison = outcome === 'enough' ? 'at least' : 'fewer than';
  return `${added} ${added === 1 ? one : many}${total}, ${comparison} the ${strategy.minimumResults} asked for`;
};

const describeNextStep = ({ outcome }: Attempt, isLast: boolean): string => {
  if (outcome === 'enough') return 'the search ends here';
  if (isLast) return 'there is no further rung';
  return outcome === 'too few' ? 'the next rung adds to it' : 'the next rung is tried';
};
