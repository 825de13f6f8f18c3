import { Type } from 'typebox';
import { type Actor, type Member, type Role, roles } from '../../domain/operator.ts';
import { Fault, notThere } from '../../errors.ts';
import {
  type AccountParts,
  accountByEmail,
  accountById,
  isSeparateAccount,
  insertAccount,
  normalizeEmail,
  ofAddress,
  type PasswordKind,
  plainEmail,
  type StoredPassword,
  toStoredPassword,
  validateEmail,
  writePassword,
} from './account-rows.ts';
import { hashBearerToken, makeBearerToken, passwordMatches } from './passwords.ts';
import {
  validate,
  deleteRows,
  findRow,
  findRows,
  insertRow,
  toInstant,
  updateRows,
} from '../database/rows.ts';
import { alone, type Database, type Row } from '../database/database.ts';
import { refuseWeakPassword } from './password-rules.ts';

const roleSchema = Type.Enum([...roles]);

export const invitationDefaults = { validForMs: 7 * 24 * 3_600_000 } as const;

export type Invitation = {
  readonly websiteId: number;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
};

/** The members of a website. At least one owner stays: removing the last one is a `conflict`. */
export const createMembers = (parts: AccountParts) => {
  const { database, audit, now, passwordCost } = parts;
  const apart = alone(database);
  const findMember = (websiteId: number, email: string): Row | undefined => {
    const { condition, values } = ofAddress(email);
    return database.get(
      `SELECT members.*, email, password_hash FROM members JOIN accounts ON accounts.id = account_id
       WHERE website_id = ? AND ${condition}`,
      websiteId,
      ...values,
    );
  };

  const record = (member: Member, actor: Actor, verb: string, before: unknown, after: unknown): void => {
    const { websiteId, email } = member;
    audit.record(actor, `operator.${verb}`, `operator ${email}`, { websiteId, before, after });
  };

  const requireMember = (websiteId: number, email: string): Member => {
    const row = findMember(websiteId, email);
    if (row) return toMember(row);
    throw notThere(`This website has no member with the address ${email}.`);
  };

  const refuseLastOwner = ({ websiteId, email, role }: Member): void => {
    const owners = findRows(database, 'members', { website_id: websiteId, role: 'owner' }, 'account_id');
    if (role !== 'owner' || owners.length > 1) return;
    throw new Fault('conflict', `${email} is the only owner of this website.`, {
      nextStep: 'Make somebody else an owner first.',
      reason: { reason: 'last-owner', values: { email } },
    });
  };

  const setRole = (websiteId: number, actor: Actor, email: string, role: Role): Member => {
    validate(roleSchema, `operator ${email}`, role, 'bad-input');
    const before = requireMember(websiteId, email);
    if (before.role === role) return before;
    refuseLastOwner(before);
    updateRows(database, 'members', { role }, { website_id: websiteId, account_id: before.operatorId });
    record(before, actor, 'update', { role: before.role }, { role });
    return { ...before, role };
  };

  const add = (websiteId: number, actor: Actor, email: string, role: Role, stored: StoredPassword) => {
    if (accountByEmail(database, email)) throw accountExists(email);
    const account = insertAccount(database, email, stored.hash);
    writePassword(database, Number(account.id), stored);
    addMember(database, websiteId, Number(account.id), role);
    const member = requireMember(websiteId, email);
    record(member, actor, 'create', null, { ...member, password: 'set' });
    return member;
  };

  /** Makes the creator of a website its owner, inside of a transaction; `conflict` when it has a member already. */
  const claimWithin = (websiteId: number, actor: Actor, operatorId: number): Member => {
    if (findRow(database, 'members', { website_id: websiteId })) {
      throw new Fault('conflict', 'This website has an owner already.');
    }
    addMember(database, websiteId, operatorId, 'owner');
    const member = requireMember(websiteId, String(accountById(database, operatorId).email));
    record(member, actor, 'create', null, member);
    return member;
  };

  const setPassword = (member: Member, actor: Actor, stored: StoredPassword): void => {
    writePassword(database, member.operatorId, stored);
    record(member, actor, 'update', null, { password: 'set' });
  };

  const withdrawInvitation = (websiteId: number, actor: Actor, email: string): boolean => {
    const row = findRow(database, 'invitations', { website_id: websiteId, email: normalizeEmail(email) });
    if (!row) return false;
    const { email: address, role } = toInvitation(row);
    deleteRows(database, 'invitations', { website_id: websiteId, email: address });
    audit.record(actor, 'invitation.remove', `operator ${address}`, { websiteId, before: { role } });
    return true;
  };

  const remove = (websiteId: number, actor: Actor, email: string): void => {
    const invited = withdrawInvitation(websiteId, actor, email);
    if (invited && !findMember(websiteId, email)) return;
    const member = requireMember(websiteId, email);
    refuseLastOwner(member);
    deleteRows(database, 'members', { website_id: websiteId, account_id: member.operatorId });
    record(member, actor, 'remove', { role: member.role }, null);
    removeUnusedSeparateAccount(database, member.operatorId);
  };

  const invite = (websiteId: number, actor: Actor, email: string, role: Role) => {
    const address = validateEmail(email);
    validate(roleSchema, `operator ${address}`, role, 'bad-input');
    if (findMember(websiteId, address)) {
      const reason = { reason: 'member-known', values: { email: address } } as const;
      throw new Fault('conflict', `${address} is a member already.`, { reason });
    }
    const token = makeBearerToken();
    const expiresMs = now().getTime() + invitationDefaults.validForMs;
    const row = { website_id: websiteId, email: address, role, token_hash: hashBearerToken(token) };
    insertRow(
      database,
      'invitations',
      { ...row, expires_ms: expiresMs },
      `ON CONFLICT DO UPDATE
       SET role = excluded.role, token_hash = excluded.token_hash, expires_ms = excluded.expires_ms`,
    );
    const expiresAt = new Date(expiresMs).toISOString();
    const after = { role, expiresAt };
    audit.record(actor, 'invitation.create', `operator ${address}`, { websiteId, after });
    return { websiteId, email: address, role, expiresAt, token };
  };

  return {
    list: (websiteId: number): readonly Member[] =>
      database
        .all(
          `SELECT members.*, email FROM members JOIN accounts ON accounts.id = account_id
           WHERE website_id = ? ORDER BY account_id`,
          websiteId,
        )
        .map(toMember),
    /**
     * Without an invitation, for the command line and the demo: creates the account when there is none, and sets
     * its password. Refused for an existing account that is no member here.
     */
    put: async (
      websiteId: number,
      actor: Actor,
      email: string,
      role: Role,
      password: string,
      kind: PasswordKind = 'chosen',
    ): Promise<Member> => {
      const address = validateEmail(email);
      validate(roleSchema, `operator ${address}`, role, 'bad-input');
      const known = findMember(websiteId, address);
      if (known && (await passwordMatches(password, String(known.password_hash)))) {
        return database.transaction(() => setRole(websiteId, actor, address, role));
      }
      await refuseWeakPassword(password, address);
      const stored = await toStoredPassword(password, kind, now(), passwordCost);
      return database.transaction(() => {
        if (!findMember(websiteId, address)) return add(websiteId, actor, address, role, stored);
        setPassword(requireMember(websiteId, address), actor, stored);
        return setRole(websiteId, actor, address, role);
      });
    },
    claim: apart(claimWithin),
    claimWithin,
    setRole: apart(setRole),
    /** Also withdraws an invitation. The account stays; its sessions no longer see the website. */
    remove: apart(remove),
    /** `token` goes into the link and is returned only here. Inviting again replaces the link. */
    invite: apart(invite),
    /** Open invitations: neither accepted nor expired. */
    invitations: (websiteId: number): readonly Invitation[] =>
      database
        .all(
          'SELECT * FROM invitations WHERE website_id = ? AND expires_ms > ? ORDER BY email',
          websiteId,
          now().getTime(),
        )
        .map(toInvitation),
  };
};

