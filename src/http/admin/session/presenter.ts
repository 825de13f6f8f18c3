import { demoEmail } from '../../../domain/demo-account.ts';
import type { Operator, Role } from '../../../domain/operator.ts';
import type { Website } from '../../../domain/website.ts';
import type { Store } from '../../../store/store.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { Session } from './schema.ts';

type AccountStore = Pick<Store, 'accounts' | 'websites' | 'visits'>;

type WebsiteOf<R> = {
  readonly name: string;
  readonly displayName: string;
  readonly role: R;
  readonly enteredUntil?: string;
};

/** All websites for an administrator, with a role for those that they can open; otherwise those of a member. */
export const presentWebsites = (
  { accounts, websites, visits }: AccountStore,
  { id, administrator }: Operator,
): WebsiteOf<Role | null>[] => {
  const memberRoles = new Map(accounts.memberships(id).map(({ websiteId, role }) => [websiteId, role]));
  const entered = new Map(visits.list(id).map(({ websiteId, until }) => [websiteId, until]));
  const present = ({ id: websiteId, name, displayName }: Website): WebsiteOf<Role | null> => {
    const until = entered.get(websiteId);
    if (until !== undefined) return { name, displayName, role: 'owner', enteredUntil: until };
    return { name, displayName, role: memberRoles.get(websiteId) ?? null };
  };
  return websites
    .list()
    .filter(({ id: websiteId }) => administrator || memberRoles.has(websiteId))
    .map(present);
};

const hasRole = (website: WebsiteOf<Role | null>): website is WebsiteOf<Role> => website.role !== null;

export const presentSession = (
  store: AccountStore,
  operator: Operator,
  expiresAt: string | null,
  isReachable: boolean,
): SchemaValue<typeof Session> => {
  const { email, administrator, totp, passwordUntil } = operator;
  return {
    operator: { email, administrator, totp, passwordUntil },
    websites: presentWebsites(store, operator).filter(hasRole),
    expiresAt,
    demoReachable: isReachable && store.accounts.byEmail(demoEmail) !== null,
  };
};
