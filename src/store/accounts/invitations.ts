import type { Operator } from '../../domain/operator.ts';
import { Fault } from '../../errors.ts';
import { accountsByEmail, insertAccount, insertSeparateAccount, toOperator } from './account-rows.ts';
import { hashBearerToken, hashPassword } from './passwords.ts';
import type { Row } from '../database/database.ts';
import { addMember, type Invitation, toInvitation } from './members.ts';
import { refuseWeakPassword } from './password-rules.ts';
import type { ClientInfo } from './sessions.ts';
import { checkPassword, type SignInParts } from './sign-in.ts';
import { deleteRows } from '../database/rows.ts';

export const createInvitations = (parts: SignInParts) => {
  const { database, audit, now, passwordCost } = parts;

  /** The invitation of a link; null when it is unknown, used or expired. */
  const invitation = (token: string): Invitation | null => {
    const row = database.get(
      'SELECT * FROM invitations WHERE token_hash = ? AND expires_ms > ?',
      hashBearerToken(token),
      now().getTime(),
    );
    return row ? toInvitation(row) : null;
  };

  const requireInvitation = (token: string): Invitation => {
    const known = invitation(token);
    if (known) return known;
    throw new Fault('not-found', 'This invitation is not valid any more.', {
      nextStep: 'Ask whoever sent it for a new one.',
      reason: { reason: 'invitation-gone' },
    });
  };

  const createAccount = (email: string, hash: string): Row =>
    accountsByEmail(database, email).length === 0
      ? insertAccount(database, email, hash)
      : insertSeparateAccount(database, email, hash);

  const accept = (token: string, known: Row | undefined, hash: string | null, from: ClientInfo) => {
    // Read again: it may have been withdrawn or used while the password was hashed.
    const { websiteId, email, role } = requireInvitation(token);
    const account = known ?? createAccount(email, hash ?? '');
    addMember(database, websiteId, Number(account.id), role);
    deleteRows(database, 'invitations', { token_hash: hashBearerToken(token) });
    const actor = { name: email, from: from.address };
    const after = { role, password: known ? 'kept' : 'set' };
    audit.record(actor, 'invitation.accept', `operator ${email}`, { websiteId, after });
    return toOperator(account);
  };

  return {
    invitation,
    /**
     * Creates the account with this password. For an address that already has an account it must be that
     * account's password (`not-allowed` otherwise), and the account becomes a member. `isSeparate`: another password
     * makes another account of the address, because nobody checked that the first belongs to its owner.
     */
    acceptInvitation: async (
      token: string,
      password: string,
      from: ClientInfo,
      isSeparate = false,
    ): Promise<Operator> => {
      const { email } = requireInvitation(token);
      const accounts = accountsByEmail(database, email);
      const known =
        accounts.length > 0 ? await checkPassword(parts, email, accounts, password, from) : undefined;
      if (!known && accounts.length > 0 && !isSeparate) throw notThePassword();
      if (!known) await refuseWeakPassword(password, email);
      const hash = known ? null : await hashPassword(password, passwordCost);
      return database.transaction(() => accept(token, known, hash, from));
    },
  };
};

const notThePassword = (): Fault =>
  new Fault('not-allowed', 'This address has an account already, and this is not its password.', {
    nextStep: 'Accept with the password you sign in with, or make an account of your own.',
    reason: { reason: 'invitation-password' },
  });
