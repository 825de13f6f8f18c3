import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../src/domain/operator.ts';
import { api } from '../api/client.ts';
import { useInvalidatingMutation, websiteKey } from './resource.ts';

const listPath = '/admin/websites/{website}/members';
const memberPath = '/admin/websites/{website}/members/{email}';

export const useMembers = (website: string) =>
  useQuery({
    queryKey: websiteKey(website, 'members'),
    queryFn: () => api.get(listPath, { params: { website } }),
  });

export const useChangeMembers = (website: string) => {
  const key = websiteKey(website, 'members');
  return {
    invite: useInvalidatingMutation(
      (body: { email: string; role: Role }) => api.post(listPath, { params: { website }, body }),
      key,
    ),
    setRole: useInvalidatingMutation(
      ({ email, role }: { email: string; role: Role }) =>
        api.put(memberPath, { params: { website, email }, body: { role } }),
      key,
    ),
    remove: useInvalidatingMutation(
      (email: string) => api.remove(memberPath, { params: { website, email } }),
      key,
    ),
  };
};
