import { renderSVG } from 'uqr';
import { Fault } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { presentOpenSession, presentToken } from './presenter.ts';
import type { accountRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'accounts'> };

export const accountHandlers = ({ store: { accounts } }: Needs): HandlersOf<typeof accountRoutes> => ({
  changePassword: async ({ principal, actor, from, body }) => {
    const kept = principal.session === null ? {} : { keepSession: principal.session.id };
    await accounts.password.change(principal.operator.id, actor, { ...body, from, ...kept });
  },
  beginTotp: ({ principal }) => {
    const { secret, uri } = accounts.totp.begin(principal.operator.id);
    return { secret, uri, qr: renderSVG(uri) };
  },
  confirmTotp: ({ principal, actor, body }) => accounts.totp.enable(principal.operator.id, actor, body.code),
  removeTotp: async ({ principal, actor, from, body }) => {
    await confirmPassword(accounts, principal.operator.id, body.password, from);
    accounts.totp.disable(principal.operator.id, actor);
  },
  listSessions: ({ principal }) =>
    accounts
      .sessions(principal.operator.id)
      .map((session) => presentOpenSession(session, principal.session?.id ?? null)),
  endSession: ({ principal, actor, params }) =>
    accounts.endSession(principal.operator.id, actor, params.session),
  listTokens: ({ principal }) => accounts.tokens(principal.operator.id).map(presentToken),
  createToken: ({ principal, actor, body }) => {
    const issued = accounts.issueToken(principal.operator.id, actor, body.name);
    return { ...presentToken(issued), token: issued.clear };
  },
  removeToken: ({ principal, actor, params }) =>
    accounts.revokeToken(principal.operator.id, actor, params.token),
});

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
