import {
  appendFileSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { hasErrorCode, ifMissingSync } from './error-code.ts';
import { privateMode, temporaryName } from './files.ts';

/**
 * The synchronous variant of `Files`, with the same guarantees (see `files.ts`), for the few callers that cannot wait:
 * work inside a transaction of the store.
 */
export interface SyncFiles {
  /** Null when there is no such file. */
  read(path: string): Buffer | null;
  write(path: string, content: Uint8Array): void;
  append(path: string, content: Uint8Array): void;
  /** Makes the content of a file, or the names in a folder, durable. */
  sync(path: string): void;
  rename(from: string, to: string): void;
  /** A second name for a file; false when that name exists already. */
  link(from: string, to: string): boolean;
  makeFolder(path: string): void;
  /** No error when it does not exist. */
  remove(path: string): void;
}

export const diskFilesSync: SyncFiles = {
  read: (path) => ifMissingSync(() => readFileSync(path), null),
  write: (path, content) => writeFileSync(path, content, { mode: privateMode.file }),
  append: (path, content) => appendFileSync(path, content, { mode: privateMode.file }),
  sync: (path) => {
    const handle = openSync(path, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  },
  rename: renameSync,
  link: (from, to) => {
    try {
      linkSync(from, to);
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST')) return false;
      throw error;
    }
  },
  makeFolder: (path) => void mkdirSync(path, { recursive: true, mode: privateMode.folder }),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
};

type Content = string | Uint8Array;

const toBytes = (content: Content): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : content;

/** Readers see the old or the new content at any time, also after a power failure; the new one once this returned. */
export const replaceDurablySync = (files: SyncFiles, path: string, content: Content): void => {
  withTemporary(files, path, (temporary) => {
    files.write(temporary, toBytes(content));
    files.sync(temporary);
    files.rename(temporary, path);
  });
  files.sync(dirname(path));
};

/** Readers see the old or the new content at any time. A power failure may leave an empty file. */
export const replaceAtomicallySync = (files: SyncFiles, path: string, content: Content): void =>
  withTemporary(files, path, (temporary) => {
    files.write(temporary, toBytes(content));
    files.rename(temporary, path);
  });

/** Creates a file with its whole content or not at all, durably; false when it exists already. */
export const createExclusivelySync = (files: SyncFiles, path: string, content: Content): boolean => {
  const isCreated = withTemporary(files, path, (temporary) => {
    files.write(temporary, toBytes(content));
    files.sync(temporary);
    const isLinked = files.link(temporary, path);
    files.remove(temporary);
    return isLinked;
  });
  // Also when another process was faster: what it created must be durable before this process relies on it.
  files.sync(dirname(path));
  return isCreated;
};

export const renameDurablySync = (files: SyncFiles, from: string, to: string): void => {
  files.rename(from, to);
  files.sync(dirname(to));
};

const withTemporary = <T>(files: SyncFiles, path: string, work: (temporary: string) => T): T => {
  const temporary = temporaryName(path);
  try {
    return work(temporary);
  } catch (error) {
    removeQuietly(files, temporary);
    throw error;
  }
};

/** Keeps the first error, for example a full disk, when removing fails too. */
const removeQuietly = (files: SyncFiles, path: string): void => {
  try {
    files.remove(path);
  } catch {
    // The first error is thrown.
  }
};
