import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { unlessMissing } from './files.ts';

/** Where a data folder's own backups lie in it. */
export const backupsName = 'backups';
export const versionsName = 'versions';
export const databaseName = 'kindred.sqlite';
export const keyNames = ['secret.key', 'secret.key.next'];

/** Made again when they are missing: downloads, vectors of pictures, the last seconds' calls, feeds on their way. */
const leftOut = ['models', 'pictures', 'rates', 'uploads'];

const unfinished = /^\.|-(wal|shm|journal)$|\.(new|tmp|partial)$/;

/**
 * Paths of all that is kept besides versions, the main database and the key, in order and with slashes. Files
 * come and go meanwhile: one that is listed may be gone when it is copied.
 */
export const otherFiles = async (dataDir: string, backups: string): Promise<string[]> => {
  const skipped = new Set(
    [backupsName, versionsName, databaseName, ...leftOut].map((name) => join(dataDir, name)),
  );
  skipped.add(resolve(backups));
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await unlessMissing(readdir(folder, { withFileTypes: true }), [])) {
      const path = join(folder, entry.name);
      if (skipped.has(path) || unfinished.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && !isKey(dataDir, path)) found.push(path);
    }
  };
  await walk(dataDir);
  return found.map((path) => relative(dataDir, path).split(sep).join('/')).sort();
};

/** Drafts of keys too. */
const isKey = (dataDir: string, path: string): boolean => {
  return relative(dataDir, path).startsWith('secret.key');
};

/** Files of events, and of erasures, are appended to; the end of their last whole line is the end that counts. */
export const isLog = (path: string): boolean =>
  path.startsWith('events/') && (path.endsWith('.events') || path.endsWith('/erased'));
