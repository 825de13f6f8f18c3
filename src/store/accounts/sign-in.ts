import { accountsByEmail, normalizeEmail, toOperator } from './account-rows.ts';
import type { Attempt, BackOff } from './back-off.ts';
import type { Database, Row } from '../database/database.ts';
import { matchWithoutAccount, type PasswordCost, passwordMatches } from './passwords.ts';
import type { SecondFactor } from './second-factor.ts';
import type { AuthenticatedSession, ClientInfo, Sessions } from './sessions.ts';
import type { Audit } from '../database/audit.ts';
import { findRow } from '../database/rows.ts';

/** What signing in and changing a password need. */
export type SignInParts = {
  readonly database: Database;
  readonly audit: Audit;
  readonly backOff: BackOff;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
  readonly now: () => Date;
  readonly passwordCost: PasswordCost;
};

/** `refused` does not say why: no such account, wrong password and wrong code look the same. */
export type SignInResult =
  | (AuthenticatedSession & { readonly ok: true; readonly token: string })
  | { readonly ok: false; readonly reason: 'refused' }
  /** The password was right; sign in again with the code. */
  | { readonly ok: false; readonly reason: 'needs-code' }
  /** Too many wrong attempts for this account or from this address. The password was not checked. */
  | { readonly ok: false; readonly reason: 'wait'; readonly retryAfterSeconds: number };

const refused = { ok: false, reason: 'refused' } as const;

type Credentials = { readonly email: string; readonly password: string; readonly code?: string };

/**
 * The same steps and the same time whether the account exists or not. `replaces`: the id of a session that ends when the new
 * one begins.
 */
export const createSignIn = (parts: SignInParts) => {
  const { database, backOff, secondFactor, now, passwordCost } = parts;
  return async (
    { email, password, code }: Credentials,
    from: ClientInfo,
    replaces?: string,
  ): Promise<SignInResult> => {
    const rows = accountsByEmail(database, email);
    const attempt = toAttempt(email, from, rows);
    const waitMs = await backOff.begin(attempt);
    if (waitMs > 0) return { ok: false, reason: 'wait', retryAfterSeconds: Math.ceil(waitMs / 1000) };
    const row = await findMatchingAccount(password, rows, passwordCost);
    if (!row || isPasswordExpired(row, now())) return refused;
    if (row.sealed_totp !== null && code === undefined) {
      await backOff.cancel(attempt);
      return { ok: false, reason: 'needs-code' };
    }
    if (row.sealed_totp !== null && !(await secondFactor.accepts(Number(row.id), code ?? ''))) return refused;
    return startSession(parts, attempt, Number(row.id), from, replaces);
  };
};

const startSession = (
  { database, audit, backOff, sessions }: SignInParts,
  attempt: Attempt,
  accountId: number,
  from: ClientInfo,
  replaces: string | undefined,
): Promise<SignInResult> =>
  database.transaction(() => {
    // Read again: it may have been reset or removed while the password was compared.
    const row = findRow(database, 'accounts', { id: accountId });
    if (!row) return refused;
    backOff.recordSuccess(attempt, accountId);
    if (replaces !== undefined) sessions.discard(replaces);
    const { token, session } = sessions.start(accountId, from);
    const operator = toOperator(row);
    audit.record({
      actor: { name: operator.email, from: from.address },
      action: 'session.start',
      subject: `session ${session.id}`,
      after: { userAgent: session.userAgent },
    });
    return { ok: true, operator, session, token };
  });

/** The account that has this password; takes as long when there is none. */
export const findMatchingAccount = async (
  password: string,
  rows: readonly Row[],
  cost: PasswordCost,
): Promise<Row | undefined> => {
  if (rows.length === 0) await matchWithoutAccount(password, cost);
  const matches = await Promise.all(rows.map((row) => passwordMatches(password, String(row.password_hash))));
  return rows.find((_, place) => matches[place]);
};

export const toAttempt = (email: string, { address }: ClientInfo, rows: readonly Row[]): Attempt => ({
  email: normalizeEmail(email),
  address,
  accountIds: rows.map(({ id }) => Number(id)),
});

/** A generated password expires unless its owner replaces it. */
const isPasswordExpired = ({ password_until_ms: untilMs }: Row, now: Date): boolean => {
  return untilMs !== null && Number(untilMs) <= now.getTime();
};
