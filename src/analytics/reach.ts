import type { AskedKind, CountedReaction } from './analytics.ts';

/** How many lists of one kind were answered with something, said to be shown, and clicked into. */
export type Reach = { answered: number; shown: number; clicked: number };

export type ReachByKind = Readonly<Record<AskedKind, Reach>>;

export const reachDefaults = { lists: 20_000 } as const;

const none = (): Reach => ({ answered: 0, shown: 0, clicked: 0 });

/** Counts each list once for each deed. Beyond so many lists an hour it believes what it is told. */
export const createReachCounter = () => {
  const reach: ReachByKind = { pattern: none(), identifier: none() };
  const seen = new Set<string>();
  return {
    reach,
    answered: (kind: AskedKind): void => {
      reach[kind].answered += 1;
    },
    react: ({ kind, deed, list }: Pick<CountedReaction, 'kind' | 'deed' | 'list'>): void => {
      const name = `${kind} ${deed} ${list}`;
      if (seen.has(name)) return;
      if (seen.size < reachDefaults.lists) seen.add(name);
      reach[kind][deed] += 1;
    },
  };
};

/** null is "not known": no page has told anything. */
export const clickThroughOf = ({ answered, shown, clicked }: Reach): number | null => {
  const lists = shown > 0 ? shown : answered;
  if (shown + clicked === 0 || lists === 0) return null;
  return Math.min(1, clicked / lists);
};
