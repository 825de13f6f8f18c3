import type { Quota, Subscription } from '../domain/subscription.ts';
import type { HourlyCount, QuotaLedger } from './quota-ledger.ts';
import { findPeriod, type Period } from './quota-period.ts';

type Tally = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly period: Period;
  used: number;
};

/** Used quota by subscription, in memory between two writes of the ledger. */
export const createQuotas = (ledger: Pick<QuotaLedger, 'used'>) => {
  const current = new Map<number, Tally>();
  /** Those with calls since the last refresh. */
  const counted = new Set<Tally>();

  const findTally = (subscriptionId: number, per: Quota['per'], nowMs: number): Tally => {
    const known = current.get(subscriptionId);
    if (known?.per === per && nowMs < known.period.endMs) return known;
    const period = findPeriod(per, nowMs);
    const fresh = { subscriptionId, per, period, used: ledger.used(subscriptionId, period) };
    current.set(subscriptionId, fresh);
    return fresh;
  };

  return {
    /** Milliseconds until the next period; 0: there is quota left. Counts nothing. */
    waitMs: (subscriptionId: number, quota: Quota, nowMs: number): number => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      return tally.used < quota.calls ? 0 : tally.period.endMs - nowMs;
    },
    count: (subscriptionId: number, quota: Quota, nowMs: number, calls = 1): void => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      tally.used += calls;
      counted.add(tally);
    },
    /** Reads totals again, after all that was counted here is in them. `all`: also where nothing was counted here. */
    refresh: (all = false): void => {
      for (const tally of all ? current.values() : counted)
        tally.used = ledger.used(tally.subscriptionId, tally.period);
      counted.clear();
    },
  };
};

/** Usage by hour, in memory until it is written. */
export const createUsageCounter = () => {
  const hours = new Map<string, HourlyCount>();
  return {
    /** `used`: what it took of a quota. */
    count: (
      { websiteId, id: subscriptionId }: Pick<Subscription, 'id' | 'websiteId'>,
      outcome: 'calls' | 'overRate' | 'overQuota',
      nowMs: number,
      used = 0,
    ): void => {
      const hourMs = findPeriod('hour', nowMs).startMs;
      const key = `${subscriptionId}/${hourMs}`;
      const none = { calls: 0, overRate: 0, overQuota: 0, used: 0, lastMs: 0 };
      const hour = hours.get(key) ?? { websiteId, subscriptionId, hourMs, ...none };
      hours.set(key, hour);
      hour[outcome] += 1;
      hour.used += used;
      if (outcome === 'calls') hour.lastMs = nowMs;
    },
    /** Counts since the last `markWritten`. */
    pending: (): readonly HourlyCount[] => [...hours.values()],
    markWritten: (): void => hours.clear(),
  };
};
