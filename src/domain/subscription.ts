/** secret: for servers. publishable: for browsers, the two operations and events. ingest: for product data and feeds. */
export type KeyKind = 'secret' | 'publishable' | 'ingest';

export type SubscriptionState = 'active' | 'suspended' | 'cancelled';

export type Rate = { readonly calls: number; readonly perSeconds: number };
export type Quota = { readonly calls: number; readonly per: 'hour' | 'day' | 'week' | 'month' };

export type KeySlot = 'primary' | 'secondary';

export const operationNames = ['imageSearch', 'relatedKeywords'] as const;
export type OperationName = (typeof operationNames)[number];

export type Subscription = {
  readonly id: number;
  readonly websiteId: number;
  readonly name: string;
  readonly kind: KeyKind;
  readonly state: SubscriptionState;
  readonly rate: Rate | null;
  readonly quota: Quota | null;
  /** Limit per client IP address, in addition to `rate`; null: none. Only for publishable keys. */
  readonly addressRate: Rate | null;
  /** Operations it may call; empty: all that its kind allows. */
  readonly operations: readonly OperationName[];
  /** Boxes it may call; empty: all boxes of its website. */
  readonly boxIds: readonly number[];
  /** Origins a publishable key may be used from; empty: any. */
  readonly origins: readonly string[];
};
