import { demoEmail } from '../../../domain/demo-account.ts';
import type { Operator, Role } from '../../../domain/operator.ts';
import type { Website } from '../../../domain/website.ts';
import { Fault } from '../../../errors.ts';
import { release } from '../../../release.ts';
import type { ClientInfo, SignInResult, Store } from '../../../store/store.ts';
import type { SchemaValue } from '../contract/route.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { accountRoutes, Session, sessionRoutes } from './routes.ts';
import { renderSVG } from 'uqr';
import type { Principal } from '../core/credentials.ts';

type Cookie = { readonly set: (token: string) => void };
type Credentials = { readonly email: string; readonly password: string; readonly code?: string };

export const sessionHandlers = ({ store, isReachable }: HandlerNeeds): HandlersOf<typeof sessionRoutes> => {
  const { accounts, setUp, websites } = store;

  /** Signs in after a password was chosen, so that it is not asked for again; not if the account needs a code. */
  const signInWithNewPassword = async (credentials: Credentials, from: ClientInfo, cookie: Cookie) => {
    const result = await accounts.signIn(credentials, from);
    if (result.ok) cookie.set(result.token);
    return { email: credentials.email, signedIn: result.ok };
  };

  return {
    signIn: async ({ body, from, isLocal, principal, cookie }) => {
      const result = await accounts.signIn(body, from, principal?.session?.id);
      if (!result.ok) throw signInFault(result);
      cookie.set(result.token);
      return presentSession(store, result.operator, result.session.expiresAt, isReachable || !isLocal);
    },
    getSession: ({ principal: { operator, session }, isLocal }) =>
      presentSession(store, operator, session?.expiresAt ?? null, isReachable || !isLocal),
    signOut: async ({ principal, actor, cookie }) => {
      if (principal.session === null) throw tokenSignOutFault();
      await accounts.endSession(principal.operator.id, actor, principal.session.id);
      cookie.end();
    },
    getSetupNeed: () => ({ needed: setUp.isNeeded() }),
    getSetup: ({ params }) => ({ valid: setUp.isValid(params.token) }),
    setUp: async ({ body: { token, email, password }, from, cookie }) => {
      const operator = await setUp.complete(token, email, password, from);
      return signInWithNewPassword({ email: operator.email, password }, from, cookie);
    },
    getInvitation: ({ params }) => {
      const { email, role, websiteId } = requireFound('invitation', accounts.invitation(params.token));
      return { email, role, website: websites.byId(websiteId)?.displayName ?? '' };
    },
    acceptInvitation: async ({ params, body, from, cookie }) => {
      const { email } = await accounts.acceptInvitation(params.token, body.password, from, body.separate);
      return signInWithNewPassword({ email, password: body.password }, from, cookie);
    },
  };
};

/** The same text for an unknown address, a wrong password and a wrong code. */
const signInFault = (result: Extract<SignInResult, { ok: false }>): Fault => {
  if (result.reason === 'needs-code')
    return new Fault('not-signed-in', 'A code is needed as well.', {
      nextStep: 'Give the six digits that the authenticator shows.',
      needs: 'code',
      reason: { reason: 'code-needed' },
    });
  if (result.reason === 'wait') {
    const { retryAfterSeconds } = result;
    return new Fault('too-many', 'Too many attempts.', {
      nextStep: `Try again in ${retryAfterSeconds} seconds.`,
      retryAfterSeconds,
      reason: { reason: 'too-many-attempts', values: { seconds: retryAfterSeconds } },
    });
  }
  return new Fault('not-signed-in', 'The address, the password or the code is wrong.', {
    nextStep: 'Try again. The operator of the service can set a new password on the command line.',
    reason: { reason: 'wrong-sign-in' },
  });
};

const tokenSignOutFault = (): Fault =>
  new Fault('bad-input', 'A token has no session to end.', { nextStep: 'Remove the token instead.' });

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

const presentSession = (
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
    release,
  };
};

export const accountHandlers = ({ store: { accounts } }: HandlerNeeds): HandlersOf<typeof accountRoutes> => ({
  changePassword: async ({ principal, actor, from, body }) => {
    const kept = principal.session === null ? {} : { keepSession: principal.session.id };
    await accounts.password.change(principal.operator.id, actor, { ...body, from, ...kept });
  },
  beginTotp: async ({ principal, from, body }) => {
    requireSession(principal);
    await confirmPassword(accounts, principal.operator.id, body.password, from);
    const { secret, uri } = await accounts.totp.begin(principal.operator.id);
    return { secret, uri, qr: renderSVG(uri) };
  },
  confirmTotp: async ({ principal, actor, body }) => {
    requireSession(principal);
    await accounts.totp.enable(principal.operator.id, actor, body.code);
  },
  removeTotp: async ({ principal, actor, from, body }) => {
    await confirmPassword(accounts, principal.operator.id, body.password, from);
    await accounts.totp.disable(principal.operator.id, actor);
  },
  listSessions: ({ principal }) =>
    accounts
      .sessions(principal.operator.id)
      .map(({ id, createdAt, lastSeenAt: lastUsedAt, address, userAgent }) => {
        const current = id === principal.session?.id;
        return { id, createdAt, lastUsedAt, address, userAgent, current };
      }),
  endSession: ({ principal, actor, params }) =>
    accounts.endSession(principal.operator.id, actor, params.session),
  listTokens: ({ principal }) => accounts.tokens(principal.operator.id),
  createToken: async ({ principal, actor, from, body }) => {
    requireSession(principal);
    await confirmPassword(accounts, principal.operator.id, body.password, from);
    const { clear: token, ...issued } = await accounts.issueToken(principal.operator.id, actor, body.name);
    return { ...issued, token };
  },
  removeToken: ({ principal, actor, params }) =>
    accounts.revokeToken(principal.operator.id, actor, params.token),
});

/** A token must not be able to make more credentials, or to lock its operator out with a second factor. */
const requireSession = ({ session }: Principal): void => {
  if (session !== null) return;
  throw new Fault('not-allowed', 'A token cannot change how its operator signs in.', {
    nextStep: 'Sign in with the password and do it there.',
  });
};

/** Asks for the password again, in case somebody else uses an unlocked screen. */
export const confirmPassword = async (
  { password: passwords }: Pick<Store['accounts'], 'password'>,
  operatorId: number,
  password: string,
  from: Parameters<Store['accounts']['password']['confirm']>[2],
): Promise<void> => {
  if (await passwords.confirm(operatorId, password, from)) return;
  throw new Fault('not-allowed', 'The password is wrong.', {
    nextStep: 'Give your own password again.',
    reason: { reason: 'wrong-password' },
  });
};
