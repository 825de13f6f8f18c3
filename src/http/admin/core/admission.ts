import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '../../../domain/operator.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault, notThere } from '../../../errors.ts';
import type { Actor, Store } from '../../../store/store.ts';
import type { Route } from '../contract/route.ts';
import { findPrincipal, type Principal, requireSameOrigin, requireSecureOrigin } from './credentials.ts';

/** What is known about a call before its body is read. */
export type Admission = {
  readonly principal: Principal | null;
  readonly actor: Actor;
  /** Set for the routes of a website. */
  readonly website: Website | null;
};

export type AdmissionNeeds = {
  readonly store: Pick<Store, 'websites' | 'accounts'>;
  readonly publicUrl: string | null;
};

type AdmissionRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
  readonly params: Readonly<Record<string, string>>;
};

const ranks: Record<Role, number> = { viewer: 1, merchandiser: 2, owner: 3 };

/** Finds the caller and checks that they may call this route; throws otherwise. */
export const admit = async (
  { store, publicUrl }: AdmissionNeeds,
  row: Route,
  request: AdmissionRequest,
): Promise<Admission> => {
  const principal = await findPrincipal(store.accounts, request.headers);
  requireOwnOrigin(row, principal, request.headers, publicUrl);
  if (row.access === 'public') return { principal, actor: 'nobody', website: null };
  if (principal === null) throw notSignedIn();
  const actor = { name: principal.operator.email, from: request.address };
  if (row.access === 'administrator' && !principal.operator.administrator)
    throw roleRequired('administrator');
  if (row.access === 'administrator' || row.access === 'operator') return { principal, actor, website: null };
  return {
    principal,
    actor,
    website: findWebsite(store, principal, row.access, request.params['website'] ?? ''),
  };
};

/** Protects cookies against requests of other sites. Browsers never send a token by themselves, so it needs no check. */
const requireOwnOrigin = (
  { method, access }: Route,
  principal: Principal | null,
  headers: IncomingHttpHeaders,
  publicUrl: string | null,
): void => {
  if (method === 'GET') return;
  if (access === 'public') {
    requireSameOrigin(headers, publicUrl, 'allowed');
    requireSecureOrigin(headers);
  } else if (principal !== null && principal.session !== null)
    requireSameOrigin(headers, publicUrl, 'refused');
};

/**
 * Answers the same for a website that does not exist and for one the caller is no member of. Administrators too see
 * inside only when they are a member or have entered it.
 */
const findWebsite = (
  { websites, accounts }: AdmissionNeeds['store'],
  { operator }: Principal,
  access: Role | 'owner-or-administrator',
  name: string,
): Website => {
  const website = websites.byName(name);
  if (website !== null && access === 'owner-or-administrator' && operator.administrator) return website;
  const needed = access === 'owner-or-administrator' ? 'owner' : access;
  const role = website && accounts.roleIn(website.id, operator.id);
  if (website === null || role === null) throw noSuchWebsite();
  if (ranks[role] < ranks[needed]) throw roleRequired(needed === 'owner' ? 'owner' : 'merchandiser');
  return website;
};

const notSignedIn = (): Fault => {
  return new Fault('not-signed-in', 'Nobody is signed in.', {
    nextStep: 'Sign in and try again.',
    reason: { reason: 'not-signed-in' },
  });
};

export const noSuchWebsite = (): Fault => notThere('There is no such website.');

const roleRequired = (needed: 'administrator' | 'owner' | 'merchandiser'): Fault => {
  const one = needed === 'merchandiser' ? 'a merchandiser' : `an ${needed}`;
  return new Fault('not-allowed', `Only ${one} may do this.`, {
    reason: { reason: `needs-${needed}` },
    nextStep:
      needed === 'administrator'
        ? 'Ask an administrator of the installation.'
        : 'Ask an owner of the website.',
  });
};