export const addMember = (database: Database, websiteId: number, accountId: number, role: Role): void =>
  void insertRow(database, 'members', { website_id: websiteId, account_id: accountId, role });

export const readRole = (row: Row): Role =>
  validate(roleSchema, `operator ${String(row.email ?? row.account_id)}`, row.role, 'corrupted');

export const toInvitation = (row: Row): Invitation => ({
  websiteId: Number(row.website_id),
  email: String(row.email),
  role: readRole(row),
  expiresAt: toInstant(row.expires_ms),
});

const toMember = (row: Row): Member => {
  const [operatorId, websiteId] = [Number(row.account_id), Number(row.website_id)];
  return { operatorId, websiteId, email: plainEmail(row.email), role: readRole(row) };
};

/** A website can add one further account to an address, and not one more with each invitation. */
const removeUnusedSeparateAccount = (database: Database, id: number): void => {
  const row = database.get('SELECT email FROM accounts WHERE id = ? AND administrator = 0', id);
  const isMember = findRow(database, 'members', { account_id: id }) !== undefined;
  if (row && isSeparateAccount(row.email) && !isMember) deleteRows(database, 'accounts', { id });
};

/** Otherwise a website could set the password of an operator of another website. */
const accountExists = (email: string): Fault =>
  new Fault('conflict', `${email} already has an account in this installation.`, {
    nextStep: 'Invite this address: they accept with the password they have.',
  });
