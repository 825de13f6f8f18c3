import type { CountedCall, InputKind, ListInteraction, TextCount } from './analytics.ts';
import { createHeavyHitters } from './heavy-hitters.ts';
import { createHistogram, observe } from './histogram.ts';
import { createOutcomeCounter } from './outcome-counter.ts';

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

const hourlyCounterDefaults = { tops: 50, textLength: 100 } as const;

/** The most frequent inputs of one box in one hour, for both kinds, although a box has one. */
export type HourlyTopInputs = Record<InputKind, { all: TextCount[]; failed: TextCount[] }>;

const createTopCounters = () => ({ all: createHeavyHitters(), failed: createHeavyHitters() });

/** Whether a text may be stored and shown to operators: false for what looks like personal data. */
export type TextFilter = (text: string, kind: InputKind) => boolean;

export const createHourlyCounter = (mayKeep: TextFilter) => {
  const sums = { calls: 0, found: 0, notFound: 0, errors: 0 };
  const latency = createHistogram();
  const tops = { pattern: createTopCounters(), identifier: createTopCounters() };
  const { funnel, countAnswer, countInteraction } = createFunnelCounter();
  const outcomes = createOutcomeCounter();
  return {
    sums,
    latency,
    funnel,
    outcomes,
    countInteraction: (interaction: Omit<ListInteraction, 'websiteId' | 'boxId'>): void => {
      if (countInteraction(interaction)) outcomes.countList(interaction);
    },
    count: ({ status, elapsedMs, input, campaigns }: Omit<CountedCall, 'websiteId' | 'boxId'>): void => {
      sums.calls += 1;
      observe(latency, elapsedMs);
      if (status >= 400) sums.errors += 1;
      if (campaigns !== undefined) outcomes.countCampaigns(campaigns);
      if (input === null) return;
      sums[input.found ? 'found' : 'notFound'] += 1;
      if (input.found) countAnswer(input.kind);
      const text = input.text.slice(0, hourlyCounterDefaults.textLength);
      // A text that is in the list has passed the filter, which takes longer than all counting.
      if (!tops[input.kind].all.addKnown(text)) {
        if (!mayKeep(text, input.kind)) return;
        tops[input.kind].all.add(text);
      }
      if (!input.found) tops[input.kind].failed.add(text);
    },
    tops: (): HourlyTopInputs => {
      const toTop = ({ all, failed }: ReturnType<typeof createTopCounters>) => ({
        all: all.top(hourlyCounterDefaults.tops),
        failed: failed.top(hourlyCounterDefaults.tops),
      });
      return { pattern: toTop(tops.pattern), identifier: toTop(tops.identifier) };
    },
  };
};

export type HourlyCounter = ReturnType<typeof createHourlyCounter>;
