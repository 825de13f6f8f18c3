import { accountByEmail, addressOf, operatorOf } from './account-rows.ts';
import type { Audit } from './audit.ts';
import type { Attempt, BackOff } from './back-off.ts';
import type { Database, Row } from './database.ts';
import { matchNobody, passwordMatches } from './passwords.ts';
import type { Accounts, SignInResult, Whereabouts } from './people.ts';
import type { SecondFactor } from './second-factor.ts';
import type { Sessions } from './sessions.ts';
import { installation } from './store.ts';

type Parts = {
  readonly database: Database;
  readonly audit: Audit;
  readonly backOff: BackOff;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
};

const refused = { ok: false, reason: 'refused' } as const;

/** The same steps and the same time whether the account exists or not. */
export const createSignIn = (parts: Parts): Accounts['signIn'] => {
  const { database, backOff, secondFactor } = parts;
  return async ({ email, password, code }, from) => {
    const row = accountByEmail(database, email);
    const attempt = { email: addressOf(email), address: from.address, accountId: idOf(row) };
    const waitMs = backOff.begin(attempt);
    if (waitMs > 0) return { ok: false, reason: 'wait', retryAfterSeconds: Math.ceil(waitMs / 1000) };
    const matches = await matchesAccount(password, row);
    if (!row || !matches) return refused;
    if (row.sealed_totp !== null && code === undefined) {
      backOff.forgive(attempt);
      return { ok: false, reason: 'needs-code' };
    }
    if (row.sealed_totp !== null && !secondFactor.accepts(Number(row.id), code ?? '')) return refused;
    return enter(parts, Number(row.id), attempt, from);
  };
};

function enter(
  { database, audit, backOff, sessions }: Parts,
  accountId: number,
  attempt: Attempt,
  from: Whereabouts,
): SignInResult {
  return database.transaction(() => {
    // Read again: it may have been reset or removed while the password was compared.
    const row = database.get('SELECT * FROM accounts WHERE id = ?', accountId);
    if (!row) return refused;
    backOff.succeeded({ ...attempt, accountId });
    const { token, session } = sessions.start(accountId, from);
    const operator = operatorOf(row);
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
}

export const matchesAccount = (password: string, row: Row | undefined): Promise<boolean> =>
  row ? passwordMatches(password, String(row.password_hash)) : matchNobody(password);

function idOf(row: Row | undefined): number | null {
  return row ? Number(row.id) : null;
}
