import { useQuery } from '@tanstack/react-query';
import { api, path } from '../api/client.ts';
import type { ResponseBody } from '../api/types.ts';
import { websiteKey } from './resource.ts';

export type AuditFilter = { readonly page: number; readonly actor: string; readonly subject: string };

export const useAudit = (website: string, filter: AuditFilter) =>
  useQuery({
    queryKey: websiteKey(website, 'audit', filter),
    queryFn: () => api.get<ResponseBody<'listAudit'>>(path('websites', website, 'audit'), { query: filter }),
    placeholderData: (previous) => previous,
  });
