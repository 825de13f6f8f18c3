import { Fault } from '../../../errors.ts';
import type { SignInResult, ClientInfo } from '../../../store/account-types.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { requireFound } from '../core/item-checks.ts';
import { presentSession } from './presenter.ts';
import type { sessionRoutes } from './routes.ts';

type Needs = {
  readonly store: Pick<Store, 'accounts' | 'setUp' | 'websites' | 'visits'>;
  readonly isReachable: boolean;
};
type Cookie = { readonly set: (token: string) => void };
type Credentials = { readonly email: string; readonly password: string; readonly code?: string };

export const sessionHandlers = ({ store, isReachable }: Needs): HandlersOf<typeof sessionRoutes> => {
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
  if (result.reason === 'needs-code') {
    return new Fault('not-signed-in', 'A code is needed as well.', {
      nextStep: 'Give the six digits that the authenticator shows.',
      needs: 'code',
      reason: { reason: 'code-needed' },
    });
  }
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

const tokenSignOutFault = (): Fault => {
  return new Fault('bad-input', 'A token has no session to end.', { nextStep: 'Remove the token instead.' });
};
