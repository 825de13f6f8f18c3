import { timingSafeEqual } from 'node:crypto';
import type { Operator } from '../../domain/operator.ts';
import { Fault } from '../../errors.ts';
import {
  type AccountParts,
  accountByEmail,
  insertAccount,
  toOperator,
  validateEmail,
} from './account-rows.ts';
import { hashBearerToken, makeBearerToken, hashPassword } from './passwords.ts';
import { refuseWeakPassword } from './password-rules.ts';
import type { ClientInfo } from './sessions.ts';

/** The only action that needs no account: possible only while there is no administrator. */
export const createSetUp = ({ database, audit, passwordCost }: AccountParts) => {
  const isDone = (): boolean => database.get('SELECT 1 FROM accounts WHERE administrator = 1') !== undefined;

  const valid = (token: string): boolean => {
    const row = database.get("SELECT value FROM meta WHERE name = 'set_up_hash'");
    if (!row || isDone()) return false;
    return timingSafeEqual(Buffer.from(hashBearerToken(token)), Buffer.from(String(row.value)));
  };

  const create = (token: string, email: string, hash: string, from: ClientInfo): Operator => {
    if (!valid(token)) throw notValid();
    if (accountByEmail(database, email)) {
      throw new Fault('conflict', `${email} already has an account.`, {
        nextStep: 'Use another address.',
        reason: { reason: 'address-known', values: { email } },
      });
    }
    database.run("DELETE FROM meta WHERE name = 'set_up_hash'");
    const operator = toOperator(insertAccount(database, email, hash, true));
    const actor = { name: email, from: from.address };
    const after = { administrator: true, password: 'set' };
    audit.record(actor, 'set-up.complete', `operator ${email}`, { after });
    return operator;
  };

  return {
    /** A new link token, which voids the previous one; null once there is an administrator. */
    issue: (): Promise<string | null> =>
      database.transaction(() => {
        if (isDone()) return null;
        const token = makeBearerToken();
        database.run(
          "INSERT INTO meta (name, value) VALUES ('set_up_hash', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
          hashBearerToken(token),
        );
        return token;
      }),
    /** True while there is no account at all. */
    isNeeded: () => database.get('SELECT 1 FROM accounts') === undefined,
    isValid: valid,
    /** Works once: creates the first administrator. `not-found` for a token that is not valid. */
    complete: async (token: string, email: string, password: string, from: ClientInfo): Promise<Operator> => {
      if (!valid(token)) throw notValid();
      const address = validateEmail(email);
      await refuseWeakPassword(password, address);
      const hash = await hashPassword(password, passwordCost);
      return database.transaction(() => create(token, address, hash, from));
    },
  };
};

const notValid = (): Fault =>
  new Fault('not-found', 'This set-up link is not valid any more.', {
    nextStep: 'Start the service again for a new one, or use `kindred operator administrator`.',
    reason: { reason: 'set-up-link-gone' },
  });
