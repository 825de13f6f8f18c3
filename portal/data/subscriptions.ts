import { useQuery } from '@tanstack/react-query';
import type { KeyKind, KeySlot, SubscriptionState } from '../../src/domain/subscription.ts';
import { api, path } from '../api/client.ts';
import type { Answer, IssuedKeys, Subscription } from '../api/types.ts';
import { under, useChange } from './resource.ts';

const at = (website: string, name: string, ...rest: string[]) =>
  path('websites', website, 'subscriptions', name, ...rest);

export const useSubscriptions = (website: string) =>
  useQuery({
    queryKey: under(website, 'subscriptions'),
    queryFn: () => api.get<readonly Subscription[]>(path('websites', website, 'subscriptions')),
  });

export type NewSubscription = {
  readonly name: string;
  readonly kind: KeyKind;
  readonly origins?: readonly string[];
};

export const useChangeSubscriptions = (website: string) => {
  const key = under(website, 'subscriptions');
  return {
    create: useChange(
      (body: NewSubscription) =>
        api.post<Answer<'createSubscription'>>(path('websites', website, 'subscriptions'), body),
      key,
    ),
    reveal: useChange(
      ({ name, password }: { name: string; password: string }) =>
        api.post<IssuedKeys>(at(website, name, 'reveal'), { password }),
      key,
    ),
    rotate: useChange(
      ({ name, slot, graceSeconds }: { name: string; slot: KeySlot; graceSeconds: number }) =>
        api.post<Answer<'rotateKey'>>(at(website, name, 'rotate'), { slot, graceSeconds }),
      key,
    ),
    setState: useChange(
      ({ name, state }: { name: string; state: SubscriptionState }) =>
        api.post(at(website, name, 'state'), { state }),
      key,
    ),
  };
};

export const useUsage = (website: string, name: string, from: string, to: string) =>
  useQuery({
    queryKey: under(website, 'subscriptions', name, 'usage', from, to),
    queryFn: () => api.get<Answer<'getUsage'>>(at(website, name, 'usage'), { query: { from, to } }),
  });
