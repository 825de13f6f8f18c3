import type { Operator, Role } from '../domain/operator.ts';
import { Fault } from '../errors.ts';
import type { Audit } from './audit.ts';
import { checked } from './checked.ts';
import type { Database, Row } from './database.ts';
import { hashPassword, matchNobody, passwordMatches } from './passwords.ts';
import { operatorShape } from './shapes.ts';
import type { Actor, Store } from './store.ts';

type Parts = { readonly database: Database; readonly audit: Audit };

/** An e-mail address is known once in the installation: signing in names no website. */
export const createOperators = ({ database, audit }: Parts): Store['operators'] => {
  const rowOf = (email: string): Row | undefined =>
    database.get('SELECT * FROM operators WHERE email = ?', email);

  const write = (websiteId: number, email: string, role: Role, hash: string): void => {
    database.run(
      `INSERT INTO operators (website_id, email, role, password_hash) VALUES (?, ?, ?, ?)
       ON CONFLICT (email) DO UPDATE SET role = excluded.role, password_hash = excluded.password_hash`,
      websiteId,
      email,
      role,
      hash,
    );
  };

  const replace = (websiteId: number, actor: Actor, email: string, role: Role, hash: string): Operator => {
    const row = rowOf(email);
    const before = row ? read(row) : null;
    if (before && before.websiteId !== websiteId) throw taken(email);
    write(websiteId, email, role, hash);
    const after = read(rowOf(email) ?? {});
    // The password is new: the audit says so, and nothing about it.
    const [action, password] = [before ? 'operator.update' : 'operator.create', 'set'];
    audit.record({
      websiteId,
      actor,
      action,
      subject: `operator ${email}`,
      before,
      after: { ...after, password },
    });
    return after;
  };

  const isAsWanted = async (
    websiteId: number,
    email: string,
    role: Role,
    password: string,
  ): Promise<boolean> => {
    const row = rowOf(email);
    if (!row || row.website_id !== websiteId || row.role !== role) return false;
    return passwordMatches(password, String(row.password_hash));
  };

  return {
    list: (websiteId) =>
      database.all('SELECT * FROM operators WHERE website_id = ? ORDER BY id', websiteId).map(read),
    put: async (websiteId, actor, email, role, password) => {
      const address = addressOf(email);
      checked(operatorShape, `operator ${address}`, { id: 1, websiteId, email: address, role }, 'bad-input');
      if (await isAsWanted(websiteId, address, role, password)) return read(rowOf(address) ?? {});
      const hash = await hashPassword(password);
      return database.transaction(() => replace(websiteId, actor, address, role, hash));
    },
    verifyPassword: async (email, password) => {
      const row = rowOf(addressOf(email));
      const matches = row
        ? await passwordMatches(password, String(row.password_hash))
        : await matchNobody(password);
      return row && matches ? read(row) : null;
    },
  };
};

function addressOf(email: string): string {
  return email.trim().toLowerCase();
}

function read(row: Row): Operator {
  const { id, email, role } = row;
  const value = { id, websiteId: row.website_id, email, role };
  return checked(operatorShape, `operator ${String(email)}`, value, 'corrupted');
}

function taken(email: string): Fault {
  return new Fault('conflict', `${email} already signs in to another website of this installation.`, {
    nextStep: 'Use another address.',
  });
}
