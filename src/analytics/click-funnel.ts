import type { InputKind, ListInteraction } from './analytics.ts';

/** How many lists of one kind were answered with results, reported as shown, and clicked. */
export type FunnelCounts = { answered: number; shown: number; clicked: number };

export type FunnelByKind = Readonly<Record<InputKind, FunnelCounts>>;

export const funnelDefaults = { lists: 20_000 } as const;

export const emptyCounts = (): FunnelCounts => ({ answered: 0, shown: 0, clicked: 0 });

/** Counts each list once per action. Beyond `lists` per hour, repeated reports are counted again. */
export const createFunnelCounter = () => {
  const funnel: FunnelByKind = { pattern: emptyCounts(), identifier: emptyCounts() };
  const counted = new Set<string>();
  return {
    funnel,
    countAnswer: (kind: InputKind): void => {
      funnel[kind].answered += 1;
    },
    /** False when it was counted before. */
    countInteraction: ({
      kind,
      action,
      list,
    }: Pick<ListInteraction, 'kind' | 'action' | 'list'>): boolean => {
      const key = `${kind} ${action} ${list}`;
      if (counted.has(key)) return false;
      if (counted.size < funnelDefaults.lists) counted.add(key);
      funnel[kind][action] += 1;
      return true;
    },
  };
};

/** null: unknown, because no page reported anything. */
export const computeClickThrough = ({ answered, shown, clicked }: FunnelCounts): number | null => {
  const lists = shown > 0 ? shown : answered;
  if (shown + clicked === 0 || lists === 0) return null;
  return Math.min(1, clicked / lists);
};
