import { useQueryClient, useMutation } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import type { RequestBody } from '../api/types.ts';
import { sessionQuery } from './session.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

export const useCreateWebsite = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'createWebsite'>) => api.post('/admin/websites', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

export const useImportSample = (website: string) =>
  useInvalidatingMutation(
    () => api.post('/admin/websites/{website}/sample', { params: { website } }),
    websiteKey(website),
  );
