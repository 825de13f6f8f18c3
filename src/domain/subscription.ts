import type { Subscription } from '../contract/subscription.ts';
import type { operationNames } from './settings/choices.ts';

export type { Subscription };

export type KeyKind = Subscription['kind'];
export type SubscriptionState = Subscription['state'];
export type Rate = NonNullable<Subscription['rate']>;
export type Quota = NonNullable<Subscription['quota']>;
export type OperationName = (typeof operationNames)[number];

export const keySlots = ['primary', 'secondary'] as const;
export type KeySlot = (typeof keySlots)[number];
