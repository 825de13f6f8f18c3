import { useQuery } from '@tanstack/react-query';
import type { KeySlot, SubscriptionState } from '../../src/domain/subscription.ts';
import { api } from '../api/client.ts';
import type { RequestBody } from '../api/types.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const listPath = '/admin/websites/{website}/subscriptions';
const subscriptionPath = '/admin/websites/{website}/subscriptions/{subscription}';

export const useSubscriptions = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'subscriptions'),
    queryFn: () => api.get(listPath, { params: { website } }),
  });

export type NewSubscription = RequestBody<'createSubscription'>;

export const useChangeSubscriptions = (website: string) => {
  const key = websiteKey(website, 'subscriptions');
  return {
    create: useInvalidatingMutation(
      (body: NewSubscription) => api.post(listPath, { params: { website }, body }),
      key,
    ),
    update: useInvalidatingMutation(
      (body: NewSubscription) =>
        api.put(subscriptionPath, { params: { website, subscription: body.name }, body }),
      key,
    ),
    reveal: useInvalidatingMutation(
      ({ name, password }: { name: string; password: string }) =>
        api.post(`${subscriptionPath}/reveal`, {
          params: { website, subscription: name },
          body: { password },
        }),
      key,
    ),
    rotate: useInvalidatingMutation(
      ({ name, slot, graceSeconds }: { name: string; slot: KeySlot; graceSeconds: number }) =>
        api.post(`${subscriptionPath}/rotate`, {
          params: { website, subscription: name },
          body: { slot, graceSeconds },
        }),
      key,
    ),
    setState: useInvalidatingMutation(
      ({ name, state }: { name: string; state: SubscriptionState }) =>
        api.post(`${subscriptionPath}/state`, { params: { website, subscription: name }, body: { state } }),
      key,
    ),
  };
};

export const useUsage = (website: string, name: string, from: string, to: string) =>
  useQuery({
    queryKey: websiteKey(website, 'subscriptions', name, 'usage', from, to),
    queryFn: () =>
      api.get(`${subscriptionPath}/usage`, { params: { website, subscription: name }, query: { from, to } }),
  });
