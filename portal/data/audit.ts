import { useQuery } from '@tanstack/react-query';
import { addressOf, api, withQuery } from '../api/client.ts';
import { websiteKey } from './resource.ts';

export type AuditFilter = { readonly page: number; readonly actor: string; readonly subject: string };

export const useAudit = (website: string, filter: AuditFilter) =>
  useQuery({
    queryKey: websiteKey(website, 'audit', filter),
    queryFn: () => api.get('/admin/websites/{website}/audit', { params: { website }, query: filter }),
    placeholderData: (previous) => previous,
  });

const filePaths = {
  csv: '/admin/websites/{website}/audit.csv',
  ndjson: '/admin/websites/{website}/audit.ndjson',
} as const;

/** Address of the audit as a file, with the filters of the page. */
export const auditFileAddress = (
  website: string,
  format: keyof typeof filePaths,
  { actor, subject }: Pick<AuditFilter, 'actor' | 'subject'>,
): string => withQuery(addressOf(filePaths[format], { website }), { actor, subject });
