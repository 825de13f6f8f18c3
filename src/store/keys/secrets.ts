import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import { keyFromFile, nextKeyFrom, settleNextKey, writeNextKey } from './key-file.ts';
import { markOf, type Secrets, secretsOf } from './sealing.ts';

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
  find(mark: string): Secrets | null;
  /** A new key, durable, not yet in force. `mark`: of the one in force. Under the write lock. */
  prepareNext(mark: string): Secrets;
  /** Gives the key with this mark, which is in force, its usual place. Under the write lock. */
  settle(mark: string): void;
}

type SecretsSettings = {
  /** 64 hex digits; null: the key file of the data folder, made on first use. */
  readonly secretKey: string | null;
  /** The key that follows `secretKey`, while it is being changed. */
  readonly nextSecretKey?: string | null;
  readonly dataDir: string;
};

const keyFile = 'secret.key';

export const openSecrets = (settings: SecretsSettings): Keyring => {
  const { secretKey, nextSecretKey = null, dataDir } = settings;
  return secretKey === null ? fromFile(join(dataDir, keyFile)) : fromEnvironment(secretKey, nextSecretKey);
};

const fromFile = (file: string): Keyring => {
  const inPlace = (mark: string): Secrets | null => withMark(keyFromFile(file), mark);
  const settle = (mark: string): void => {
    if (!inPlace(mark)) settleNextKey(file);
  };
  return {
    first: () => secretsOf(keyFromFile(file)),
    find: (mark) => {
      // The third look: another process may have settled it between the first two.
      return inPlace(mark) ?? withMark(nextKeyFrom(file), mark) ?? inPlace(mark);
    },
    prepareNext: (mark) => {
      settle(mark);
      const key = randomBytes(32);
      writeNextKey(file, key);
      return secretsOf(key);
    },
    settle,
  };
};

const fromEnvironment = (secretKey: string, nextSecretKey: string | null): Keyring => {
  const given = [secretKey, ...(nextSecretKey === null ? [] : [nextSecretKey])].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  const next = given[1];
  return {
    first: () => secretsOf(Buffer.from(secretKey, 'hex')),
    find: (mark) => given.map((key) => withMark(key, mark)).find((secrets) => secrets !== null) ?? null,
    prepareNext: () => {
      if (next) return secretsOf(next);
      throw new Fault(
        'bad-input',
        'The secret key comes from the environment, and the one to follow it is missing.',
        {
          nextStep: 'Set KINDRED_SECRET_KEY_NEXT (64 hex digits) for the service and for this command.',
        },
      );
    },
    settle: () => undefined,
  };
};

const withMark = (key: Buffer | null, mark: string): Secrets | null => {
  if (!key) return null;
  const secrets = secretsOf(key);
  return markOf(secrets) === mark ? secrets : null;
};
