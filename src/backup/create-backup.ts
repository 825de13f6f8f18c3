import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { backupsName, databaseName } from './data-folder.ts';
import { noteBackup } from './list-backups.ts';
import { copyContents, type EngineFolder } from './copy-contents.ts';
import { hasErrorCode, ifMissing, isDiskFull } from '../files/error-code.ts';
import { diskFiles, type Files } from '../files/files.ts';
import { syncParentFolders } from '../files/replace-file.ts';
import { sumBytes, contentsName, type Manifest, writeManifest } from './manifest.ts';

type BackupOptions = {
  readonly dataDir: string;
  readonly engine: EngineFolder;
  /** Where the new folder is created; `<data>/backups` by default. */
  readonly folder?: string | undefined;
  /** Gives the backup its name. */
  readonly now: Date;
  /** Includes the key file. Such a backup gives access to every stored key and feed password. */
  readonly withSecret?: boolean;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
  /** The disk unless a test simulates one. */
  readonly files?: Files;
};

export type BackupResult = Pick<Manifest, 'createdAt' | 'secretKey'> & {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
};

export const backupsFolder = (dataDir: string): string => join(dataDir, backupsName);

export const backupName = (at: Date): string => `backup-${at.toISOString().replace(/[-:.]/g, '')}`;

/** A consistent copy of the data folder, made while services and commands keep working on it. */
export const createBackup = async (options: BackupOptions): Promise<BackupResult> => {
  const dataDir = resolve(options.dataDir);
  await refuseMissingDatabase(dataDir);
  const files = options.files ?? diskFiles;
  const backups = resolve(options.folder ?? backupsFolder(dataDir));
  const name = backupName(options.now);
  const folder = join(backups, name);
  const request = {
    files,
    dataDir,
    engine: options.engine,
    backups,
    to: join(folder, contentsName),
    withSecret: options.withSecret === true,
    progress: options.progress ?? (() => undefined),
    signal: options.signal,
  };
  await createFolder(files, backups, folder);
  try {
    const manifest = { createdAt: options.now.toISOString(), ...(await copyContents(request)) };
    const paths = manifest.files.map(({ path }) => path);
    await syncParentFolders(files, request.to, paths);
    await writeManifest(files, folder, manifest);
    // Its own name too: the first backup creates the folder.
    for (const path of [backups, dirname(backups)]) await files.sync(path);
    const { createdAt, secretKey } = manifest;
    await noteBackup(files, dataDir, createdAt);
    return { name, folder, createdAt, secretKey, files: manifest.files.length, bytes: sumBytes(manifest) };
  } catch (error) {
    await files.remove(folder);
    throw toFault(error, backups);
  }
};

const refuseMissingDatabase = async (dataDir: string): Promise<void> => {
  if ((await ifMissing(stat(join(dataDir, databaseName)), null)) !== null) return;
  throw new Fault('not-found', `${dataDir} is no data folder: it has no ${databaseName}.`, {
    nextStep: 'Name the data folder with --data or KINDRED_DATA.',
  });
};

const createFolder = async (files: Files, backups: string, folder: string): Promise<void> => {
  try {
    await files.makeFolder(backups);
    if ((await files.size(folder)) === null) {
      await files.makeFolder(folder);
      return;
    }
  } catch (error) {
    throw toFault(error, backups);
  }
  throw new Fault('conflict', `${folder} is there already.`, { nextStep: 'Try again in a moment.' });
};

const toFault = (error: unknown, backups: string): unknown => {
  const isFull = isDiskFull(error);
  if (!isFull && !hasErrorCode(error, 'EACCES', 'EROFS', 'ENOTDIR')) return error;
  const problem = isFull ? 'There is no room for the backup' : 'The backup cannot be written';
  return new Fault('unavailable', `${problem} in ${backups}. What was copied of it is removed again.`, {
    nextStep: 'Choose another folder, or make room and let the user that runs Kindred write there.',
    cause: error,
  });
};
