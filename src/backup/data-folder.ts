import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { ifMissing } from '../files/error-code.ts';

/** The default folder for backups inside the data folder. */
export const backupsName = 'backups';
export const databaseName = 'kindred.sqlite';
export const keyNames = ['secret.key', 'secret.key.next'];

/** Recreated when missing: downloads, vectors of pictures, copies of shared versions, uploads; `rates` is of earlier releases. */
const excludedFolders = ['models', 'pictures', 'rates', 'uploads', 'version-copies'];

/**
 * The name of this node, and its counts as a shared database knows them. What a copy counts would be taken for known.
 * Without them a restored folder is a new node.
 */
const ownFile = /^node-name$|^shared-usage(-\d+)?\.sqlite$/;

/** Also the space that the service reserves for a start on a full disk. */
const temporaryFile = /^reserved-space$|^\.|-(wal|shm|journal)$|\.(new|tmp|partial)$/;

/**
 * Paths of all files to back up besides the main database, the key and the skipped folders: sorted, with slashes. A
 * listed file may be gone when it is copied.
 */
export const listOtherFiles = async (
  dataDir: string,
  skippedFolders: readonly string[],
): Promise<string[]> => {
  const skipped = new Set([
    ...[backupsName, databaseName, ...excludedFolders].map((name) => join(dataDir, name)),
    ...skippedFolders.map((folder) => resolve(folder)),
  ]);
  const paths: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await ifMissing(readdir(folder, { withFileTypes: true }), [])) {
      const path = join(folder, entry.name);
      if (skipped.has(path) || temporaryFile.test(entry.name)) continue;
      if (folder === dataDir && ownFile.test(entry.name)) continue;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile() && !isKeyFile(dataDir, path)) paths.push(path);
    }
  };
  await walk(dataDir);
  return paths.map((path) => relative(dataDir, path).split(sep).join('/')).sort();
};

const isKeyFile = (dataDir: string, path: string): boolean => {
  return relative(dataDir, path).startsWith('secret.key');
};

/** Files of events and of erasures are appended to; they are copied up to their last complete line. */
export const isAppendLog = (path: string): boolean =>
  path.startsWith('events/') && (path.endsWith('.events') || path.endsWith('/erased'));
