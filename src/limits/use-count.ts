import type { Subscription } from '../domain/subscription.ts';
import type { HourCount } from './quota-ledger.ts';
import { periodOf } from './quota-period.ts';

export type UseCount = {
  count(subscription: Subscription, outcome: 'calls' | 'overRate' | 'overQuota', nowMs: number): void;
  /** What was counted since the last `written`. */
  unwritten(): readonly HourCount[];
  written(): void;
};

/** Use by hour, in memory until it is written. */
export const createUseCount = (): UseCount => {
  let hours = new Map<string, HourCount>();

  const hourOf = ({ websiteId, id }: Subscription, nowMs: number): HourCount => {
    const hourMs = periodOf('hour', nowMs).startMs;
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
      const hour = hourOf(subscription, nowMs);
      hour[outcome] += 1;
      if (outcome === 'calls') hour.lastMs = nowMs;
    },
    unwritten: () => [...hours.values()],
    written: () => {
      hours = new Map();
    },
  };
};
