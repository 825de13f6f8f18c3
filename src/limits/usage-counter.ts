import type { Subscription } from '../domain/subscription.ts';
import type { HourlyCount } from './usage.ts';
import { findPeriod } from './quota-period.ts';

export type UsageCounter = {
  count(
    subscription: Pick<Subscription, 'id' | 'websiteId'>,
    outcome: 'calls' | 'overRate' | 'overQuota',
    nowMs: number,
  ): void;
  /** Counts since the last `markWritten`. */
  pending(): readonly HourlyCount[];
  markWritten(): void;
};

/** Milliseconds. */
const hourLength = 3_600_000;

/** Usage by hour, in memory until it is written. */
export const createUsageCounter = (): UsageCounter => {
  let hours = new Map<string, HourlyCount>();
  /** Mostly the next call is of the same subscription. */
  let last: HourlyCount | null = null;

  const findHour = (
    { websiteId, id }: Pick<Subscription, 'id' | 'websiteId'>,
    nowMs: number,
  ): HourlyCount => {
    if (last?.subscriptionId === id && nowMs >= last.hourMs && nowMs < last.hourMs + hourLength) return last;
    const hourMs = findPeriod('hour', nowMs).startMs;
    const key = `${id}/${hourMs}`;
    const none = { calls: 0, overRate: 0, overQuota: 0, lastMs: 0 };
    last = hours.get(key) ?? { websiteId, subscriptionId: id, hourMs, ...none };
    hours.set(key, last);
    return last;
  };

  return {
    count: (subscription, outcome, nowMs) => {
      const hour = findHour(subscription, nowMs);
      hour[outcome] += 1;
      if (outcome === 'calls') hour.lastMs = nowMs;
    },
    pending: () => [...hours.values()],
    markWritten: () => {
      hours = new Map();
      last = null;
    },
  };
};
