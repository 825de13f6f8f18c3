import type { Quota, Subscription } from '../domain/subscription.ts';

/** Calls of one subscription within one hour (UTC). `at`: start of the hour. */
export type HourlyUsage = {
  readonly at: string;
  readonly calls: number;
  readonly overRate: number;
  readonly overQuota: number;
};

/** Usage by hour, kept for 400 days; at most a second behind. Any process may read it. */
export interface Usage {
  /** `from` included, `to` not; hours without a call are left out. */
  hours(websiteId: number, subscriptionId: number, from: Date, to: Date): readonly HourlyUsage[];
  /** Time of the last admitted call; null: never. */
  lastUsedAt(websiteId: number, subscriptionId: number): string | null;
  /** Calls used in the current period of the quota. */
  quotaUsed(subscription: Subscription, now: Date): number;
  /** Calls that only this node knows of. Left out: nobody else counts. */
  unsentCalls?(): number;
}

/** One subscription's calls in one calendar period. */
export type QuotaCounter = {
  readonly subscriptionId: number;
  readonly per: Quota['per'];
  readonly startMs: number;
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
