import type { Subscription } from '../domain/subscription.ts';
import { createQuotas } from './quotas.ts';
import type { QuotaLedger } from './quota-ledger.ts';
import { createSlidingWindow, type SlidingWindow } from './sliding-window.ts';

export type Admission =
  | { readonly ok: true }
  /** `retryAfterSeconds`: whole seconds, at least 1, after which a call can pass. */
  | {
      readonly ok: false;
      readonly kind: 'rate' | 'quota';
      readonly retryAfterSeconds: number;
    };

/**
 * "Here is a subscription: may it call once more?"
 *
 *  - A call that is refused uses up nothing.
 *  - No stretch of `rate.perSeconds` holds more than `rate.calls` admitted calls; a caller at full speed
 *    gets at least 99 in a hundred of them.
 *  - Used quota survives a crash but for the calls of the last second.
 */
export interface Limiter {
  admit(subscription: Subscription, nowMs: number): Admission;
  /** Makes used quota durable now. */
  flush(): void;
  /** Flushes, then lets go of everything, the ledger included. */
  close(): void;
}

/** What one subscription did within one hour of UTC. `at`: its beginning. */
export type HourOfUse = {
  readonly at: string;
  readonly calls: number;
  readonly overRate: number;
  readonly overQuota: number;
};

/** What was used, by hour, kept for 400 days; at most a second behind. Another process may ask as well. */
export interface Usage {
  /** `from` included, `to` not; hours without a call are left out. */
  hours(websiteId: number, subscriptionId: number, from: Date, to: Date): readonly HourOfUse[];
  /** Of admitted calls; null: never. */
  lastUsedAt(websiteId: number, subscriptionId: number): string | null;
  /** Calls used of the quota's current period. */
  quotaUsed(subscription: Subscription, now: Date): number;
}

export const limiterDefaults = { flushEveryMs: 1000 } as const;

type LimiterParts = {
  readonly ledger: QuotaLedger;
  /** A flush that fails loses nothing and is tried again; somebody should know of it. */
  readonly onFlushFailed: (error: unknown) => void;
  readonly flushEveryMs?: number;
};

/** For one process. Quota is shared with other processes through the ledger, within `flushEveryMs`. */
export const createLimiter = ({ ledger, onFlushFailed, flushEveryMs }: LimiterParts): Limiter => {
  const windows = new Map<number, SlidingWindow>();
  const quotas = createQuotas(ledger);

  const windowOf = (id: number, perSeconds: number): SlidingWindow => {
    const known = windows.get(id);
    if (known?.perSeconds === perSeconds) return known;
    const fresh = createSlidingWindow(perSeconds);
    windows.set(id, fresh);
    return fresh;
  };

  const flush = (): void => {
    try {
      quotas.flush();
    } catch (error) {
      onFlushFailed(error);
    }
  };
  const timer = setInterval(flush, flushEveryMs ?? limiterDefaults.flushEveryMs).unref();

  return {
    admit: ({ id, rate, quota }, nowMs) => {
      const window = rate && windowOf(id, rate.perSeconds);
      const rateWaitMs = window ? window.waitMs(rate.calls, nowMs) : 0;
      if (rateWaitMs > 0) return refuse('rate', rateWaitMs);
      const quotaWaitMs = quota ? quotas.waitMs(id, quota, nowMs) : 0;
      if (quotaWaitMs > 0) return refuse('quota', quotaWaitMs);
      window?.count(nowMs);
      if (quota) quotas.count(id, quota, nowMs);
      return { ok: true };
    },
    flush,
    close: () => {
      clearInterval(timer);
      flush();
      ledger.close();
    },
  };
};

function refuse(kind: 'rate' | 'quota', waitMs: number): Admission {
  return {
    ok: false,
    kind,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  };
}
