/** secret: for servers. publishable: for browsers, the two operations and events. ingest: for product data and feeds. */
export const keyKinds = ['secret', 'publishable', 'ingest'] as const;
export type KeyKind = (typeof keyKinds)[number];

export const subscriptionStates = ['active', 'suspended', 'cancelled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

export type Rate = { readonly calls: number; readonly perSeconds: number };

/** The longest window of a rate: a day. */
export const rateWindowSeconds = 24 * 3600;

export const quotaPeriods = ['hour', 'day', 'week', 'month'] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];
export type Quota = { readonly calls: number; readonly per: QuotaPeriod };

export const keySlots = ['primary', 'secondary'] as const;
export type KeySlot = (typeof keySlots)[number];

export const operationNames = ['imageSearch', 'relatedKeywords', 'events'] as const;
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
