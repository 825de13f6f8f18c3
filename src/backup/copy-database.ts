import { stat } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { Fault } from '../errors.ts';

const busyTimeoutMs = 10_000;
/** All pages in one step, off the main thread. With several steps, each write of another process would restart
 * the backup. */
const allPages = 2 ** 31 - 1;

/**
 * False for a file that only serves as a lock: it is empty. The file is not opened, because closing it would release
 * the locks that this process holds on it, also those of SQLite.
 */
export const isDatabase = async (file: string): Promise<boolean> => (await stat(file)).size > 0;

/** A consistent copy of everything committed; readers and writers are not blocked. */
export const copyDatabase = async (from: string, to: string): Promise<void> => {
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
