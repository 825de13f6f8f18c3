import { Fault } from '../../errors.ts';
import {
  accountByEmail,
  accountById,
  type StoredPassword,
  toStoredPassword,
  writePassword,
} from './account-rows.ts';
import type { Row } from '../database/database.ts';
import { refuseWeakPassword } from './password-rules.ts';
import type { PasswordKind } from './account-rows.ts';
import type { ClientInfo } from './sessions.ts';
import { findMatchingAccount, type SignInParts, toAttempt } from './sign-in.ts';
import type { Actor } from '../../domain/operator.ts';

type PasswordChange = {
  readonly current: string;
  readonly password: string;
  readonly from: ClientInfo;
  readonly keepSession?: string;
};

export const createPasswords = (parts: SignInParts) => {
  const { database, audit, backOff, sessions, secondFactor, now, passwordCost } = parts;

  const write = (row: Row, actor: Actor, action: string, stored: StoredPassword): void => {
    writePassword(database, Number(row.id), stored);
    // The audit records that the password changed, and nothing about it.
    const subject = `operator ${String(row.email)}`;
    const [before, after] = [null, { password: 'set' }];
    audit.record({ actor, action, subject, before, after });
  };

  /** For actions that ask for the password again; starts no session. Backs off as signing in does (`too-many`). */
  const confirm = async (accountId: number, password: string, from: ClientInfo): Promise<boolean> => {
    const row = accountById(database, accountId);
    const attempt = toAttempt(String(row.email), from, [row]);
    const waitMs = await backOff.begin(attempt);
    if (waitMs > 0) throw tooManyAttempts(waitMs);
    const matches = (await findMatchingAccount(password, [row], passwordCost)) !== undefined;
    if (matches) await database.transaction(() => backOff.recordSuccess(attempt, accountId));
    return matches;
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
      const row = accountByEmail(database, email);
      if (!row) throw new Fault('not-found', `Nobody signs in with the address ${email}.`);
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

export const tooManyAttempts = (waitMs: number): Fault => {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new Fault('too-many', 'Too many wrong passwords.', {
    nextStep: `Try again in ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
    reason: { reason: 'too-many-attempts', values: { seconds: retryAfterSeconds } },
  });
};
