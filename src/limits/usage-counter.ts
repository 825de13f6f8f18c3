import type { Subscription } from '../domain/subscription.ts';
import type { HourlyCount } from './usage-batch.ts';
import { findPeriod } from './quota-period.ts';

export type UsageCounter = {
  count(subscription: Subscription, outcome: 'calls' | 'overRate' | 'overQuota', nowMs: number): void;
  /** Counts since the last `markWritten`. */
  pending(): readonly HourlyCount[];
  markWritten(): void;
};

/** Usage by hour, in memory until it is written. */
export const createUsageCounter = (): UsageCounter => {
  let hours = new Map<string, HourlyCount>();

  const findHour = ({ websiteId, id }: Subscription, nowMs: number): HourlyCount => {
    const hourMs = findPeriod('hour', nowMs).startMs;
    const key = `${id}/${hourMs}`;
    const known = hours.get(key);
    if (known) return known;
    const none = { calls: 0, overRate: 0, overQuota: 0, lastMs: 0 };
    const fresh = { websiteId, subscriptionId: id, hourMs, ...none };
    hours.set(key, fresh);
    return fresh;
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
    },
  };
};
