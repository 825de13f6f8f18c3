import { join } from 'node:path';
import type { Files } from '../files/files.ts';
import { replaceAtomically } from '../files/replace-file.ts';
import { readdir } from 'node:fs/promises';
import { Fault } from '../errors.ts';
import { ifMissing } from '../files/error-code.ts';
import { sumBytes, type Manifest, readManifest } from './manifest.ts';

/** `unusable`: the manifest is damaged or missing; the backup is being made now, or was never finished. */
export type BackupInfo = {
  readonly name: string;
  readonly at: string;
} & (
  | { readonly state: 'complete'; readonly bytes: number; readonly secretKey: Manifest['secretKey'] }
  | { readonly state: 'unusable'; readonly bytes: null; readonly secretKey: null }
);

const pattern = /^backup-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** Newest first. Checksums of files are compared when a backup is restored. */
export const listBackups = async (folder: string): Promise<BackupInfo[]> => {
  const names = (await ifMissing(readdir(folder), [])).filter((name) => pattern.test(name));
  return Promise.all(
    names
      .sort()
      .reverse()
      .map((name) => readBackupInfo(folder, name)),
  );
};

const readBackupInfo = async (folder: string, name: string): Promise<BackupInfo> => {
  const at = name.replace(pattern, '$1-$2-$3T$4:$5:$6.$7Z');
  try {
    const manifest = await readManifest(join(folder, name));
    return { name, at, state: 'complete', bytes: sumBytes(manifest), secretKey: manifest.secretKey };
  } catch (error) {
    if (error instanceof Fault) return { name, at, state: 'unusable', bytes: null, secretKey: null };
    throw error;
  }
};

/** In the data folder: when the last backup of it was made, wherever that is. */
export const lastBackupFile = (dataDir: string): string => join(dataDir, 'last-backup');

export const noteBackup = (files: Files, dataDir: string, createdAt: string): Promise<void> =>
  replaceAtomically(files, lastBackupFile(dataDir), createdAt);
