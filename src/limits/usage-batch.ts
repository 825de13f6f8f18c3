import type { Quota } from '../domain/subscription.ts';

/** One subscription's calls in one calendar period. */
export type QuotaCounter = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly startMs: number;
};

/** A call that was admitted and counts against a quota. */
export type NotedCall = {
  readonly websiteId: number;
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly atMs: number;
};

/** Calls of one subscription within one hour, since the last write. */
export type HourlyCount = {
  readonly websiteId: number;
  readonly subscriptionId: number;
  readonly hourMs: number;
  calls: number;
  overRate: number;
  overQuota: number;
  /** Time of the last admitted call; 0: there was none. */
  lastMs: number;
};

export type UsageBatch = {
  readonly quota: readonly { readonly counter: QuotaCounter; readonly calls: number }[];
  readonly hours: readonly HourlyCount[];
};
