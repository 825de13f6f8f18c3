import { accountByEmail, normalizeEmail, toOperator } from './account-rows.ts';
import type { Audit } from '../audit.ts';
import type { Attempt, BackOff } from './back-off.ts';
import type { Database, Row } from '../database/database.ts';
import { matchWithoutAccount, passwordMatches } from './passwords.ts';
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
};

const refused = { ok: false, reason: 'refused' } as const;

/** The same steps and the same time whether the account exists or not. */
export const createSignIn = (parts: SignInParts): Accounts['signIn'] => {
  const { database, backOff, secondFactor, now } = parts;
  return async ({ email, password, code }, from, replaces) => {
    const row = accountByEmail(database, email);
    const attempt = { email: normalizeEmail(email), address: from.address, accountId: accountIdOf(row) };
    const waitMs = backOff.begin(attempt);
    if (waitMs > 0) return { ok: false, reason: 'wait', retryAfterSeconds: Math.ceil(waitMs / 1000) };
    const matches = await matchesAccount(password, row);
    if (!row || !matches || isPasswordExpired(row, now())) return refused;
    if (row.sealed_totp !== null && code === undefined) {
      backOff.cancel(attempt);
      return { ok: false, reason: 'needs-code' };
    }
    if (row.sealed_totp !== null && !secondFactor.accepts(Number(row.id), code ?? '')) return refused;
    return startSession(parts, { ...attempt, accountId: Number(row.id) }, from, replaces);
  };
};

const startSession = (
  { database, audit, backOff, sessions }: SignInParts,
  attempt: Attempt & { readonly accountId: number },
  from: ClientInfo,
  replaces: string | undefined,
): SignInResult => {
  return database.transaction(() => {
    // Read again: it may have been reset or removed while the password was compared.
    const row = database.get('SELECT * FROM accounts WHERE id = ?', attempt.accountId);
    if (!row) return refused;
    backOff.recordSuccess(attempt);
    if (replaces !== undefined) sessions.discard(replaces);
    const { token, session } = sessions.start(attempt.accountId, from);
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
};

export const matchesAccount = (password: string, row: Row | undefined): Promise<boolean> =>
  row ? passwordMatches(password, String(row.password_hash)) : matchWithoutAccount(password);

/** A generated password expires unless its owner replaces it. */
const isPasswordExpired = ({ password_until_ms: untilMs }: Row, now: Date): boolean => {
  return untilMs !== null && Number(untilMs) <= now.getTime();
};

const accountIdOf = (row: Row | undefined): number | null => {
  return row ? Number(row.id) : null;
};
