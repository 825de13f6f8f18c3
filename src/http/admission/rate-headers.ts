import type { Subscription } from '../../domain/subscription.ts';
import type { Limiter } from '../../limits/limiter.ts';
import type { Answer } from '../call/call.ts';

export type RateHeaders = { readonly 'ratelimit-policy': string; readonly ratelimit: string };

/**
 * `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers: what the limits are (calls `q` in a window of
 * `w` seconds), and what is left of them (`r` calls; more in `t` seconds). Null for a subscription without rates.
 */
export const describeRates = (
  limiter: Pick<Limiter, 'rates'>,
  subscription: Subscription,
  nowMs: number,
  address: string,
): RateHeaders | null => {
  if (subscription.rate === null && subscription.addressRate === null) return null;
  const statuses = limiter.rates(subscription, nowMs, address);
  return {
    'ratelimit-policy': statuses
      .map(({ of, rate: { calls, perSeconds } }) => `"${of}";q=${calls};w=${perSeconds}`)
      .join(', '),
    ratelimit: statuses
      .map(({ of, remaining, resetSeconds }) => `"${of}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
  };
};

/** Cached answers are shared by callers with different limits, so these headers are added to each sent answer. */
export const addRateHeaders = (answer: Answer, rateHeaders: RateHeaders | null): Answer =>
  rateHeaders === null ? answer : { ...answer, headers: { ...answer.headers, ...rateHeaders } };
