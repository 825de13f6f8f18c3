import { Type } from 'typebox';
import { storedSubscription, subscriptionDeclaration } from '../../../contract/subscription.ts';
import { subscriptionStates } from '../../../domain/settings/choices.ts';
import { keySlots } from '../../../domain/subscription.ts';
import { Nullable, StringEnum } from '../../schema/schema-helpers.ts';
import { PasswordConfirmation } from '../session/routes.ts';
import { ClosedComponent, Component, Count, Instant, Titled } from '../contract/field-schemas.ts';
import { route, type SchemaValue } from '../contract/route.ts';

export const SubscriptionDeclaration = Titled('SubscriptionDeclaration', subscriptionDeclaration);

const State = StringEnum(subscriptionStates);

const MaskedKey = Component('MaskedKey', {
  masked: Type.String({ description: '`kdr_sec_…3f9a`' }),
  createdAt: Instant(),
  graceUntil: Nullable(Instant('Until when the key before this one still works; null: there is none.')),
});

const Subscription = Component('Subscription', {
  ...Type.Omit(storedSubscription, ['id', 'websiteId', 'boxIds']).properties,
  boxes: Type.Array(Type.String()),
  keys: Type.Object({ primary: MaskedKey, secondary: MaskedKey }),
  lastUsedAt: Nullable(Instant()),
  used: Nullable(Count('Calls in the present period of the quota; null without a quota.')),
});

const PublishableKey = Component('PublishableKey', {
  name: Type.String(),
  key: Type.String(),
  origins: Type.Array(Type.String(), { description: 'Where it may be used; empty: anywhere.' }),
});

const IssuedKeys = Component('IssuedKeys', { primary: Type.String(), secondary: Type.String() });

const NewSubscription = Component(
  'CreatedSubscription',
  { subscription: Subscription, keys: Nullable(IssuedKeys) },
  { description: '`keys` are null when the shop brought its own.' },
);

const Rotate = ClosedComponent('Rotate', {
  slot: StringEnum(keySlots),
  graceSeconds: Type.Integer({
    minimum: 0,
    maximum: 30 * 86_400,
    description: 'How long the old key still works; 0: not at all.',
  }),
});

const RotatedKey = Component('RotatedKey', { key: Type.String() });

const SetState = ClosedComponent('SetState', { state: State });

const UsageHour = Component('UsageHour', {
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

const subscriptions = '/admin/websites/{website}/subscriptions';
const subscription = `${subscriptions}/{subscription}` as const;

export const subscriptionRoutes = [
  route('listSubscriptions', 'GET', subscriptions, 'viewer', {
    summary: 'The subscriptions of the website, with masked keys.',
    response: Type.Array(Subscription),
  }),
  route('listPublishableKeys', 'GET', '/admin/websites/{website}/publishable-keys', 'viewer', {
    summary: 'The active publishable keys in full: they are made to be read in pages.',
    response: Type.Array(PublishableKey),
  }),
  route('createSubscription', 'POST', subscriptions, 'owner', {
    summary: 'Create a subscription with two keys.',
    body: SubscriptionDeclaration,
    isDeclaration: true,
    response: NewSubscription,
    status: 201,
  }),
  route('getSubscription', 'GET', subscription, 'viewer', {
    summary: 'One subscription, with masked keys.',
    response: Subscription,
  }),
  route('updateSubscription', 'PUT', subscription, 'owner', {
    summary: 'Change limits, boxes and origins. Its name and kind stay.',
    body: SubscriptionDeclaration,
    isDeclaration: true,
    response: Subscription,
  }),
  route('revealKeys', 'POST', `${subscription}/reveal`, 'owner', {
    summary: 'Show the keys, after the password was given again.',
    body: PasswordConfirmation,
    response: IssuedKeys,
  }),
  route('rotateKey', 'POST', `${subscription}/rotate`, 'owner', {
    summary: 'Replace one key; the old one works on for the grace period.',
    body: Rotate,
    response: RotatedKey,
  }),
  route('setSubscriptionState', 'POST', `${subscription}/state`, 'owner', {
    summary: 'Suspend, cancel, or make active again.',
    body: SetState,
    response: Subscription,
  }),
  route('getUsage', 'GET', `${subscription}/usage`, 'viewer', {
    summary: 'Calls by hour; hours without a call are omitted. The default period is the last seven days.',
    query: PeriodQuery,
    response: Type.Array(UsageHour),
  }),
] as const;
