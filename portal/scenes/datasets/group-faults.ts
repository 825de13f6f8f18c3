import type { FaultPage } from '../../api/types.ts';

type Fault = FaultPage['faults'][number];

type FaultGroup = Pick<Fault, 'kind' | 'reason' | 'cause'> & {
  readonly lines: readonly number[];
  readonly identifiers: readonly string[];
  readonly count: number;
};

/** Equal faults become one row, at the place of the first: a feed that repeats a mistake repeats it in every line. */
export const groupFaults = (faults: readonly Fault[]): FaultGroup[] =>
  [...Map.groupBy(faults, ({ kind, reason }) => `${kind} ${reason}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { kind, reason, cause } = first;
    return {
      kind,
      reason,
      cause,
      lines: group.flatMap(({ line }) => (line === null ? [] : [line])),
      identifiers: [...new Set(group.flatMap(({ identifier }) => (identifier === null ? [] : [identifier])))],
      count: group.length,
    };
  });

/** The first ones, and how many are left. */
export const shorten = (texts: readonly string[], shown: number): { text: string; left: number } => ({
  text: texts.slice(0, shown).join(', '),
  left: Math.max(0, texts.length - shown),
});
