import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../src/domain/operator.ts';
import { api, path } from '../api/client.ts';
import type { ResponseBody, Member } from '../api/types.ts';
import { websiteKey, useInvalidatingMutation } from './resource.ts';

export const useMembers = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'members'),
    queryFn: () => api.get<readonly Member[]>(path('websites', website, 'members')),
  });

export const useChangeMembers = (website: string) => {
  const key = websiteKey(website, 'members');
  const memberPath = (email: string) => path('websites', website, 'members', email);
  return {
    invite: useInvalidatingMutation(
      (body: { email: string; role: Role }) =>
        api.post<ResponseBody<'inviteMember'>>(path('websites', website, 'members'), body),
      key,
    ),
    setRole: useInvalidatingMutation(
      ({ email, role }: { email: string; role: Role }) => api.put(memberPath(email), { role }),
      key,
    ),
    remove: useInvalidatingMutation((email: string) => api.remove(memberPath(email)), key),
  };
};
