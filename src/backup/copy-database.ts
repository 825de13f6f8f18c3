import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Fault } from '../errors.ts';

const header = 'SQLite format 3\0';
const busyTimeoutMs = 10_000;
/** All pages in one step, off the main thread. With several steps, each write of another process would restart
 * the backup. */
const allPages = 2 ** 31 - 1;

/** False for a file that only serves as a lock: it is empty. */
export const isDatabase = async (file: string): Promise<boolean> => {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
    return buffer.toString('latin1', 0, bytesRead) === header;
  } finally {
    await handle.close();
  }
};

/** A consistent copy of everything committed; readers and writers are not blocked. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    const source = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs });
    try {
      await backup(source, to, { rate: allPages });
    } finally {
      source.close();
    }
  } catch (cause) {
    throw new Fault('unavailable', `${from} could not be copied: ${errorMessage(cause)}.`, {
      nextStep: 'Run `kindred doctor`, then start the backup again.',
      cause,
    });
  }
};

const errorMessage = (error: unknown): string => {
  return error instanceof Error ? error.message : String(error);
};
