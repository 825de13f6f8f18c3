import { mkdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { backupsName, databaseName } from './contents.ts';
import { copyContents } from './copy-contents.ts';
import { isCode, syncFolder, syncFoldersOf, unlessMissing } from './files.ts';
import { bytesOf, contentsName, type Manifest, writeManifest } from './manifest.ts';

type BackupOrder = {
  readonly dataDir: string;
  /** Where the new folder is made; `<data>/backups` unless given. */
  readonly folder?: string | undefined;
  /** Names it. */
  readonly now: Date;
  /** The key file too. Whoever has such a backup can read every stored key and password of a feed. */
  readonly withSecret?: boolean;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

export type FinishedBackup = Pick<Manifest, 'createdAt' | 'secretKey'> & {
  readonly name: string;
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
};

export const backupsFolder = (dataDir: string): string => join(dataDir, backupsName);

export const backupNameAt = (at: Date): string => `backup-${at.toISOString().replace(/[-:.]/g, '')}`;

/** A copy of the data folder as it is at one moment, made while services and commands go on working on it. */
export const createBackup = async (order: BackupOrder): Promise<FinishedBackup> => {
  const dataDir = resolve(order.dataDir);
  await refuseMissing(dataDir);
  const backups = resolve(order.folder ?? backupsFolder(dataDir));
  const name = backupNameAt(order.now);
  const folder = join(backups, name);
  await makeFolder(backups, folder);
  try {
    const manifest = await fill(order, { dataDir, backups, folder });
    await syncFolder(backups);
    const { createdAt, secretKey, files } = manifest;
    return { name, folder, createdAt, secretKey, files: files.length, bytes: bytesOf(manifest) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw foreseen(error, backups);
  }
};

type Places = { readonly dataDir: string; readonly backups: string; readonly folder: string };

const fill = async (order: BackupOrder, { dataDir, backups, folder }: Places) => {
  const to = join(folder, contentsName);
  const contents = await copyContents({
    dataDir,
    backups,
    to,
    withSecret: order.withSecret === true,
    progress: order.progress ?? (() => undefined),
    signal: order.signal,
  });
  await syncFoldersOf(
    to,
    contents.files.map(({ path }) => path),
  );
  const manifest = { createdAt: order.now.toISOString(), ...contents };
  await writeManifest(folder, manifest);
  return manifest;
};

const refuseMissing = async (dataDir: string): Promise<void> => {
  if ((await unlessMissing(stat(join(dataDir, databaseName)), null)) !== null) return;
  throw new Fault('not-found', `${dataDir} is no data folder: it has no ${databaseName}.`, {
    nextStep: 'Name the data folder with --data or KINDRED_DATA.',
  });
};

const makeFolder = async (backups: string, folder: string): Promise<void> => {
  try {
    await mkdir(backups, { recursive: true, mode: 0o700 });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw foreseen(error, backups);
    throw new Fault('conflict', `${folder} is there already.`, { nextStep: 'Try again in a moment.' });
  }
};

const foreseen = (error: unknown, backups: string): unknown => {
  const isFull = isCode(error, 'ENOSPC', 'EDQUOT');
  if (!isFull && !isCode(error, 'EACCES', 'EROFS', 'ENOTDIR')) return error;
  const problem = isFull ? 'There is no room for the backup' : 'The backup cannot be written';
  return new Fault('unavailable', `${problem} in ${backups}. What was copied of it is removed again.`, {
    nextStep: 'Choose another folder, or make room and let the user that runs Kindred write there.',
    cause: error,
  });
};
