/** secret: servers; publishable: browsers, the two operations and events; ingest: productData and feeds. */
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
  /** Of each address that calls, within `rate`; null: none of its own. Only for publishable keys. */
  readonly addressRate: Rate | null;
  /** Operations it may call; empty means all that its kind may. */
  readonly operations: readonly OperationName[];
  /** Boxes it may call; empty means all of its website. */
  readonly boxIds: readonly number[];
  /** Origins a publishable key may be used from; empty means any. */
  readonly origins: readonly string[];
};
