import type { Audit } from '../database/audit.ts';
import type { Actor } from '../../domain/operator.ts';
import type { Database, Row } from '../database/database.ts';
import { totpPurpose } from '../accounts/account-rows.ts';
import { authPurpose } from '../shop/datasets.ts';
import { writeMasterKeyId, type Keyring } from '../keys/keyring.ts';
import { masterKeyId, type Secrets } from '../keys/encryption.ts';
import { keyPurpose } from '../keys/subscription-keys.ts';

type Parts = {
  readonly database: Database;
  readonly audit: Audit;
  readonly current: () => Secrets;
  readonly keyring: Keyring;
};

/** Every column that holds an encrypted value, and the purpose it is encrypted for. A new one must be added here. */
const encryptedColumns: readonly { table: string; column: string; purpose: (row: Row) => string }[] = [
  { table: 'datasets', column: 'sealed_auth', purpose: (row) => authPurpose(String(row.tracker)) },
  { table: 'accounts', column: 'sealed_totp', purpose: (row) => totpPurpose(Number(row.id)) },
  { table: 'accounts', column: 'sealed_totp_draft', purpose: (row) => totpPurpose(Number(row.id)) },
];

/**
 * All of it in one transaction: values are encrypted again, keyed hashes computed again, the key id set.
 * Killed before the commit, nothing has changed; after it, the next process to open the database finds the new key.
 */
export const createSecretRotation = (parts: Parts) => ({
  /** Other processes follow by themselves. Returns how many secrets were encrypted again. */
  rotate: async (actor: Actor): Promise<{ readonly reencrypted: number }> => {
    const { database, keyring, current } = parts;
    const reencrypted = await database.transaction(() => rotate(parts, actor));
    await database.transaction(() => keyring.promoteNext(masterKeyId(current())));
    // What the old key could decrypt must not stay in the write-ahead log.
    database.script('PRAGMA wal_checkpoint(TRUNCATE)');
    return { reencrypted };
  },
});

const rotate = ({ database, audit, current, keyring }: Parts, actor: Actor): number => {
  const old = current();
  const next = keyring.prepareNext(masterKeyId(old));
  const reencrypted = reencryptColumns(database, old, next) + reencryptKeys(database, old, next);
  // Their subjects are keyed hashes made with the old key.
  database.run('DELETE FROM attempts');
  database.run('DELETE FROM known_addresses');
  writeMasterKeyId(database, next);
  audit.record(actor, 'secret-key.rotate', 'secret key', { after: { reencrypted } });
  return reencrypted;
};

const reencryptColumns = (database: Database, old: Secrets, next: Secrets): number => {
  let count = 0;
  for (const { table, column, purpose } of encryptedColumns) {
    for (const row of database.all(`SELECT * FROM ${table} WHERE ${column} IS NOT NULL`)) {
      const clear = old.decrypt(purpose(row), String(row[column]));
      const encrypted = next.encrypt(purpose(row), clear);
      database.run(`UPDATE ${table} SET ${column} = ? WHERE id = ?`, encrypted, Number(row.id));
      count += 1;
    }
  }
  return count;
};

const reencryptKeys = (database: Database, old: Secrets, next: Secrets): number => {
  const rows = database.all('SELECT * FROM subscription_keys');
  for (const row of rows) {
    const clear = old.decrypt(keyPurpose(row), String(row.sealed));
    database.run(
      'UPDATE subscription_keys SET look_up = ?, sealed = ? WHERE look_up = ?',
      next.keyedHash(clear).toString('hex'),
      next.encrypt(keyPurpose(row), clear),
      String(row.look_up),
    );
  }
  return rows.length;
};
