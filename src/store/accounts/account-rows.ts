import { randomBytes } from 'node:crypto';
import { Type } from 'typebox';
import type { Operator } from '../../domain/operator.ts';
import { Fault } from '../../errors.ts';
import { validate } from '../database/validate.ts';
import type { Database, Row } from '../database/database.ts';
import { hashPassword, type PasswordCost, temporaryPasswordMs } from './passwords.ts';
import type { PasswordKind } from '../account-types.ts';

const emailSchema = Type.String({
  pattern: '^[^@\\s\\x00-\\x1f]+@[^@\\s\\x00-\\x1f]+$',
  maxLength: 254,
});

/** The purpose that an operator's TOTP secret is encrypted for. */
export const totpPurpose = (accountId: number): string => `totp secret of account ${accountId}`;

/**
 * Nobody checks who an address belongs to, so the first account of an address must not keep its owner out. Further
 * accounts of an address are stored as `ann@shop.example#1f3a…`; the password says which one is meant.
 */
const separator = '#';

/** The address of an account without what tells it from others of the same address. */
export const plainEmail = (stored: unknown): string => {
  const text = String(stored);
  const end = text.indexOf(separator, text.indexOf('@') + 1);
  return end < 0 ? text : text.slice(0, end);
};

export const isSeparateAccount = (stored: unknown): boolean => plainEmail(stored) !== String(stored);

const withPlainEmail = (row: Row): Row => ({ ...row, email: plainEmail(row.email) });

/** An SQL condition on `email`, with its values: all accounts of an address. */
export const ofAddress = (email: string) => {
  const address = normalizeEmail(email);
  // '$' follows '#': the range is every text that begins with the address and the separator.
  return {
    condition: '(email = ? OR (email > ? AND email < ?))',
    values: [address, address + separator, `${address}$`],
  } as const;
};

export const toOperator = (row: Row): Operator => ({
  id: Number(row.id),
  email: plainEmail(row.email),
  administrator: row.administrator === 1,
  totp: row.sealed_totp !== null,
  passwordUntil:
    row.password_until_ms === null ? null : new Date(Number(row.password_until_ms)).toISOString(),
});

export const accountByEmail = (database: Database, email: string): Row | undefined =>
  database.get('SELECT * FROM accounts WHERE email = ?', normalizeEmail(email));

/** The oldest first. */
export const accountsByEmail = (database: Database, email: string): Row[] => {
  const { condition, values } = ofAddress(email);
  return database.all(`SELECT * FROM accounts WHERE ${condition} ORDER BY id`, ...values).map(withPlainEmail);
};

export const accountById = (database: Database, id: number): Row => {
  const row = database.get('SELECT * FROM accounts WHERE id = ?', id);
  if (row) return withPlainEmail(row);
  throw new Fault('not-found', 'There is no such operator.');
};

/** Case and surrounding spaces do not count. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** The address as it is stored; throws `bad-input` when it is not valid. */
export const validateEmail = (email: string): string => {
  const address = normalizeEmail(email);
  return validate(emailSchema, `operator ${address}`, address, 'bad-input');
};

/** `untilMs`: when a generated password expires; null: chosen by its owner. */
export type StoredPassword = { readonly hash: string; readonly untilMs: number | null };

export const toStoredPassword = async (
  password: string,
  kind: PasswordKind,
  now: Date,
  cost: PasswordCost,
): Promise<StoredPassword> => ({
  hash: await hashPassword(password, cost),
  untilMs: kind === 'temporary' ? now.getTime() + temporaryPasswordMs : null,
});

/** Tokens end with the password: whoever changes it because it is known to others must not leave a way in. */
export const writePassword = (database: Database, id: number, { hash, untilMs }: StoredPassword): void => {
  database.run(
    'UPDATE accounts SET password_hash = ?, password_until_ms = ? WHERE id = ?',
    hash,
    untilMs,
    id,
  );
  database.run('DELETE FROM tokens WHERE account_id = ?', id);
};

/** A further account of an address that has one. */
export const insertSeparateAccount = (database: Database, email: string, passwordHash: string): Row =>
  insertAccount(database, `${email}${separator}${randomBytes(8).toString('hex')}`, passwordHash);

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
