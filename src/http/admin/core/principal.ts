import type { IncomingHttpHeaders } from 'node:http';
import type { Operator } from '../../../domain/operator.ts';
import type { Store } from '../../../store/store.ts';
import { readSessionToken } from './cookie.ts';

/** Who asks, and by what it is known. */
export type Principal = {
  readonly operator: Operator;
  /** null for a script that came with a token. */
  readonly session: { readonly id: string; readonly expiresAt: string } | null;
};

type Accounts = Pick<Store['accounts'], 'bySession' | 'byToken'>;

/** A bearer token goes before a cookie: a script that sends one means it. */
export const findPrincipal = (accounts: Accounts, headers: IncomingHttpHeaders): Principal | null => {
  const bearer = readBearerToken(headers.authorization);
  if (bearer !== null) {
    const known = accounts.byToken(bearer);
    return known && { operator: known.operator, session: null };
  }
  const token = readSessionToken(headers.cookie);
  const known = token === null ? null : accounts.bySession(token);
  return known && { operator: known.operator, session: known.session };
};

const readBearerToken = (header: string | undefined): string | null => {
  const [, token] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return token ?? null;
};
