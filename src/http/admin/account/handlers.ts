import { renderSVG } from 'uqr';
import { Fault } from '../../../errors.ts';
import type { Store } from '../../../store/store.ts';
import type { HandlersOf } from '../core/handler.ts';
import { presentOpenSession, presentToken } from './presenter.ts';
import type { accountRoutes } from './routes.ts';

type Needs = { readonly store: Pick<Store, 'accounts'> };

export const accountHandlers = ({ store: { accounts } }: Needs): HandlersOf<typeof accountRoutes> => ({
  changePassword: async ({ who, actor, from, body }) => {
    const kept = who.session === null ? {} : { keepSession: who.session.id };
    await accounts.password.change(who.operator.id, actor, { ...body, from, ...kept });
  },
  beginTotp: ({ who }) => {
    const { secret, uri } = accounts.totp.begin(who.operator.id);
    return { secret, uri, qr: renderSVG(uri) };
  },
  confirmTotp: ({ who, actor, body }) => accounts.totp.enable(who.operator.id, actor, body.code),
  removeTotp: async ({ who, actor, from, body }) => {
    await confirmPassword(accounts, who.operator.id, body.password, from);
    accounts.totp.disable(who.operator.id, actor);
  },
  listSessions: ({ who }) =>
    accounts.sessions(who.operator.id).map((session) => presentOpenSession(session, who.session?.id ?? null)),
  endSession: ({ who, actor, params }) => accounts.endSession(who.operator.id, actor, params.session),
  listTokens: ({ who }) => accounts.tokens(who.operator.id).map(presentToken),
  createToken: ({ who, actor, body }) => {
    const issued = accounts.issueToken(who.operator.id, actor, body.name);
    return { ...presentToken(issued), token: issued.clear };
  },
  removeToken: ({ who, actor, params }) => accounts.revokeToken(who.operator.id, actor, params.token),
});

/** For what must not happen to somebody who left a screen open. */
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
