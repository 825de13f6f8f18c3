import type { Actor } from '../../domain/operator.ts';
import { Fault } from '../../errors.ts';
import {
  type AccountParts,
  accountById,
  accountsByEmail,
  normalizeEmail,
  type PasswordKind,
  requireAccount,
  type StoredPassword,
  toOperator,
  toStoredPassword,
  writePassword,
} from './account-rows.ts';
import type { Attempt, BackOff } from './back-off.ts';
import type { Row } from '../database/database.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { matchWithoutAccount, type PasswordCost, passwordMatches } from './passwords.ts';
import type { SecondFactor } from './second-factor.ts';
import type { AuthenticatedSession, ClientInfo, Sessions } from './sessions.ts';
import { findRow } from '../database/rows.ts';

/** What signing in and changing a password need. */
export type SignInParts = AccountParts & {
  readonly backOff: BackOff;
  readonly sessions: Sessions;
  readonly secondFactor: SecondFactor;
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
    const actor = { name: operator.email, from: from.address };
    const after = { userAgent: session.userAgent };
    audit.record(actor, 'session.start', `session ${session.id}`, { after });
    return { ok: true, operator, session, token };
  });

/** The account that has this password; takes as long when there is none. */
const findMatchingAccount = async (password: string, rows: readonly Row[], cost: PasswordCost) => {
  if (rows.length === 0) await matchWithoutAccount(password, cost);
  const matches = await Promise.all(rows.map((row) => passwordMatches(password, String(row.password_hash))));
  return rows.find((_, place) => matches[place]);
};

const toAttempt = (email: string, { address }: ClientInfo, rows: readonly Row[]): Attempt => ({
  email: normalizeEmail(email),
  address,
  accountIds: rows.map(({ id }) => Number(id)),
});

/** A generated password expires unless its owner replaces it. */
const isPasswordExpired = ({ password_until_ms: untilMs }: Row, now: Date): boolean =>
  untilMs !== null && Number(untilMs) <= now.getTime();

/** The account of this address that has this password. Backs off as signing in does (`too-many`). */
export const checkPassword = async (
  { database, backOff, passwordCost }: SignInParts,
  email: string,
  accounts: readonly Row[],
  password: string,
  from: ClientInfo,
): Promise<Row | undefined> => {
  const attempt = toAttempt(email, from, accounts);
  const waitMs = await backOff.begin(attempt);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  const found = await findMatchingAccount(password, accounts, passwordCost);
  if (found) await database.transaction(() => backOff.recordSuccess(attempt, Number(found.id)));
  return found;
};

type PasswordChange = {
  readonly current: string;
  readonly password: string;
  readonly from: ClientInfo;
  readonly keepSession?: string;
};

export const createPasswords = (parts: SignInParts) => {
  const { database, audit, sessions, secondFactor, now, passwordCost } = parts;

  const write = (row: Row, actor: Actor, action: string, stored: StoredPassword): void => {
    writePassword(database, Number(row.id), stored);
    // The audit records that the password changed, and nothing about it.
    audit.record(actor, action, `operator ${String(row.email)}`, { after: { password: 'set' } });
  };

  /** For actions that ask for the password again; starts no session. */
  const confirm = async (accountId: number, password: string, from: ClientInfo): Promise<boolean> => {
    const row = accountById(database, accountId);
    return (await checkPassword(parts, String(row.email), [row], password, from)) !== undefined;
  };

  return {
    confirm,
    /** `not-allowed` when `current` is wrong. Ends the other sessions (all but `keepSession`) and all tokens. */
    change: async (
      accountId: number,
      actor: Actor,
      { current, password, from, keepSession }: PasswordChange,
    ): Promise<void> => {
      if (!(await confirm(accountId, current, from))) {
        throw new Fault('not-allowed', 'The current password is not right.', {
          reason: { reason: 'wrong-password' },
        });
      }
      await refuseWeakPassword(password, String(accountById(database, accountId).email));
      const stored = await toStoredPassword(password, 'chosen', now(), passwordCost);
      await database.transaction(() => {
        write(accountById(database, accountId), actor, 'password.change', stored);
        sessions.endAll(accountId, keepSession);
      });
    },
    /** For the command line: sets a new password, disables the second factor, ends all sessions and tokens. */
    reset: async (
      actor: Actor,
      email: string,
      password: string,
      kind: PasswordKind = 'chosen',
    ): Promise<void> => {
      const row = requireAccount(database, email);
      await refuseWeakPassword(password, String(row.email));
      const stored = await toStoredPassword(password, kind, now(), passwordCost);
      const id = Number(row.id);
      await database.transaction(() => {
        write(row, actor, 'password.reset', stored);
        secondFactor.disableWithin(id, actor);
        sessions.endAll(id);
      });
    },
  };
};

const tooManyAttempts = (waitMs: number): Fault => {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new Fault('too-many', 'Too many wrong passwords.', {
    nextStep: `Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
    reason: { reason: 'too-many-attempts', values: { seconds: retryAfterSeconds } },
  });
};
