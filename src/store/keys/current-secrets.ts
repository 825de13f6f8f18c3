import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { masterKeyId, type Secrets } from './encryption.ts';
import type { Keyring } from './keyring.ts';

const selectKeyId = "SELECT value FROM meta WHERE name = 'secret_mark'";

/**
 * Always uses the key that the database is encrypted with, also after another process has rotated it. Inside a
 * transaction or snapshot the key id and the rows are of one point in time, so that nothing is ever encrypted
 * with a key that is no longer in force.
 */
export const openCurrentSecrets = async (database: Database, keyring: Keyring, file: string) => {
  await initMasterKeyId(database, keyring);
  let knownId = '';
  let known: Secrets | null = null;

  const current = (): Secrets => {
    const currentId = String(database.get(selectKeyId)?.value);
    if (known && currentId === knownId) return known;
    known = keyring.find(currentId) ?? refuseOtherKey(file);
    knownId = currentId;
    return known;
  };

  // Checked at once: with another secret key every subscription key would silently be unknown.
  current();
  return {
    /** Those of the key in force now; fixed, for use with rows of the same snapshot. */
    current,
    keyedHash: (clear: string) => current().keyedHash(clear),
    encrypt: (purpose: string, clear: string) => current().encrypt(purpose, clear),
    decrypt: (purpose: string, encrypted: string) => current().decrypt(purpose, encrypted),
  };
};

export const writeMasterKeyId = (database: Database, secrets: Secrets): void =>
  void database.run("UPDATE meta SET value = ? WHERE name = 'secret_mark'", masterKeyId(secrets));

const initMasterKeyId = async (database: Database, keyring: Keyring): Promise<void> => {
  if (database.get(selectKeyId)) return;
  const keyId = masterKeyId(keyring.first());
  await database.transaction(() => {
    database.run("INSERT INTO meta (name, value) VALUES ('secret_mark', ?) ON CONFLICT DO NOTHING", keyId);
  });
};

const refuseOtherKey = (file: string): never => {
  throw new Fault('conflict', `The database ${file} was made with another secret key.`, {
    nextStep: 'Give the secret key (or the file secret.key) that belongs to it.',
  });
};
