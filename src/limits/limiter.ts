import type { Subscription } from '../domain/subscription.ts';
import { createQuotas, createUsageCounter } from './quotas.ts';
import type { QuotaLedger, Usage } from './quota-ledger.ts';
import { createRateWindows, type RateClaim, type RateStatus, type RateWindows } from './rate-windows.ts';
import { noNetwork, parseNetwork } from './network.ts';

export type { RateStatus, Usage };

export type Admission =
  | { readonly ok: true }
  /** `retryAfterSeconds`: whole seconds, at least 1, after which a call can pass. */
  | {
      readonly ok: false;
      readonly kind: 'rate' | 'quota';
      readonly retryAfterSeconds: number;
    };

type LimiterParts = {
  readonly ledger: QuotaLedger;
  /** Called when a flush fails, for a log. Nothing is lost: the next flush tries again. */
  readonly onFlushFailed: (error: unknown) => void;
  /** Left out: of this limiter alone. */
  readonly windows?: RateWindows;
  readonly flushEveryMs?: number;
  /** The clock that callers of `admit` use. */
  readonly now?: () => number;
};

/**
 * Decides whether a subscription may make one more call.
 *
 *  - A refused call uses up nothing.
 *  - No interval of `rate.perSeconds` holds more than `rate.calls` admitted calls; a caller at full speed
 *    gets at least 99 % of them. The same holds for `addressRate` and the calls of one address, with 95 %.
 *  - Used quota survives a crash, except for the calls of the last second. It is shared with other threads and processes
 *    through the ledger, within `flushEveryMs`.
 */
export const createLimiter = (parts: LimiterParts) => {
  const { ledger, onFlushFailed, windows = createRateWindows(), flushEveryMs = 500, now = Date.now } = parts;
  const quotas = createQuotas(ledger);
  const usageCounter = createUsageCounter();

  /** `all`: others have counted too. */
  const flush = (all = false): void => {
    try {
      const pending = usageCounter.pending();
      if (pending.length > 0) ledger.add(pending);
      usageCounter.markWritten();
      quotas.refresh(all);
    } catch (error) {
      onFlushFailed(error);
    }
  };
  ledger.onTotals?.(() => flush(true));
  const timer = setInterval(() => {
    flush();
    windows.refresh?.();
  }, flushEveryMs).unref();

  /** The rate is checked first and taken last, so that a call without quota does not use it up. */
  const findRefusal = (subscription: Subscription, claim: RateClaim, nowMs: number): Refusal | null => {
    const { id, quota } = subscription;
    const rateWaitMs = isLimited(claim) ? windows.waitMs(claim, nowMs) : 0;
    if (rateWaitMs > 0) return toRefusal('rate', rateWaitMs);
    const quotaWaitMs = quota ? quotas.waitMs(id, quota, nowMs) : 0;
    if (quotaWaitMs > 0) return toRefusal('quota', quotaWaitMs);
    const takeWaitMs = isLimited(claim) ? windows.take(claim, nowMs) : 0;
    return takeWaitMs > 0 ? toRefusal('rate', takeWaitMs) : null;
  };

  return {
    ...(windows.prepare && {
      /** To await right before `admit`, where it is there. A call that has no quota left takes no place of its rate. */
      prepare: async (subscription: Subscription, address?: string, cost?: number): Promise<void> => {
        const { id, quota } = subscription;
        if (quota !== null && quotas.waitMs(id, quota, now()) > 0) return;
        await windows.prepare?.(toRateClaim(subscription, address, cost));
      },
    }),
    /**
     * `address`: of the caller, for a subscription that limits each address. `cost`: calls that it counts as. It is admitted
     * where one more call is, so that no rate is too small for it.
     */
    admit: (subscription: Subscription, nowMs: number, address?: string, cost = 1): Admission => {
      const refused = findRefusal(subscription, toRateClaim(subscription, address, cost), nowMs);
      if (refused) {
        usageCounter.count(subscription, refused.kind === 'rate' ? 'overRate' : 'overQuota', nowMs);
        return refused;
      }
      const { id, quota } = subscription;
      usageCounter.count(subscription, 'calls', nowMs, quota ? cost : 0);
      if (quota) quotas.count(id, quota, nowMs, cost);
      return { ok: true };
    },
    /** What is left of the rates of a subscription; empty without rates. */
    rates: (subscription: Subscription, nowMs: number, address?: string): readonly RateStatus[] => {
      const claim = toRateClaim(subscription, address);
      return isLimited(claim) ? windows.statuses(claim, nowMs) : [];
    },
    /** Makes used quota durable now. */
    flush: (): void => flush(),
    /** Flushes, then closes everything, the ledger included. */
    close: (): void => {
      clearInterval(timer);
      flush();
      windows.close();
      ledger.close();
    },
  };
};

export type Limiter = ReturnType<typeof createLimiter>;

type Refusal = Extract<Admission, { ok: false }>;

const toRateClaim = ({ id, rate, addressRate }: Subscription, address: string | undefined, cost = 1) => {
  const network = addressRate ? parseNetwork(address ?? '') : noNetwork;
  return { subscriptionId: id, network, rate, addressRate, cost };
};

const isLimited = ({ rate, addressRate }: RateClaim): boolean => rate !== null || addressRate !== null;

const toRefusal = (kind: Refusal['kind'], waitMs: number): Refusal => {
  return { ok: false, kind, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
};
