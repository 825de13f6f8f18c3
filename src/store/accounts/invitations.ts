import { Fault } from '../../errors.ts';
import { accountByEmail, insertAccount, toOperator } from './account-rows.ts';
import { tooManyAttempts } from './account-passwords.ts';
import type { Audit } from '../audit.ts';
import type { BackOff } from './back-off.ts';
import { hashBearerToken } from './bearer-token.ts';
import type { Database, Row } from '../database/database.ts';
import { addMember, toInvitation } from './members.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import type { Accounts, Invitation, ClientInfo } from '../account-types.ts';
import { matchesAccount } from './sign-in.ts';

type Parts = {
  readonly database: Database;
  readonly audit: Audit;
  readonly backOff: BackOff;
  readonly now: () => Date;
};

export const createInvitations = (parts: Parts): Pick<Accounts, 'invitation' | 'acceptInvitation'> => {
  const { database, audit, now } = parts;

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

  const accept = (token: string, known: Row | undefined, hash: string | null, from: ClientInfo) => {
    // Read again: it may have been withdrawn or used while the password was hashed.
    const { websiteId, email, role } = requireInvitation(token);
    const account = known ?? insertAccount(database, email, hash ?? '');
    addMember(database, websiteId, Number(account.id), role);
    database.run('DELETE FROM invitations WHERE token_hash = ?', hashBearerToken(token));
    audit.record({
      websiteId,
      actor: { name: email, from: from.address },
      action: 'invitation.accept',
      subject: `operator ${email}`,
      before: null,
      after: { role, password: known ? 'kept' : 'set' },
    });
    return toOperator(account);
  };

  return {
    invitation,
    acceptInvitation: async (token, password, from) => {
      const { email } = requireInvitation(token);
      const known = accountByEmail(database, email);
      if (known) await refuseWrongPassword(parts, known, password, from);
      else await refuseWeakPassword(password, email);
      const hash = known ? null : await hashPassword(password);
      return database.transaction(() => accept(token, known, hash, from));
    },
  };
};

const refuseWrongPassword = async (
  { backOff }: Parts,
  row: Row,
  password: string,
  from: ClientInfo,
): Promise<void> => {
  const attempt = { email: String(row.email), address: from.address, accountId: Number(row.id) };
  const waitMs = backOff.begin(attempt);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
  if (!(await matchesAccount(password, row))) {
    throw new Fault('not-allowed', 'This address has an account already, and this is not its password.', {
      nextStep: 'Accept with the password you sign in with.',
      reason: { reason: 'invitation-password' },
    });
  }
  backOff.recordSuccess(attempt);
};
