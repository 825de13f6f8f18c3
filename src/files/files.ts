import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasErrorCode, ifMissing } from './error-code.ts';
import { type OpenFile, openFile } from './open-file.ts';

/*
 * Durable files. Two kinds of accidents, and what survives each:
 *
 *                                     the process is killed      the power fails
 *   write, append, rename             complete or not            anything: empty, half, under the old name
 *   write + sync                      complete or not            the content, if the name is durable too
 *   sync of the folder                –                          names that were created, renamed or removed before
 *   appendDurably                     complete or a torn end     everything for which the call returned
 *   createExclusivelySync             complete or not at all     complete or not at all; complete once it returned
 *   replaceAtomically                 old or new, never half     old, new, or an empty file
 *   replaceDurably                    old or new, never half     old or new; new once it returned
 *
 * So: whatever was acknowledged as stored goes through `replaceDurably` or `appendDurably`; what can be computed
 * again (progress, caches) through `replaceAtomically`. Readers of a file that is appended to must ignore a torn end.
 *
 * Files are created readable by their owner only (0600), folders too (0700).
 */

/** The bytes of a file, in parts. */
export type FileContent = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

export const privateMode = { file: 0o600, folder: 0o700 } as const;

/**
 * The file system operations that durable code uses. Few, so that a test can simulate a disk that loses data that was
 * not synced. `replace-file.ts` builds on them.
 */
export interface Files {
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer<ArrayBuffer> | null>;
  /** Null when there is no such file. */
  size(path: string): Promise<number | null>;
  write(path: string, parts: FileContent): Promise<void>;
  /** Null when there is no such file. */
  open(path: string): Promise<OpenFile | null>;
  /** Appends to a file, which is created if it does not exist. Not durable, like `write`. */
  append(path: string, content: Uint8Array): Promise<void>;
  /**
   * Appends to a file, which is created if it does not exist, and makes its content durable; of a new file its name
   * too. Its folder must exist.
   */
  appendDurably(path: string, content: Uint8Array): Promise<void>;
  /** The content of a file from a byte on; null when there is no such file. */
  readFrom(path: string, offset: number): Promise<Buffer<ArrayBuffer> | null>;
  /** Makes the content of a file, or the names in a folder, durable. */
  sync(path: string): Promise<void>;
  /** Copies a file and makes the copy durable; shares disk blocks where the file system can. */
  copyDurably(from: string, to: string): Promise<void>;
  /** A second name for a file; false when the file system cannot. */
  link(from: string, to: string): Promise<boolean>;
  rename(from: string, to: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Names in a folder, sorted; empty when there is no such folder. */
  list(path: string): Promise<string[]>;
  /** Removes a file, or a folder with its content. No error when it does not exist. */
  remove(path: string): Promise<void>;
}

/** A name for a file that is being written, unique, so that two writers do not disturb each other. */
export const temporaryName = (path: string): string => `${path}.${randomBytes(6).toString('hex')}.new`;

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeParts = async (path: string, parts: FileContent): Promise<void> => {
  const handle = await open(path, 'w', privateMode.file);
  try {
    for await (const part of parts) await handle.writeFile(part);
  } finally {
    await handle.close();
  }
};

const appendTo = async (path: string, content: Uint8Array, isDurable: boolean): Promise<void> => {
  const handle = await open(path, 'a', privateMode.file);
  try {
    const isNew = (await handle.stat()).size === 0;
    await handle.writeFile(content);
    if (!isDurable) return;
    await handle.datasync();
    if (isNew) await syncPath(dirname(path));
  } finally {
    await handle.close();
  }
};

export const diskFiles: Files = {
  read: (path) => ifMissing(readFile(path), null),
  size: (path) =>
    ifMissing(
      stat(path).then(({ size }) => size),
      null,
    ),
  write: writeParts,
  open: (path) => ifMissing(openFile(path), null),
  append: (path, content) => appendTo(path, content, false),
  appendDurably: (path, content) => appendTo(path, content, true),
  readFrom: (path, offset) => ifMissing(readTail(path, offset), null),
  sync: syncPath,
  copyDurably: async (from, to) => {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await syncPath(to);
  },
  link: async (from, to) => {
    try {
      await link(from, to);
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK')) return false;
      throw error;
    }
  },
  rename,
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: privateMode.folder });
  },
  list: async (path) => (await ifMissing(readdir(path), [])).sort(),
  remove: (path) => rm(path, { recursive: true, force: true }),
};

const readTail = async (path: string, offset: number): Promise<Buffer<ArrayBuffer>> => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const content = Buffer.alloc(Math.max(0, size - offset));
    const { bytesRead } = await handle.read(content, 0, content.length, offset);
    return content.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};
