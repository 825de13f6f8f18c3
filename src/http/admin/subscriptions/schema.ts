import { Type } from 'typebox';
import { subscriptionStates } from '../../../domain/choices.ts';
import { keySlots } from '../../../domain/subscription.ts';
import { storedSubscription, subscriptionDeclaration } from '../../../contract/subscription.ts';
import { Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { ClosedComponent, Component, Count, Instant, Titled } from '../contract/field-schemas.ts';
import type { SchemaValue } from '../contract/route.ts';

export const SubscriptionDeclaration = Titled('SubscriptionDeclaration', subscriptionDeclaration);

const State = StringEnum(subscriptionStates);

const MaskedKey = Component('MaskedKey', {
  masked: Type.String({ description: '`kdr_sec_…3f9a`' }),
  createdAt: Instant(),
  graceUntil: Nullable(Instant('Until when the key before this one still works; null: there is none.')),
});

export const Subscription = Component('Subscription', {
  ...Type.Omit(storedSubscription, ['id', 'websiteId', 'boxIds']).properties,
  boxes: Type.Array(Type.String()),
  keys: Type.Object({ primary: MaskedKey, secondary: MaskedKey }),
  lastUsedAt: Nullable(Instant()),
  used: Nullable(Count('Calls in the present period of the quota; null without a quota.')),
});

export const PublishableKey = Component('PublishableKey', {
  name: Type.String(),
  key: Type.String(),
  origins: Type.Array(Type.String(), { description: 'Where it may be used; empty: anywhere.' }),
});

export const IssuedKeys = Component('IssuedKeys', { primary: Type.String(), secondary: Type.String() });

export const NewSubscription = Component(
  'CreatedSubscription',
  { subscription: Subscription, keys: Nullable(IssuedKeys) },
  { description: '`keys` are null when the shop brought its own.' },
);

export const Rotate = ClosedComponent('Rotate', {
  slot: StringEnum(keySlots),
  graceSeconds: Type.Integer({
    minimum: 0,
    maximum: 30 * 86_400,
    description: 'How long the old key still works; 0: not at all.',
  }),
});

export const RotatedKey = Component('RotatedKey', { key: Type.String() });

export const SetState = ClosedComponent('SetState', { state: State });

export const UsageHour = Component('UsageHour', {
  hour: Instant(),
  calls: Count(),
  overRate: Count(),
  overQuota: Count(),
});

export const PeriodQuery = Type.Object({
  from: Type.Optional(Type.String({ maxLength: 40, description: 'A date or an instant.' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'A date or an instant, exclusive.' })),
});

export type WireSubscription = SchemaValue<typeof Subscription>;
