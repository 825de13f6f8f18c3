import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { RequestBody, ResponseBody } from '../api/types.ts';
import { sessionQuery } from './session.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

export const useCreateWebsite = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'createWebsite'>) => api.post('/admin/websites', { body }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['websites'] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};

/** All websites for an administrator, also those that have to be entered first. */
export const useWebsites = (enabled = true) =>
  useQuery({ queryKey: ['websites'], queryFn: () => api.get('/admin/websites'), enabled });

const visitPath = '/admin/websites/{website}/visit';

/** An administrator enters a website, or leaves it: what was seen of it before is forgotten. */
export const useVisit = (website: string) => {
  const client = useQueryClient();
  const onSuccess = async () => {
    client.removeQueries({ queryKey: websiteKey(website), type: 'inactive' });
    await client.invalidateQueries({ queryKey: ['websites'] });
    await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  return {
    enter: useMutation({
      mutationFn: (body: RequestBody<'enterWebsite'>) => api.post(visitPath, { params: { website }, body }),
      onSuccess,
    }),
    leave: useMutation({
      mutationFn: () => api.remove(visitPath, { params: { website } }),
      onSuccess,
    }),
  };
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

/** Words alone: merchandisers may change them. */
export const useSaveVocabulary = (website: string) =>
  useInvalidatingMutation(
    (body: RequestBody<'updateVocabulary'>) =>
      api.put('/admin/websites/{website}/vocabulary', { params: { website }, body }),
    websiteKey(website),
  );

/** The page of the shop is still there when this is done: the caller goes somewhere else. */
export const useRemoveWebsite = (website: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.remove(websitePath, { params: { website } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['websites'] });
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};

export const useImportSample = (website: string) =>
  useInvalidatingMutation(
    () => api.post('/admin/websites/{website}/sample', { params: { website } }),
    websiteKey(website),
  );
