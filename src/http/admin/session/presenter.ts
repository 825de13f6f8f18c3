import { demoEmail } from '../../../domain/demo-account.ts';
import type { Operator, Role } from '../../../domain/operator.ts';
import type { Store } from '../../../store/store.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { Session } from './schema.ts';

type AccountStore = Pick<Store, 'accounts' | 'websites'>;

export const presentMemberships = (
  { accounts, websites }: AccountStore,
  { id, administrator }: Operator,
): { name: string; displayName: string; role: Role }[] => {
  if (administrator)
    return websites.list().map(({ name, displayName }) => ({ name, displayName, role: 'owner' }));
  return accounts.memberships(id).flatMap(({ websiteId, role }) => {
    const website = websites.byId(websiteId);
    return website === null ? [] : [{ name: website.name, displayName: website.displayName, role }];
  });
};

export const presentSession = (
  store: AccountStore,
  operator: Operator,
  expiresAt: string | null,
  isReachable: boolean,
): SchemaValue<typeof Session> => {
  const { email, administrator, totp, passwordUntil } = operator;
  return {
    operator: { email, administrator, totp, passwordUntil },
    websites: presentMemberships(store, operator),
    expiresAt,
    demoReachable: isReachable && store.accounts.byEmail(demoEmail) !== null,
  };
};
