import type { Operator, Role } from '../../../domain/operator.ts';
import type { Store } from '../../../store/store.ts';
import type { Sent } from '../contract/route.ts';
import type { Session } from './schema.ts';

type Known = Pick<Store, 'accounts' | 'websites'>;

export const presentMemberships = (
  { accounts, websites }: Known,
  { id }: Operator,
): { name: string; displayName: string; role: Role }[] =>
  accounts.memberships(id).flatMap(({ websiteId, role }) => {
    const website = websites.byId(websiteId);
    return website === null ? [] : [{ name: website.name, displayName: website.displayName, role }];
  });

export const presentSession = (
  store: Known,
  operator: Operator,
  expiresAt: string | null,
): Sent<typeof Session> => {
  const { email, administrator, totp, passwordUntil } = operator;
  return {
    operator: { email, administrator, totp, passwordUntil },
    websites: presentMemberships(store, operator),
    expiresAt,
  };
};
