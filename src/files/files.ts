import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  appendFile,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { hasErrorCode } from './error-code.ts';
import { type OpenFile, openFile } from './open-file.ts';

/**
 * All file system operations that the engine uses. Few, so that a test can simulate a disk that loses data that was
 * not synced. After `write` alone, a power cut may lose the data: `sync` the file, rename it, `sync` the folder.
 */
export interface Files {
  /** Null when there is no such file. */
  read(path: string): Promise<Buffer<ArrayBuffer> | null>;
  write(path: string, parts: readonly Uint8Array[]): Promise<void>;
  /** Null when there is no such file. */
  open(path: string): Promise<OpenFile | null>;
  /** Appends to a file, which is created if it does not exist. Not durable, like `write`. */
  append(path: string, content: Uint8Array): Promise<void>;
  /** Appends to a file, which is created if it does not exist, and makes its content durable. */
  appendDurably(path: string, content: Uint8Array): Promise<void>;
  /** The content of a file from a byte on; null when there is no such file. */
  readFrom(path: string, offset: number): Promise<Buffer<ArrayBuffer> | null>;
  /** Creates a file with its whole text or not at all; false when it exists already. */
  createExclusively(path: string, text: string): Promise<boolean>;
  /** Makes the content of a file, or the names in a folder, durable. */
  sync(path: string): Promise<void>;
  /** Copies a file and makes the copy durable; shares disk blocks where the file system can. */
  copyDurably(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  makeFolder(path: string): Promise<void>;
  /** Names in a folder, sorted; empty when there is no such folder. */
  list(path: string): Promise<string[]>;
  /** Removes a file, or a folder with its content. No error when it does not exist. */
  remove(path: string): Promise<void>;
}

const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

export const diskFiles: Files = {
  read: (path) => fallBackOnCode('ENOENT', null, readFile(path)),
  write: async (path, parts) => {
    const handle = await open(path, 'w');
    try {
      for (const part of parts) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
  },
  open: (path) => fallBackOnCode('ENOENT', null, openFile(path)),
  append: (path, content) => appendFile(path, content),
  appendDurably: async (path, content) => {
    const handle = await open(path, 'a');
    try {
      await handle.writeFile(content);
      await handle.datasync();
    } finally {
      await handle.close();
    }
  },
  readFrom: (path, offset) => fallBackOnCode('ENOENT', null, readTail(path, offset)),
  createExclusively: async (path, text) => {
    // Written under another name and then linked: no reader sees the file without its text.
    const temporary = `${path}.${randomUUID()}`;
    await writeFile(temporary, text);
    try {
      return await fallBackOnCode(
        'EEXIST',
        false,
        link(temporary, path).then(() => true),
      );
    } finally {
      await rm(temporary, { force: true });
    }
  },
  sync: syncPath,
  copyDurably: async (from, to) => {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    await syncPath(to);
  },
  rename,
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true });
  },
  list: async (path) => (await fallBackOnCode('ENOENT', [], readdir(path))).sort(),
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

const fallBackOnCode = async <T, U>(code: string, fallback: U, work: Promise<T>): Promise<T | U> => {
  try {
    return await work;
  } catch (error) {
    if (hasErrorCode(error, code)) return fallback;
    throw error;
  }
};
