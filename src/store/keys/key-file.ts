import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { Fault } from '../../errors.ts';
import {
  createExclusivelySync,
  renameDurablySync,
  replaceDurablySync,
  type SyncFiles,
} from '../../files/sync-files.ts';

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
