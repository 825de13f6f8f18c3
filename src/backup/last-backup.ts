import { join } from 'node:path';
import type { Files } from '../files/files.ts';
import { replaceAtomically } from '../files/replace-file.ts';

/** In the data folder: when the last backup of it was made, wherever that is. */
export const lastBackupFile = (dataDir: string): string => join(dataDir, 'last-backup');

export const noteBackup = (files: Files, dataDir: string, createdAt: string): Promise<void> =>
  replaceAtomically(files, lastBackupFile(dataDir), createdAt);
