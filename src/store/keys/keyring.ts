import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Fault } from '../../errors.ts';
import {
  createExclusivelySync,
  diskFilesSync,
  renameDurablySync,
  replaceDurablySync,
  type SyncFiles,
} from '../../files/sync-files.ts';
import { masterKeyId, type Secrets, createSecrets } from './encryption.ts';
import type { Database } from '../database/database.ts';

/**
 * The master keys that this process has. A database stores the id of the key it is encrypted with; during a
 * rotation there are two keys, and the id decides which one is in force.
 *
 *   secret.key       secret.key.next     key id in the database
 *   old              –                   old
 *   old              new                 old    next key written, durable: nothing has changed yet
 *   old              new                 new    committed: the database decides, not the file name
 *   new              –                   new    promoted
 *
 * The files are written only under the write lock of the database, so that two processes never change them at once.
 */
export interface Keyring {
  /** For a database that has no key id yet. */
  first(): Secrets;
  /** The key with this id; null when this process does not have it. */
  find(keyId: string): Secrets | null;
  /** A new key, durable, not yet in force. `keyId`: of the one in force. Under the write lock. */
  prepareNext(keyId: string): Secrets;
  /** Moves the key with this id, which is in force, to its usual file. Under the write lock. */
  promoteNext(keyId: string): void;
}

type KeyringSettings = {
  /** 64 hex digits; null: the key file of the data folder, created on first use. */
  readonly secretKey: string | null;
  /** The key that replaces `secretKey`, during a rotation. */
  readonly nextSecretKey?: string | null;
  readonly dataDir: string;
  readonly files?: SyncFiles;
};

const keyFile = 'secret.key';

export const openKeyring = (settings: KeyringSettings): Keyring => {
  const { secretKey, nextSecretKey = null, dataDir, files = diskFilesSync } = settings;
  return secretKey === null
    ? keyringFromFile(files, join(dataDir, keyFile))
    : keyringFromEnvironment(secretKey, nextSecretKey);
};

const keyringFromFile = (files: SyncFiles, file: string): Keyring => {
  const secretsInPlace = (keyId: string): Secrets | null =>
    secretsWithId(readOrCreateKey(files, file), keyId);
  const promoteNext = (keyId: string): void => {
    if (!secretsInPlace(keyId)) promoteNextKey(files, file);
  };
  return {
    first: () => createSecrets(readOrCreateKey(files, file)),
    find: (keyId) => {
      // Read a third time: another process may have promoted the key between the first two reads.
      return secretsInPlace(keyId) ?? secretsWithId(readNextKey(files, file), keyId) ?? secretsInPlace(keyId);
    },
    prepareNext: (keyId) => {
      promoteNext(keyId);
      // One that is there already may be about to be in force: another process waits for the shared database.
      const prepared = readNextKey(files, file);
      const key = prepared ?? randomBytes(32);
      if (prepared === null) writeNextKey(files, file, key);
      return createSecrets(key);
    },
    promoteNext,
  };
};

const keyringFromEnvironment = (secretKey: string, nextSecretKey: string | null): Keyring => {
  const masterKeys = [secretKey, ...(nextSecretKey === null ? [] : [nextSecretKey])].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  const next = masterKeys[1];
  return {
    first: () => createSecrets(Buffer.from(secretKey, 'hex')),
    find: (keyId) =>
      masterKeys.map((key) => secretsWithId(key, keyId)).find((secrets) => secrets !== null) ?? null,
    prepareNext: () => {
      if (next) return createSecrets(next);
      throw new Fault(
        'bad-input',
        'The secret key comes from the environment, and the next one is missing.',
        { nextStep: 'Set KINDRED_SECRET_KEY_NEXT (64 hex digits) for the service and for this command.' },
      );
    },
    promoteNext: () => undefined,
  };
};

const secretsWithId = (key: Buffer | null, keyId: string): Secrets | null => {
  if (!key) return null;
  const secrets = createSecrets(key);
  return masterKeyId(secrets) === keyId ? secrets : null;
};

/** The key in this file, created on first use. Of two processes that race, one creates it, and both read the same. */
export const readOrCreateKey = (files: SyncFiles, file: string): Buffer => {
  const known = readKey(files, file);
  if (known) return known;
  files.makeFolder(dirname(file));
  createExclusivelySync(files, file, `${randomBytes(32).toString('hex')}\n`);
  const created = readKey(files, file);
  if (created) return created;
  throw new Fault('internal', `The key file ${file} vanished while it was created.`);
};

/** Beside the key in force, complete and durable, before anything is encrypted with it. */
export const writeNextKey = (files: SyncFiles, file: string, key: Buffer): void =>
  replaceDurablySync(files, nextKeyPath(file), `${key.toString('hex')}\n`);

export const readNextKey = (files: SyncFiles, file: string): Buffer | null =>
  readKey(files, nextKeyPath(file));

/** The next key replaces the current one. */
export const promoteNextKey = (files: SyncFiles, file: string): void =>
  renameDurablySync(files, nextKeyPath(file), file);

const nextKeyPath = (file: string): string => `${file}.next`;

const readKey = (files: SyncFiles, file: string): Buffer | null => {
  const text = readFile(files, file)?.toString('utf8').trim();
  if (text === undefined) return null;
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new Fault('corrupted', `The key file ${file} does not hold 64 hex digits.`, {
    nextStep: 'Restore it from a backup. Without it, stored keys and feed passwords cannot be read.',
  });
};

const readFile = (files: SyncFiles, file: string): Buffer | null => {
  try {
    return files.read(file);
  } catch (cause) {
    throw new Fault('unavailable', `The key file ${file} cannot be read.`, {
      nextStep: 'Let the user that runs the service read it.',
      cause,
    });
  }
};

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
