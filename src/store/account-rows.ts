import type { Operator } from '../domain/operator.ts';
import { Fault } from '../errors.ts';
import { checked } from './checked.ts';
import type { Database, Row } from './database.ts';
import { emailShape } from './shapes.ts';

/** What an operator's TOTP secret is sealed for. */
export const totpPurpose = (accountId: number): string => `totp secret of account ${accountId}`;

export const operatorOf = (row: Row): Operator => ({
  id: Number(row.id),
  email: String(row.email),
  administrator: row.administrator === 1,
  totp: row.sealed_totp !== null,
});

export const accountByEmail = (database: Database, email: string): Row | undefined =>
  database.get('SELECT * FROM accounts WHERE email = ?', addressOf(email));

export const accountById = (database: Database, id: number): Row => {
  const row = database.get('SELECT * FROM accounts WHERE id = ?', id);
  if (row) return row;
  throw new Fault('not-found', 'There is no such operator.');
};

/** An address is known once in the installation, whatever its case. */
export const addressOf = (email: string): string => email.trim().toLowerCase();

/** The address in the form that is stored; throws `bad-input` for what is none. */
export const validAddress = (email: string): string => {
  const address = addressOf(email);
  return checked(emailShape, `operator ${address}`, address, 'bad-input');
};

export const insertAccount = (
  database: Database,
  email: string,
  passwordHash: string,
  administrator = false,
): Row => {
  const id = database.run(
    'INSERT INTO accounts (email, password_hash, administrator) VALUES (?, ?, ?)',
    email,
    passwordHash,
    administrator ? 1 : 0,
  );
  return accountById(database, id);
};
