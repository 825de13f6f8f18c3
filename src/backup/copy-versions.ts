import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../errors.ts';
import { copyFile, hasErrorCode, linkOrCopyFile, ifMissing } from './files.ts';
import type { ManifestFile } from './manifest.ts';

/*
 * The folder of a dataset holds complete versions, which never change; the pointers to the live version; and the
 * log of live changes. The log is appended to, and its oldest files are deleted once every version includes them.
 * Versions are copied before the log: a log that ends before a version does would reuse the numbers of merged
 * changes for new ones. If a version was added or removed meanwhile, the log may lack what the copied versions
 * need, so the copy is tried again; versions copied already stay. No lock is taken: publishing never waits for a
 * backup.
 */

const versionName = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;
const logName = /^changes-\d{12}\.log$/;
const pointers = ['live.json', 'live.copy.json'];
/** About a minute, for the case that imports follow each other without a pause. One quiet moment is enough. */
const retryDefaults = { attempts: 600, pauseMs: 100 } as const;

type Folders = { readonly from: string; readonly to: string; readonly signal?: AbortSignal | undefined };
type Files = ManifestFile[];

/** Paths are relative to `from`. */
export const copyDataset = async ({ from, to, signal }: Folders): Promise<Files> => {
  const copiedVersions = new Map<string, Files>();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < retryDefaults.attempts; attempt += 1) {
    signal?.throwIfAborted();
    const before = await readState(from);
    const otherFiles = await tryCopy({ from, to, signal }, before.versions, copiedVersions);
    if (otherFiles !== null && (await readState(from)).fingerprint === before.fingerprint)
      return [...[...copiedVersions.values()].flat(), ...otherFiles];
    await pause(retryDefaults.pauseMs, undefined, { signal });
  }
  throw new Fault('conflict', `The versions in ${from} kept changing while they were copied.`, {
    nextStep: 'Start the backup again when fewer imports run.',
  });
};

type State = { readonly versions: readonly string[]; readonly fingerprint: string };

const readState = async (folder: string): Promise<State> => {
  const live = await ifMissing(readFile(join(folder, 'live.json'), 'utf8'), '');
  const versions = [];
  for (const name of (await ifMissing(readdir(folder), [])).sort()) {
    if (versionName.test(name) && (await ifMissing(stat(join(folder, name, 'manifest.json')), null)))
      versions.push(name);
  }
  return { versions, fingerprint: JSON.stringify([live, versions]) };
};

/** Returns everything but the versions, which go to `copiedVersions`; null when a file vanished meanwhile. */
const tryCopy = async (
  { from, to, signal }: Folders,
  versions: readonly string[],
  copiedVersions: Map<string, Files>,
): Promise<Files | null> => {
  try {
    await removeStale(to, versions, copiedVersions);
    for (const version of versions) {
      if (!copiedVersions.has(version))
        copiedVersions.set(version, await copyVersion({ from, to, signal }, version));
    }
    const names = (await readdir(from)).filter((name) => logName.test(name) || pointers.includes(name));
    const files: Files = [];
    for (const path of names.sort()) {
      const wholeLines = logName.test(path);
      files.push({ path, ...(await copyFile(join(from, path), join(to, path), { signal, wholeLines })) });
    }
    return files;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const removeStale = async (
  to: string,
  versions: readonly string[],
  copiedVersions: Map<string, Files>,
): Promise<void> => {
  for (const version of [...copiedVersions.keys()])
    if (!versions.includes(version)) copiedVersions.delete(version);
  for (const name of await readdir(to)) {
    if (!copiedVersions.has(name)) await rm(join(to, name), { recursive: true });
  }
};

const copyVersion = async ({ from, to, signal }: Folders, version: string): Promise<Files> => {
  const files: Files = [];
  for (const name of (await readdir(join(from, version))).sort()) {
    const path = `${version}/${name}`;
    files.push({ path, ...(await linkOrCopyFile(join(from, path), join(to, path), { signal })) });
  }
  return files;
};
