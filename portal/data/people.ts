import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../src/domain/operator.ts';
import { api, path } from '../api/client.ts';
import type { Answer, Member } from '../api/types.ts';
import { under, useChange } from './resource.ts';

export const useMembers = (website: string) =>
  useQuery({
    queryKey: under(website, 'members'),
    queryFn: () => api.get<readonly Member[]>(path('websites', website, 'members')),
  });

export const useChangeMembers = (website: string) => {
  const key = under(website, 'members');
  const at = (email: string) => path('websites', website, 'members', email);
  return {
    invite: useChange(
      (body: { email: string; role: Role }) =>
        api.post<Answer<'inviteMember'>>(path('websites', website, 'members'), body),
      key,
    ),
    setRole: useChange(({ email, role }: { email: string; role: Role }) => api.put(at(email), { role }), key),
    remove: useChange((email: string) => api.remove(at(email)), key),
  };
};

export type AuditQuestion = { readonly page: number; readonly actor: string; readonly subject: string };

export const useAudit = (website: string, question: AuditQuestion) =>
  useQuery({
    queryKey: under(website, 'audit', question),
    queryFn: () => api.get<Answer<'listAudit'>>(path('websites', website, 'audit'), { query: question }),
    placeholderData: (previous) => previous,
  });
