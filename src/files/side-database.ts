import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../errors.ts';
import { ifMissingSync, isDiskFull, sqliteCode } from './error-code.ts';
import { tryLock } from './file-lock.ts';
import { diskFilesSync } from './sync-files.ts';

/** SQLite's result codes for a damaged file and for a file that is no database. */
const damageCodes = [11, 26];
const mark = '.damaged-';

/**
 * Opens a database that the service can do without: statistics, usage, a queue of work that is found again. A damaged
 * file is renamed to `<file>.damaged-<time>` and replaced by an empty one, so that it never keeps the service from
 * starting. On a full disk the database is kept in memory until the next start. `prepare` creates the tables.
 */
export const openSideDatabase = (
  file: string,
  timeoutMs: number,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync => {
  try {
    diskFilesSync.makeFolder(dirname(file));
    return tryOpen(file, timeoutMs, prepare) ?? replaceDamaged(file, timeoutMs, prepare);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    const database = new DatabaseSync(':memory:');
    prepare(database);
    return database;
  }
};

/** All that `work` writes, or nothing. */
export const inTransaction = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};

/** Null when the file is damaged. */
const tryOpen = (
  file: string,
  timeoutMs: number,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync | null => {
  const database = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    const [first] = database.prepare('PRAGMA quick_check(1)').all();
    if (first?.['quick_check'] === 'ok') {
      prepare(database);
      return database;
    }
  } catch (error) {
    if (!damageCodes.includes((sqliteCode(error) ?? 0) % 256)) {
      database.close();
      throw error;
    }
  }
  database.close();
  return null;
};

/** Under a lock, and after another look: another process may have replaced the file meanwhile. */
const replaceDamaged = (
  file: string,
  timeoutMs: number,
  prepare: (database: DatabaseSync) => void,
): DatabaseSync => {
  const lock = tryLock(dirname(file), `${basename(file)}.repair`);
  if (lock === null) throw stillDamaged(file);
  try {
    const repaired = tryOpen(file, timeoutMs, prepare);
    if (repaired) return repaired;
    const aside = `${file}${mark}${new Date().toISOString().replace(/[-:.]/g, '')}`;
    for (const suffix of ['', '-wal', '-shm'])
      if (existsSync(`${file}${suffix}`)) diskFilesSync.rename(`${file}${suffix}`, `${aside}${suffix}`);
    const fresh = tryOpen(file, timeoutMs, prepare);
    if (fresh) return fresh;
    throw stillDamaged(file);
  } finally {
    lock.release();
  }
};

const stillDamaged = (file: string): Fault =>
  new Fault('corrupted', `${file} is damaged and could not be replaced.`, {
    nextStep: 'Move it away by hand and start again; it is made anew.',
  });

/** Names of the damaged files that were set aside in these folders. */
export const listSetAside = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    ifMissingSync(() => readdirSync(folder), [])
      .filter((name) => name.includes(mark) && !/-(wal|shm)$/.test(name))
      .map((name) => join(basename(folder), name)),
  );
