import type { Rate, Subscription } from '../../domain/subscription.ts';
import type { Limiter, RateStatus } from '../../limits/limiter.ts';
import type { Answer } from './call.ts';
import { formatHeaders } from './header-block.ts';

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
    'ratelimit-policy': statuses.map(({ of, rate }) => formatPolicy(of, rate)).join(', '),
    ratelimit: statuses.map(formatStatus).join(', '),
  };
};

const formatPolicy = (name: string, { calls, perSeconds }: Rate): string =>
  `"${name}";q=${calls};w=${perSeconds}`;

const formatStatus = ({ of, remaining, resetSeconds }: RateStatus): string =>
  `"${of}";r=${remaining};t=${resetSeconds}`;

/** Kept answers are shared by callers with different limits, so these headers are added to each sent answer. */
export const addRateHeaders = (answer: Answer, rateHeaders: RateHeaders | null): Answer => {
  if (rateHeaders === null) return answer;
  const { status, body, block } = answer;
  if (block === undefined) return { status, body, headers: { ...answer.headers, ...rateHeaders } };
  return new RatedAnswer(answer, block, rateHeaders);
};

/** A class: a literal with a getter would cost more than finding the kept answer. */
class RatedAnswer implements Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly block: string;
  readonly #answer: Answer;
  readonly #rateHeaders: RateHeaders;

  constructor(answer: Answer, block: string, rateHeaders: RateHeaders) {
    this.status = answer.status;
    this.body = answer.body;
    this.block = `${block}${formatHeaders(rateHeaders)}`;
    this.#answer = answer;
    this.#rateHeaders = rateHeaders;
  }

  /** Only the framework's way reads them. */
  get headers(): Answer['headers'] {
    return { ...this.#answer.headers, ...this.#rateHeaders };
  }
}
