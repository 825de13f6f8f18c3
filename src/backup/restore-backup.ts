import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Progress } from '../engine/engine.ts';
import { Fault } from '../errors.ts';
import { databaseName } from './contents.ts';
import { copyFile, syncFolder, syncFoldersOf, unlessMissing } from './files.ts';
import { bytesOf, contentsName, damaged, type Manifest, readManifest } from './manifest.ts';

type RestoreOrder = {
  /** The folder of one backup. */
  readonly backup: string;
  readonly dataDir: string;
  /** A data folder that is not empty is moved aside; without it, it is refused. */
  readonly force?: boolean;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
};

export type Restored = Pick<Manifest, 'createdAt' | 'secretKey'> & {
  readonly dataDir: string;
  readonly files: number;
  readonly bytes: number;
  /** Where the data folder that was there before lies now. */
  readonly movedTo: string | null;
};

/** The data folder appears whole, after every checksum was found right, or not at all. */
export const restoreBackup = async (order: RestoreOrder): Promise<Restored> => {
  const backup = resolve(order.backup);
  const dataDir = resolve(order.dataDir);
  const manifest = await readManifest(backup);
  const target = await stateOf(dataDir);
  if (target.isUsed && order.force !== true) throw notEmpty(dataDir);
  await checkSizes(backup, manifest);
  const staging = join(target.isMount ? dataDir : dirname(dataDir), `.restoring-${randomUUID()}`);
  try {
    await mkdir(staging, { recursive: true, mode: 0o700 });
    await copyChecked(backup, staging, manifest, order);
    const movedTo = await putInPlace(staging, dataDir, target);
    const { createdAt, secretKey, files } = manifest;
    return { dataDir, createdAt, secretKey, files: files.length, bytes: bytesOf(manifest), movedTo };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
};

type Target = {
  readonly isThere: boolean;
  readonly isUsed: boolean;
  /** A file system of its own, such as the volume of a container: its folder cannot be renamed. */
  readonly isMount: boolean;
};

const stateOf = async (dataDir: string): Promise<Target> => {
  const names = await unlessMissing(readdir(dataDir), null);
  if (names === null) return { isThere: false, isUsed: false, isMount: false };
  const isUsed = names.some((name) => name !== 'lost+found');
  const isMount = (await stat(dataDir)).dev !== (await stat(dirname(dataDir))).dev;
  return { isThere: true, isUsed, isMount };
};

/** Cheap, and tells of a file that is missing or cut before a gigabyte has been copied. */
const checkSizes = async (backup: string, { files }: Manifest): Promise<void> => {
  for (const { path, bytes } of files) {
    const file = join(backup, contentsName, path);
    const found = await unlessMissing(stat(file), null);
    if (found === null) throw damaged(file, 'is missing');
    if (found.size !== bytes) throw damaged(file, `has ${found.size} bytes instead of ${bytes}`);
  }
};

/** Copies, also where a link could do: a restored folder shares nothing with its backup. */
const copyChecked = async (
  backup: string,
  to: string,
  { files }: Manifest,
  { progress, signal }: RestoreOrder,
): Promise<void> => {
  for (const [place, { path, bytes, sha256 }] of files.entries()) {
    const file = join(backup, contentsName, path);
    const copied = await copyFile(file, join(to, path), { signal });
    if (copied.sha256 !== sha256 || copied.bytes !== bytes)
      throw damaged(file, 'does not match its checksum');
    progress?.('Restoring files', place + 1, files.length);
  }
  await syncFoldersOf(
    to,
    files.map(({ path }) => path),
  );
};

const putInPlace = async (staging: string, dataDir: string, target: Target): Promise<string | null> => {
  if (target.isMount) return moveInto(staging, dataDir, target);
  const movedTo = target.isUsed ? `${dataDir}.before-${stamp()}` : null;
  if (movedTo !== null) await rename(dataDir, movedTo);
  else if (target.isThere) await rmdir(dataDir);
  await rename(staging, dataDir);
  await syncFolder(dirname(dataDir));
  return movedTo;
};

/** Into a mounted folder one name after the other, the database last: without it nothing is served. */
const moveInto = async (staging: string, dataDir: string, target: Target): Promise<string | null> => {
  // No backup takes up a name with a dot.
  const movedTo = target.isUsed ? join(dataDir, `.before-${stamp()}`) : null;
  if (movedTo !== null) {
    const names = (await readdir(dataDir)).filter((name) => name !== 'lost+found');
    await mkdir(movedTo, { mode: 0o700 });
    for (const name of names.filter((one) => one !== basename(staging)))
      await rename(join(dataDir, name), join(movedTo, name));
  }
  const names = (await readdir(staging)).filter((name) => name !== databaseName);
  for (const name of [...names, databaseName]) await rename(join(staging, name), join(dataDir, name));
  await syncFolder(dataDir);
  return movedTo;
};

const stamp = (): string => new Date().toISOString().replace(/[-:.]/g, '');

const notEmpty = (dataDir: string): Fault =>
  new Fault('conflict', `${dataDir} is not empty.`, {
    nextStep:
      'Restore into a new folder with --data, or stop the service and use --force, which moves the folder aside.',
  });
