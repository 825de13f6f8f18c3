import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createExclusivelySync, diskFilesSync, type SyncFiles } from './sync-files.ts';

/**
 * Names the node in a folder that several machines share. Made once and kept in its own data folder; all processes on
 * that folder have the same.
 */
export const readNodeName = (dataDir: string, files: SyncFiles = diskFilesSync): string => {
  const file = join(dataDir, 'node-name');
  const known = files.read(file);
  if (known !== null) return known.toString('utf8');
  files.makeFolder(dataDir);
  const name = randomBytes(6).toString('hex');
  if (createExclusivelySync(files, file, name)) return name;
  // Another process that started at the same time was faster.
  return files.read(file)?.toString('utf8') ?? name;
};
