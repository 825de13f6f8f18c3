import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { ResponseBody, RequestBody } from '../api/types.ts';
import { sessionQuery } from './session.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

export const useWebsite = (website: string) =>
  useQuery({
    queryKey: websiteKey(website),
    queryFn: () => api.get<ResponseBody<'getWebsite'>>(path('websites', website)),
  });

export const useCreateWebsite = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'createWebsite'>) => api.post(path('websites'), body),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

export const useImportSample = (website: string) =>
  useInvalidatingMutation(() => api.post(path('websites', website, 'sample')), websiteKey(website));
