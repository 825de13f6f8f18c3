import { renderSVG } from 'uqr';
import { Fault } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import type { Principal } from '../core/credentials.ts';
import type { HandlerNeeds } from '../core/needs.ts';
import type { accountRoutes } from './routes.ts';

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
