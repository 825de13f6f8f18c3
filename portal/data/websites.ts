import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { RequestBody, ResponseBody } from '../api/types.ts';
import { sessionQuery } from './session.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

export const useCreateWebsite = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'createWebsite'>) => api.post('/admin/websites', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

const websitePath = '/admin/websites/{website}';

export type WebsiteSettings = ResponseBody<'getWebsite'>;

export const useWebsite = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'settings'),
    queryFn: () => api.get(websitePath, { params: { website } }),
  });

export const useSaveWebsite = (website: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'updateWebsite'>) => api.put(websitePath, { params: { website }, body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: websiteKey(website) });
      // The name of the shop is shown around every page.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};

/** The page of the shop is still there when this is done: the caller goes somewhere else. */
export const useRemoveWebsite = (website: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.remove(websitePath, { params: { website } }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

export const useImportSample = (website: string) =>
  useInvalidatingMutation(
    () => api.post('/admin/websites/{website}/sample', { params: { website } }),
    websiteKey(website),
  );
