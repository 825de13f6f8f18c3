import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { websiteKey } from './resource.ts';

export type AuditFilter = { readonly page: number; readonly actor: string; readonly subject: string };

export const useAudit = (website: string, filter: AuditFilter) =>
  useQuery({
    queryKey: websiteKey(website, 'audit', filter),
    queryFn: () => api.get('/admin/websites/{website}/audit', { params: { website }, query: filter }),
    placeholderData: (previous) => previous,
  });
