import type { AskedKind, CountedCall, Often } from './analytics.ts';
import { createHeavyHitters } from './heavy-hitters.ts';
import { newHistogram, observe } from './histogram.ts';
import { createReachCounter } from './reach.ts';

export const hourDefaults = { tops: 50, textLength: 100 } as const;

/** What one hour of one box comes to; `tops` holds both kinds, though a box is asked with one. */
export type HourTops = Record<AskedKind, { all: Often[]; failed: Often[] }>;

const newTops = () => ({ all: createHeavyHitters(), failed: createHeavyHitters() });

/** Whether a text may be shown to operators again: not where it looks like somebody's own data. */
export type MayKeep = (text: string, kind: AskedKind) => boolean;

/** Counts one hour of one box of one website. */
export const createHourCounter = (mayKeep: MayKeep) => {
  const sums = { calls: 0, found: 0, notFound: 0, errors: 0 };
  const latency = newHistogram();
  const tops = { pattern: newTops(), identifier: newTops() };
  const { reach, answered, react } = createReachCounter();
  return {
    sums,
    latency,
    reach,
    react,
    count: ({ status, elapsedMs, asked }: Omit<CountedCall, 'websiteId' | 'boxId'>): void => {
      sums.calls += 1;
      observe(latency, elapsedMs);
      if (status >= 400) sums.errors += 1;
      if (asked === null) return;
      sums[asked.found ? 'found' : 'notFound'] += 1;
      if (asked.found) answered(asked.kind);
      const text = asked.text.slice(0, hourDefaults.textLength);
      if (!mayKeep(text, asked.kind)) return;
      tops[asked.kind].all.see(text);
      if (!asked.found) tops[asked.kind].failed.see(text);
    },
    tops: (): HourTops => {
      const topOf = ({ all, failed }: ReturnType<typeof newTops>) => ({
        all: all.top(hourDefaults.tops),
        failed: failed.top(hourDefaults.tops),
      });
      return { pattern: topOf(tops.pattern), identifier: topOf(tops.identifier) };
    },
  };
};

export type HourCounter = ReturnType<typeof createHourCounter>;
