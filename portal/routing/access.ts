import { useParams } from '@tanstack/react-router';
import type { Role } from '../../src/domain/operator.ts';
import { useSession } from '../data/session.ts';

const ranks: Record<Role, number> = { viewer: 1, merchandiser: 2, owner: 3 };

/** The shop in the address. */
export const useWebsiteName = (): string => useParams({ strict: false }).website ?? '';

/** Whether the operator may do what needs `role` here. The service decides; this only spares a refusal. */
export const useHasRole = (role: Role): boolean => {
  const website = useWebsiteName();
  const { data } = useSession();
  if (data?.operator.administrator) return true;
  const membership = data?.websites.find(({ name }) => name === website);
  return membership !== undefined && ranks[membership.role] >= ranks[role];
};
