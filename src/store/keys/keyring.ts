import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { readOrCreateKey, readNextKey, promoteNextKey, writeNextKey } from './key-file.ts';
import { masterKeyId, type Secrets, createSecrets } from './encryption.ts';

/**
 * The master keys that this process has. A database carries the mark of the one it was written with; while
 * the key is being changed there are two, and the mark decides which one counts.
 *
 *   secret.key       secret.key.next     mark in the database
 *   old              –                   old
 *   old              new                 old    written beside, durable: nothing has happened yet
 *   old              new                 new    committed: the database decides, not the file's name
 *   new              –                   new    settled
 *
 * The files are written only under the write lock of the database: no two processes ever change them at once.
 */
export interface Keyring {
  /** For a database that has no mark yet. */
  first(): Secrets;
  /** The key with this mark; null when this process has none. */
  find(keyId: string): Secrets | null;
  /** A new key, durable, not yet in force. `mark`: of the one in force. Under the write lock. */
  prepareNext(keyId: string): Secrets;
  /** Gives the key with this mark, which is in force, its usual place. Under the write lock. */
  promoteNext(keyId: string): void;
}

type KeyringSettings = {
  /** 64 hex digits; null: the key file of the data folder, made on first use. */
  readonly secretKey: string | null;
  /** The key that follows `secretKey`, while it is being changed. */
  readonly nextSecretKey?: string | null;
  readonly dataDir: string;
};

const keyFile = 'secret.key';

export const openKeyring = (settings: KeyringSettings): Keyring => {
  const { secretKey, nextSecretKey = null, dataDir } = settings;
  return secretKey === null
    ? keyringFromFile(join(dataDir, keyFile))
    : keyringFromEnvironment(secretKey, nextSecretKey);
};

const keyringFromFile = (file: string): Keyring => {
  const secretsInPlace = (keyId: string): Secrets | null => secretsWithId(readOrCreateKey(file), keyId);
  const promoteNext = (keyId: string): void => {
    if (!secretsInPlace(keyId)) promoteNextKey(file);
  };
  return {
    first: () => createSecrets(readOrCreateKey(file)),
    find: (keyId) => {
      // The third look: another process may have settled it between the first two.
      return secretsInPlace(keyId) ?? secretsWithId(readNextKey(file), keyId) ?? secretsInPlace(keyId);
    },
    prepareNext: (keyId) => {
      promoteNext(keyId);
      const key = randomBytes(32);
      writeNextKey(file, key);
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
        'The secret key comes from the environment, and the one to follow it is missing.',
        {
          nextStep: 'Set KINDRED_SECRET_KEY_NEXT (64 hex digits) for the service and for this command.',
        },
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
