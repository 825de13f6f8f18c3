import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../../domain/operator.ts';
import type { Store } from '../../../store/store.ts';
import { readSessionToken } from './cookie.ts';

/** The signed-in operator, and the session if there is one. */
export type Principal = {
  readonly operator: Operator;
  /** null for a script with a bearer token. */
  readonly session: { readonly id: string; readonly expiresAt: string } | null;
};

type Accounts = Pick<Store['accounts'], 'bySession' | 'byToken'>;

/** A bearer token takes precedence over a cookie. */
export const findPrincipal = async (
  accounts: Accounts,
  headers: IncomingHttpHeaders,
): Promise<Principal | null> => {
  const bearer = readBearerToken(headers.authorization);
  if (bearer !== null) {
    const account = await accounts.byToken(bearer);
    return account && { operator: account.operator, session: null };
  }
  const token = readSessionToken(headers.cookie);
  const account = token === null ? null : await accounts.bySession(token);
  return account && { operator: account.operator, session: account.session };
};

const readBearerToken = (header: string | undefined): string | null => {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return token ?? null;
};
