import { Fault } from '../../errors.ts';
import { type AccountParts, accountByEmail, requireAccount, toOperator } from './account-rows.ts';
import { createBackOff } from './back-off.ts';
import { alone, type Database } from '../database/database.ts';
import { createInvitations } from './invitations.ts';
import { readRole } from './members.ts';
import { createOperatorTokens, createSessions } from './sessions.ts';
import type { createVisits } from './visits.ts';
import { createSecondFactor } from './second-factor.ts';
import { createPasswords, createSignIn } from './sign-in.ts';
import type { Actor, Membership, Operator, Role } from '../../domain/operator.ts';
import { deleteRows, findRow, findRows, updateRows } from '../database/rows.ts';

type Parts = AccountParts & { readonly visits: ReturnType<typeof createVisits> };

/**
 * Accounts of operators. Passwords need 12 to 200 characters and may not be among those known to be common
 * (`bad-input` otherwise). Tokens and sessions have 256 bits, are stored hashed, and are returned in clear once.
 */
export const createAccounts = (parts: Parts) => {
  const { database, audit, secrets, now, visits } = parts;
  const apart = alone(database);
  const backOff = createBackOff(database, secrets, now);
  const sessions = createSessions(parts);
  const secondFactor = createSecondFactor(parts);
  const signInParts = { ...parts, backOff, sessions, secondFactor };

  const requireByEmail = (email: string): Operator => toOperator(requireAccount(database, email));

  const setAdministrator = (actor: Actor, email: string, administrator: boolean): Operator => {
    const before = requireByEmail(email);
    if (before.administrator === administrator) return before;
    for (const { websiteId } of visits.list(before.id)) visits.endWithin(websiteId, actor, before.id);
    updateRows(database, 'accounts', { administrator: administrator ? 1 : 0 }, { id: before.id });
    audit.record(actor, 'operator.update', `operator ${before.email}`, {
      before: { administrator: before.administrator },
      after: { administrator },
    });
    return { ...before, administrator };
  };

  const remove = (actor: Actor, email: string): void => {
    const operator = requireByEmail(email);
    refuseRemovingLast(database, operator);
    // Sessions, tokens and memberships are deleted with it (ON DELETE CASCADE).
    deleteRows(database, 'accounts', { id: operator.id });
    const { administrator } = operator;
    audit.record(actor, 'operator.remove', `operator ${operator.email}`, { before: { administrator } });
  };

  return {
    /** Ends sessions and tokens too. `conflict` for the last administrator, and for the only owner of a website. */
    remove: apart(remove),
    list: (): readonly Operator[] => database.all('SELECT * FROM accounts ORDER BY id').map(toOperator),
    byEmail: (email: string): Operator | null => {
      const row = accountByEmail(database, email);
      return row ? toOperator(row) : null;
    },
    memberships: (operatorId: number): readonly Membership[] =>
      findRows(database, 'members', { account_id: operatorId }, 'website_id').map((row) => ({
        websiteId: Number(row.website_id),
        role: readRole(row),
      })),
    /** Of a member, or of an administrator who entered the website: an owner's. */
    roleIn: (websiteId: number, operatorId: number): Role | null => {
      if (visits.list(operatorId).some((visit) => visit.websiteId === websiteId)) return 'owner';
      const row = findRow(database, 'members', { website_id: websiteId, account_id: operatorId });
      return row ? readRole(row) : null;
    },
    setAdministrator: apart(setAdministrator),
    signIn: createSignIn(signInParts),
    bySession: sessions.bySession,
    sessions: sessions.sessions,
    endSession: sessions.endSession,
    ...createOperatorTokens(parts),
    password: createPasswords(signInParts),
    totp: secondFactor,
    ...createInvitations(signInParts),
  };
};

const refuseRemovingLast = (database: Database, { id, email, administrator }: Operator): void => {
  const others = database.get('SELECT 1 FROM accounts WHERE administrator = 1 AND id <> ?', id);
  if (administrator && !others) throw lastOfItsKind(email, 'the only administrator');
  const onlyOwned = database.get(
    `SELECT name FROM websites JOIN members AS mine ON mine.website_id = websites.id
     WHERE mine.account_id = ? AND mine.role = 'owner' AND NOT EXISTS
       (SELECT 1 FROM members WHERE website_id = websites.id AND role = 'owner' AND account_id <> ?)`,
    id,
    id,
  );
  if (onlyOwned) throw lastOfItsKind(email, `the only owner of ${String(onlyOwned.name)}`);
};

const lastOfItsKind = (email: string, what: string): Fault =>
  new Fault('conflict', `${email} is ${what}.`, { nextStep: 'Give that to somebody else first.' });
