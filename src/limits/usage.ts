import type { Subscription } from '../domain/subscription.ts';

/** What one subscription did within one hour of UTC. `at`: its beginning. */
export type HourlyUsage = {
  readonly at: string;
  readonly calls: number;
  readonly overRate: number;
  readonly overQuota: number;
};

/** What was used, by hour, kept for 400 days; at most a second behind. Another process may ask as well. */
export interface Usage {
  /** `from` included, `to` not; hours without a call are left out. */
  hours(websiteId: number, subscriptionId: number, from: Date, to: Date): readonly HourlyUsage[];
  /** Of admitted calls; null: never. */
  lastUsedAt(websiteId: number, subscriptionId: number): string | null;
  /** Calls used of the quota's current period. */
  quotaUsed(subscription: Subscription, now: Date): number;
}
