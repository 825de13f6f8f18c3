import { useParams } from '@tanstack/react-router';
import type { Role } from '../../src/domain/operator.ts';
import { useSession } from '../data/session.ts';

const ranks: Record<Role, number> = { viewer: 1, merchandiser: 2, owner: 3 };

/** Name of the website in the address; empty where there is none. */
export const useWebsiteName = (): string => useParams({ strict: false }).website ?? '';

/** Whether the operator has at least this role here. The service enforces it; this only hides what would be refused. */
export const useHasRole = (role: Role): boolean => {
  const website = useWebsiteName();
  const { data } = useSession();
  const membership = data?.websites.find(({ name }) => name === website);
  return membership !== undefined && ranks[membership.role] >= ranks[role];
};
