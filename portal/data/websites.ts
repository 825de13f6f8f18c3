import { useQuery, useQueryClient, useMutation } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { Answer, Body } from '../api/types.ts';
import { sessionQuery } from './session.ts';
import { under, useChange } from './resource.ts';

export const useWebsite = (website: string) =>
  useQuery({
    queryKey: under(website),
    queryFn: () => api.get<Answer<'getWebsite'>>(path('websites', website)),
  });

export const useCreateWebsite = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'createWebsite'>) => api.post(path('websites'), body),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
};

export const useImportSample = (website: string) =>
  useChange(() => api.post(path('websites', website, 'sample')), under(website));
