import type { Quota, Subscription } from '../domain/subscription.ts';
import type { HourlyCount, QuotaLedger } from './quota-ledger.ts';
import { findPeriod, type Period } from './quota-period.ts';

export type Quotas = {
  /** Milliseconds until the next period; 0: there is quota left. Counts nothing. */
  waitMs(subscriptionId: number, quota: Quota, nowMs: number): number;
  count(subscriptionId: number, quota: Quota, nowMs: number, calls?: number): void;
  /** Reads totals again, after all that was counted here is in them. `all`: also where nothing was counted here. */
  refresh(all?: boolean): void;
};

type Tally = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly period: Period;
  used: number;
};

/** Used quota by subscription, in memory between two writes of the ledger. */
export const createQuotas = (ledger: Pick<QuotaLedger, 'used'>): Quotas => {
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
    waitMs: (subscriptionId, quota, nowMs) => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      return tally.used < quota.calls ? 0 : tally.period.endMs - nowMs;
    },
    count: (subscriptionId, quota, nowMs, calls = 1) => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      tally.used += calls;
      counted.add(tally);
    },
    refresh: (all = false) => {
      for (const tally of all ? current.values() : counted)
        tally.used = ledger.used(tally.subscriptionId, tally.period);
      counted.clear();
    },
  };
};

type UsageCounter = {
  /** `used`: what it took of a quota. */
  count(
    subscription: Pick<Subscription, 'id' | 'websiteId'>,
    outcome: 'calls' | 'overRate' | 'overQuota',
    nowMs: number,
    used?: number,
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
    const none = { calls: 0, overRate: 0, overQuota: 0, used: 0, lastMs: 0 };
    last = hours.get(key) ?? { websiteId, subscriptionId: id, hourMs, ...none };
    hours.set(key, last);
    return last;
  };

  return {
    count: (subscription, outcome, nowMs, used = 0) => {
      const hour = findHour(subscription, nowMs);
      hour[outcome] += 1;
      hour.used += used;
      if (outcome === 'calls') hour.lastMs = nowMs;
    },
    pending: () => [...hours.values()],
    markWritten: () => {
      hours = new Map();
      last = null;
    },
  };
};
