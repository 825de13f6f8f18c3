import { Type } from 'typebox';
import { PasswordConfirmation } from '../account/schema.ts';
import { route } from '../contract/route.ts';
import {
  IssuedKeys,
  NewSubscription,
  PeriodQuery,
  PublishableKey,
  Rotate,
  RotatedKey,
  SetState,
  Subscription,
  SubscriptionDeclaration,
  UsageHour,
} from './schema.ts';

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
