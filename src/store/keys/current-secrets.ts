import { Fault } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import { masterKeyId, type Secrets } from './encryption.ts';
import type { Keyring } from './keyring.ts';

export type CurrentSecrets = Secrets & {
  /** The ones in force at this moment; fixed, for what is read at the same moment. */
  current(): Secrets;
};

const selectKeyId = "SELECT value FROM meta WHERE name = 'secret_mark'";

/**
 * Always those that the database is written with, also after another process has changed the secret key.
 * Inside a transaction or snapshot the mark and the rows are of one moment, so that nothing is ever sealed
 * with a key that is no longer in force.
 */
export const openCurrentSecrets = (database: Database, keyring: Keyring, file: string): CurrentSecrets => {
  initMasterKeyId(database, keyring);
  let knownId = '';
  let known: Secrets | null = null;

  const current = (): Secrets => {
    const currentId = String(database.get(selectKeyId)?.value);
    if (known && currentId === knownId) return known;
    known = keyring.find(currentId) ?? refuseOtherKey(file);
    knownId = currentId;
    return known;
  };

  // With another secret key every stored key would silently be unknown.
  current();
  return {
    current,
    keyedHash: (clear) => current().keyedHash(clear),
    encrypt: (purpose, clear) => current().encrypt(purpose, clear),
    decrypt: (purpose, sealed) => current().decrypt(purpose, sealed),
  };
};

export const writeMasterKeyId = (database: Database, secrets: Secrets): void =>
  void database.run("UPDATE meta SET value = ? WHERE name = 'secret_mark'", masterKeyId(secrets));

const initMasterKeyId = (database: Database, keyring: Keyring): void => {
  if (database.get(selectKeyId)) return;
  const keyId = masterKeyId(keyring.first());
  database.transaction(() => {
    database.run("INSERT INTO meta (name, value) VALUES ('secret_mark', ?) ON CONFLICT DO NOTHING", keyId);
  });
};

const refuseOtherKey = (file: string): never => {
  throw new Fault('conflict', `The database ${file} was made with another secret key.`, {
    nextStep: 'Give the secret key (or the file secret.key) that belongs to it.',
  });
};
