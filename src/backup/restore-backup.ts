import { randomUUID } from 'node:crypto';
import { readdir, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { copyWithDigest } from '../files/copy-file.ts';
import { ifMissing } from '../files/error-code.ts';
import { diskFiles } from '../files/files.ts';
import { syncParentFolders } from '../files/replace-file.ts';
import { databaseName } from './data-folder.ts';
import { sumBytes, contentsName, damagedFile, type Manifest, readManifest } from './manifest.ts';

type RestoreOptions = {
  readonly backup: string;
  readonly dataDir: string;
  /** Moves a data folder that is not empty aside; otherwise it is refused. */
  readonly force?: boolean;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

export type RestoreResult = Pick<Manifest, 'createdAt' | 'secretKey'> & {
  readonly dataDir: string;
  readonly files: number;
  readonly bytes: number;
  /** The new place of the previous data folder. */
  readonly movedTo: string | null;
};

/** All or nothing: the data folder appears only after every checksum was verified. */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoreResult> => {
  const backup = resolve(options.backup);
  const dataDir = resolve(options.dataDir);
  const manifest = await readManifest(backup);
  const target = await inspectTarget(dataDir);
  if (target.isUsed && options.force !== true) throw notEmpty(dataDir);
  await checkSizes(backup, manifest);
  const staging = join(target.isMount ? dataDir : dirname(dataDir), `.restoring-${randomUUID()}`);
  try {
    await diskFiles.makeFolder(staging);
    await copyAndVerify(backup, staging, manifest, options);
    const movedTo = await putInPlace(staging, dataDir, target);
    const { createdAt, secretKey, files } = manifest;
    return { dataDir, createdAt, secretKey, files: files.length, bytes: sumBytes(manifest), movedTo };
  } finally {
    await diskFiles.remove(staging);
  }
};

type Target = {
  readonly exists: boolean;
  readonly isUsed: boolean;
  /** A file system of its own, such as the volume of a container: its folder cannot be renamed. */
  readonly isMount: boolean;
};

const inspectTarget = async (dataDir: string): Promise<Target> => {
  const names = await ifMissing(readdir(dataDir), null);
  if (names === null) return { exists: false, isUsed: false, isMount: false };
  const isUsed = names.some((name) => name !== 'lost+found');
  const isMount = (await stat(dataDir)).dev !== (await stat(dirname(dataDir))).dev;
  return { exists: true, isUsed, isMount };
};

/** Cheap: finds missing and truncated files before anything is copied. */
const checkSizes = async (backup: string, { files }: Manifest): Promise<void> => {
  for (const { path, bytes } of files) {
    const file = join(backup, contentsName, path);
    const state = await ifMissing(stat(file), null);
    if (state === null) throw damagedFile(file, 'is missing');
    if (state.size !== bytes) throw damagedFile(file, `has ${state.size} bytes instead of ${bytes}`);
  }
};

/** Copies instead of linking: a restored folder must share no file with its backup. */
const copyAndVerify = async (
  backup: string,
  to: string,
  { files }: Manifest,
  { progress, signal }: RestoreOptions,
): Promise<void> => {
  for (const [index, { path, bytes, sha256 }] of files.entries()) {
    const file = join(backup, contentsName, path);
    await diskFiles.makeFolder(dirname(join(to, path)));
    const copied = await copyWithDigest(diskFiles, file, join(to, path), { signal });
    if (copied.sha256 !== sha256 || copied.bytes !== bytes)
      throw damagedFile(file, 'does not match its checksum');
    progress?.('Restoring files', index + 1, files.length);
  }
  await syncParentFolders(
    diskFiles,
    to,
    files.map(({ path }) => path),
  );
};

const putInPlace = async (staging: string, dataDir: string, target: Target): Promise<string | null> => {
  if (target.isMount) return moveInto(staging, dataDir, target);
  const movedTo = target.isUsed ? `${dataDir}.before-${timestamp()}` : null;
  if (movedTo !== null) await diskFiles.rename(dataDir, movedTo);
  else if (target.exists) await rmdir(dataDir);
  await diskFiles.rename(staging, dataDir);
  await diskFiles.sync(dirname(dataDir));
  return movedTo;
};

/** Into a mounted folder name by name, the database last: without it nothing is served. */
const moveInto = async (staging: string, dataDir: string, target: Target): Promise<string | null> => {
  // Backups skip names that begin with a dot.
  const movedTo = target.isUsed ? join(dataDir, `.before-${timestamp()}`) : null;
  if (movedTo !== null) {
    const names = (await readdir(dataDir)).filter((name) => name !== 'lost+found');
    await diskFiles.makeFolder(movedTo);
    for (const name of names.filter((one) => one !== basename(staging)))
      await diskFiles.rename(join(dataDir, name), join(movedTo, name));
  }
  const names = (await readdir(staging)).filter((name) => name !== databaseName);
  for (const name of [...names, databaseName])
    await diskFiles.rename(join(staging, name), join(dataDir, name));
  await diskFiles.sync(dataDir);
  return movedTo;
};

const timestamp = (): string => new Date().toISOString().replace(/[-:.]/g, '');

const notEmpty = (dataDir: string): Fault =>
  new Fault('conflict', `${dataDir} is not empty.`, {
    nextStep:
      'Restore into a new folder with --data, or stop the service and use --force, which moves the folder aside.',
  });
