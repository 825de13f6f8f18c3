import { accountsByEmail, normalizeEmail, toOperator } from './account-rows.ts';
import type { Audit } from '../audit.ts';
import type { Attempt, BackOff } from './back-off.ts';
import type { Database, Row } from '../database/database.ts';
import { matchWithoutAccount, type PasswordCost, passwordMatches } from './passwords.ts';
import type { Accounts, SignInResult, ClientInfo } from '../account-types.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { installation } from '../store.ts';

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

const refused = { ok: false, reason: 'refused' } as const;

/** The same steps and the same time whether the account exists or not. */
export const createSignIn = (parts: SignInParts): Accounts['signIn'] => {
  const { database, backOff, secondFactor, now, passwordCost } = parts;
  return async ({ email, password, code }, from, replaces) => {
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
    const row = database.get('SELECT * FROM accounts WHERE id = ?', accountId);
    if (!row) return refused;
    backOff.recordSuccess(attempt, accountId);
    if (replaces !== undefined) sessions.discard(replaces);
    const { token, session } = sessions.start(accountId, from);
    const operator = toOperator(row);
    audit.record({
      websiteId: installation,
      actor: { name: operator.email, from: from.address },
      action: 'session.start',
      subject: `session ${session.id}`,
      before: null,
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
