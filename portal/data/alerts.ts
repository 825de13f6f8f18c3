import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { RequestBody } from '../api/types.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const path = '/admin/websites/{website}/alerts';

/** Polling interval of the deliveries. */
const deliveriesMs = 5000;

export const useAlerts = (website: string, enabled: boolean) =>
  useQuery({
    queryKey: websiteKey(website, 'alerts'),
    queryFn: () => api.get(path, { params: { website } }),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'pending') ? deliveriesMs : false,
    enabled,
  });

export const useChangeAlerts = (website: string) => {
  const key = websiteKey(website, 'alerts');
  const params = { website };
  return {
    save: useInvalidatingMutation(
      (body: RequestBody<'updateAlerts'>) => api.put(path, { params, body }),
      key,
    ),
    test: useInvalidatingMutation(() => api.post(`${path}/test`, { params }), key),
  };
};
