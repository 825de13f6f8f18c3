import { useQuery } from '@tanstack/react-query';
import type { KeyKind, KeySlot, SubscriptionState } from '../../src/domain/subscription.ts';
import { api, path } from '../api/client.ts';
import type { ResponseBody, IssuedKeys, Subscription } from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

const subscriptionPath = (website: string, name: string, ...rest: string[]) =>
  path('websites', website, 'subscriptions', name, ...rest);

export const useSubscriptions = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'subscriptions'),
    queryFn: () => api.get<readonly Subscription[]>(path('websites', website, 'subscriptions')),
  });

export type NewSubscription = {
  readonly name: string;
  readonly kind: KeyKind;
  readonly origins?: readonly string[];
};

export const useChangeSubscriptions = (website: string) => {
  const key = websiteKey(website, 'subscriptions');
  return {
    create: useInvalidatingMutation(
      (body: NewSubscription) =>
        api.post<ResponseBody<'createSubscription'>>(path('websites', website, 'subscriptions'), body),
      key,
    ),
    reveal: useInvalidatingMutation(
      ({ name, password }: { name: string; password: string }) =>
        api.post<IssuedKeys>(subscriptionPath(website, name, 'reveal'), { password }),
      key,
    ),
    rotate: useInvalidatingMutation(
      ({ name, slot, graceSeconds }: { name: string; slot: KeySlot; graceSeconds: number }) =>
        api.post<ResponseBody<'rotateKey'>>(subscriptionPath(website, name, 'rotate'), {
          slot,
          graceSeconds,
        }),
      key,
    ),
    setState: useInvalidatingMutation(
      ({ name, state }: { name: string; state: SubscriptionState }) =>
        api.post(subscriptionPath(website, name, 'state'), { state }),
      key,
    ),
  };
};

export const useUsage = (website: string, name: string, from: string, to: string) =>
  useQuery({
    queryKey: websiteKey(website, 'subscriptions', name, 'usage', from, to),
    queryFn: () =>
      api.get<ResponseBody<'getUsage'>>(subscriptionPath(website, name, 'usage'), { query: { from, to } }),
  });
