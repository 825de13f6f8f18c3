import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../../errors.ts';

/**
 * The key in this file, created on first use. It is written to a temporary file and then linked: of two
 * processes that race, one link succeeds, and both read the same key.
 */
export const readOrCreateKey = (file: string): Buffer => {
  const known = readKey(file);
  if (known) return known;
  makeKeyFile(file);
  const made = readKey(file);
  if (made) return made;
  throw new Fault('internal', `The key file ${file} vanished while it was created.`);
};

/** Beside the key in force, complete and durable, before anything is encrypted with it. */
export const writeNextKey = (file: string, key: Buffer): void => {
  const draft = temporaryPath(file);
  writeDurably(draft, `${key.toString('hex')}\n`);
  renameSync(draft, nextKeyPath(file));
  syncFolder(dirname(file));
};

export const readNextKey = (file: string): Buffer | null => readKey(nextKeyPath(file));

/** The next key replaces the current one. */
export const promoteNextKey = (file: string): void => {
  renameSync(nextKeyPath(file), file);
  syncFolder(dirname(file));
};

const nextKeyPath = (file: string): string => {
  return `${file}.next`;
};

const temporaryPath = (file: string): string => {
  return `${file}.${randomBytes(8).toString('hex')}`;
};

const readKey = (file: string): Buffer | null => {
  const text = readIfExists(file)?.trim();
  if (text === undefined) return null;
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Buffer.from(text, 'hex');
  throw new Fault('corrupted', `The key file ${file} does not hold 64 hex digits.`, {
    nextStep: 'Restore it from a backup. Without it, stored keys and feed passwords cannot be read.',
  });
};

const readIfExists = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw new Fault('unavailable', `The key file ${file} cannot be read.`, {
      nextStep: 'Let the user that runs the service read it.',
      cause: error,
    });
  }
};

const makeKeyFile = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true });
  const draft = temporaryPath(file);
  try {
    writeDurably(draft, `${randomBytes(32).toString('hex')}\n`);
    linkSync(draft, file);
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(file));
};

const writeDurably = (file: string, text: string): void => {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

/** Otherwise a power failure could lose the name although the contents are on disk. */
const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

const hasErrorCode = (error: unknown, code: string): boolean => {
  return error instanceof Error && 'code' in error && error.code === code;
};
