import type { Quota } from '../domain/subscription.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import type { QuotaCounter, UsageBatch } from './usage.ts';
import { type Period, findPeriod } from './quota-period.ts';

export type Quotas = {
  /** Milliseconds until the next period; 0: there is quota left. Counts nothing. */
  waitMs(subscriptionId: number, quota: Quota, nowMs: number): number;
  count(subscriptionId: number, quota: Quota, nowMs: number): void;
  /** Reads the totals again. */
  refresh(): void;
  /** Calls counted since the last `markWritten`. */
  pending(): UsageBatch['quota'];
  /** Call after writing. `totals`: of all processes, in the order of `pending`. */
  markWritten(totals: readonly number[]): void;
};

/** `used` includes `pending`. */
type Tally = {
  readonly counter: QuotaCounter;
  readonly period: Period;
  used: number;
  pending: number;
};

export const createQuotas = (ledger: Pick<QuotaLedger, 'used'>): Quotas => {
  const current = new Map<number, Tally>();
  /** Tallies with something to write, including those of past periods. */
  const pendingTallies = new Set<Tally>();

  const findTally = (subscriptionId: number, per: Quota['per'], nowMs: number): Tally => {
    const known = current.get(subscriptionId);
    if (known?.counter.per === per && nowMs < known.period.endMs) return known;
    const period = findPeriod(per, nowMs);
    const counter = { subscriptionId, per, startMs: period.startMs };
    const fresh = { counter, period, used: ledger.used(counter), pending: 0 };
    current.set(subscriptionId, fresh);
    return fresh;
  };

  return {
    waitMs: (subscriptionId, quota, nowMs) => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      return tally.used < quota.calls ? 0 : tally.period.endMs - nowMs;
    },
    refresh: () => {
      for (const tally of current.values()) tally.used = ledger.used(tally.counter) + tally.pending;
    },
    count: (subscriptionId, quota, nowMs) => {
      const tally = findTally(subscriptionId, quota.per, nowMs);
      tally.used += 1;
      tally.pending += 1;
      pendingTallies.add(tally);
    },
    pending: () => [...pendingTallies].map(({ counter, pending: calls }) => ({ counter, calls })),
    markWritten: (totals) => {
      [...pendingTallies].forEach((tally, index) => {
        tally.used = totals[index] ?? tally.used;
        tally.pending = 0;
      });
      pendingTallies.clear();
    },
  };
};
