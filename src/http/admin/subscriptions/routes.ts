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
  route({
    id: 'listSubscriptions',
    method: 'GET',
    path: subscriptions,
    access: 'viewer',
    summary: 'The subscriptions of the website, with masked keys.',
    response: Type.Array(Subscription),
  }),
  route({
    id: 'listPublishableKeys',
    method: 'GET',
    path: '/admin/websites/{website}/publishable-keys',
    access: 'viewer',
    summary: 'The active publishable keys in full: they are made to be read in pages.',
    response: Type.Array(PublishableKey),
  }),
  route({
    id: 'createSubscription',
    method: 'POST',
    path: subscriptions,
    access: 'owner',
    summary: 'Create a subscription with two keys.',
    body: SubscriptionDeclaration,
    isDeclaration: true,
    response: NewSubscription,
    status: 201,
  }),
  route({
    id: 'getSubscription',
    method: 'GET',
    path: subscription,
    access: 'viewer',
    summary: 'One subscription, with masked keys.',
    response: Subscription,
  }),
  route({
    id: 'updateSubscription',
    method: 'PUT',
    path: subscription,
    access: 'owner',
    summary: 'Change limits, boxes and origins. Its name and kind stay.',
    body: SubscriptionDeclaration,
    isDeclaration: true,
    response: Subscription,
  }),
  route({
    id: 'revealKeys',
    method: 'POST',
    path: `${subscription}/reveal`,
    access: 'owner',
    summary: 'Show the keys, after the password was given again.',
    body: PasswordConfirmation,
    response: IssuedKeys,
  }),
  route({
    id: 'rotateKey',
    method: 'POST',
    path: `${subscription}/rotate`,
    access: 'owner',
    summary: 'Replace one key; the old one works on for the grace period.',
    body: Rotate,
    response: RotatedKey,
  }),
  route({
    id: 'setSubscriptionState',
    method: 'POST',
    path: `${subscription}/state`,
    access: 'owner',
    summary: 'Suspend, cancel, or make active again.',
    body: SetState,
    response: Subscription,
  }),
  route({
    id: 'getUsage',
    method: 'GET',
    path: `${subscription}/usage`,
    access: 'viewer',
    summary: 'Calls by hour; hours without a call are omitted. The default period is the last seven days.',
    query: PeriodQuery,
    response: Type.Array(UsageHour),
  }),
] as const;
