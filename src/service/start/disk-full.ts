import type { Logger } from 'pino';
import { Fault, isUnavailable } from '../../errors.ts';
import { isDiskFull } from '../../files/error-code.ts';
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** A full disk is a fault that the caller may repeat, not an error of the service. */
export const reportDiskFull = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    throw new Fault('unavailable', 'The disk of the service is full: nothing was stored.', {
      nextStep: 'Free some space; then send it again. Searches go on meanwhile.',
      cause: error,
    });
  }
};

/** Answering needs no space on the disk: what only prepares a visit is left out while it is full. */
export const skipIfDiskFull = async <T>(logger: Logger, work: () => Promise<T | null>): Promise<T | null> => {
  try {
    return await work();
  } catch (err) {
    if (!isDiskFull(err) && !isUnavailable(err)) throw err;
    logger.error({ err }, 'the disk is full: the service starts without access for visitors');
    return null;
  }
};

const reserveDefaults = {
  name: 'reserved-space',
  /** Enough for the side files that SQLite creates when it opens the databases of a data folder. */
  bytes: 4 << 20,
  /** Less than this counts as a full disk. */
  fullBytes: 1 << 20,
} as const;

/**
 * Opens the data folder. SQLite cannot open a database on a full disk, because it creates files beside it. Space that
 * an earlier start has reserved is given up for them, so that a restart on a full disk answers.
 */
export const openWithReservedSpace = async <T>(dataDir: string, open: () => Promise<T>): Promise<T> => {
  try {
    return await open();
  } catch (error) {
    const file = join(dataDir, reserveDefaults.name);
    if (!existsSync(file) || freeBytes(dataDir) >= reserveDefaults.fullBytes) throw error;
    rmSync(file, { force: true });
    return open();
  }
};

/** Reserves the space again where there is enough of it. Written, because a sparse file would reserve nothing. */
export const reserveSpace = (dataDir: string): void => {
  const file = join(dataDir, reserveDefaults.name);
  if (existsSync(file) || freeBytes(dataDir) < 2 * reserveDefaults.bytes) return;
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    try {
      writeSync(descriptor, Buffer.alloc(reserveDefaults.bytes, 1));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Somebody else took the space, or reserved it: the next start tries again.
  }
};

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
