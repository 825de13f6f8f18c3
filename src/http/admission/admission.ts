import type { Directory } from '../../domain/directory.ts';
import type { KeyKind, OperationName, Subscription } from '../../domain/subscription.ts';
import type { Limiter } from '../../limits/limiter.ts';
import * as answers from '../call/answers.ts';
import type { Answer, Call } from '../call/call.ts';
import { buildRealm, isAllowedOrigin, readKey, refuseRepeatedKey } from './key.ts';
import type { Query } from '../call/query.ts';
import { addRateHeaders, describeRates, type RateHeaders } from './rate-headers.ts';

/** What differs between the public APIs. Everything else about a key is checked alike. */
export type AdmissionRules = {
  readonly kinds: readonly KeyKind[];
  /** What the key's list of operations must contain, where it has one; null: the list does not apply. */
  readonly operation: OperationName | null;
  /** Calls that one counts as, in rate and quota. Left out: 1. */
  readonly cost?: number;
};

/** `rateHeaders`: for every answer to this call. */
export type Admitted = { readonly subscription: Subscription; readonly rateHeaders: RateHeaders | null };

/** For shops' pages and servers. */
const shopKinds: readonly KeyKind[] = ['secret', 'publishable'];

export const admissionRules = {
  imageSearch: { kinds: shopKinds, operation: 'imageSearch' },
  /** Decoding and embedding a picture takes about as long as a hundred look-ups. */
  photoSearch: { kinds: shopKinds, operation: 'photoSearch', cost: 100 },
  relatedKeywords: { kinds: shopKinds, operation: 'relatedKeywords' },
  events: { kinds: shopKinds, operation: 'events' },
  /** Only keys of kind `ingest` may write. They call no operation, so their list of operations does not apply. */
  productData: { kinds: ['ingest'], operation: null },
} as const satisfies Record<string, AdmissionRules>;

export type AdmissionNeeds = {
  readonly limiter: Pick<Limiter, 'admit' | 'rates' | 'prepare'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly publicUrl: string | null;
};

export type AdmissionRequest = {
  readonly call: Call;
  readonly query: Query;
  readonly directory: Directory;
  readonly rules: AdmissionRules;
};

/** To await right before `admitCall`, where several nodes share the limits. */
export const prepareAdmission = async (needs: AdmissionNeeds, request: AdmissionRequest): Promise<void> => {
  const key = readKey(request.call, request.query);
  const subscription = key === null ? null : findSubscription(request, key);
  const { address } = request.call;
  if (subscription !== null) await needs.limiter.prepare?.(subscription, address, request.rules.cost);
};

/**
 * The one admission of all public APIs, in this order: key missing, key invalid (unknown, inactive, of another
 * kind, for other operations, from another origin), rate and quota, key given twice. Returns the subscription that
 * the call counts against, or the answer that refuses it; throws `bad-input` for a key that is given twice.
 *
 * The boxes that a key may call are checked where the box is known: by `findBox`, and for events by `splitByBox`.
 */
export const admitCall = (needs: AdmissionNeeds, request: AdmissionRequest): Admitted | Answer => {
  const { call, query } = request;
  const key = readKey(call, query);
  if (key === null) return answers.missingKey(buildRealm(call, needs.publicUrl));
  const subscription = findSubscription(request, key);
  if (subscription === null) return answers.invalidKey(buildRealm(call, needs.publicUrl));
  const nowMs = needs.now();
  const admission = needs.limiter.admit(subscription, nowMs, call.address, request.rules.cost);
  const rateHeaders = describeRates(needs.limiter, subscription, nowMs, call.address);
  if (!admission.ok) {
    const { kind, retryAfterSeconds } = admission;
    const refused =
      kind === 'rate' ? answers.overRate(retryAfterSeconds) : answers.overQuota(retryAfterSeconds);
    return addRateHeaders(refused, rateHeaders);
  }
  refuseRepeatedKey(call, query);
  return { subscription, rateHeaders };
};

const findSubscription = ({ call, directory, rules }: AdmissionRequest, key: string): Subscription | null => {
  const subscription = directory.subscriptionByKey(key);
  if (subscription === null || subscription.state !== 'active') return null;
  const { kind, operations } = subscription;
  if (!rules.kinds.includes(kind)) return null;
  const { operation } = rules;
  if (operation !== null && operations.length > 0 && !operations.includes(operation)) return null;
  return isAllowedOrigin(subscription, call.headers.origin) ? subscription : null;
};
