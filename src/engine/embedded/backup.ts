import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '../../errors.ts';
import { copyWithDigest, linkWithDigest } from '../../files/copy-file.ts';
import { hasErrorCode } from '../../files/error-code.ts';
import { diskFiles, type Files } from '../../files/files.ts';
import type { BackupFile, EngineBackup } from '../engine.ts';
import { isSegmentName } from './changes/change-log.ts';
import { isPointerName, readPointerText } from './storage/live-pointer.ts';
import { manifestName } from './storage/manifest.ts';
import { listDatasets, listVersions } from './storage/version-folder.ts';

/*
 * The folder of a dataset has complete versions, which never change; the pointers to the live version; and the log of
 * live changes. The log is appended to, and its oldest segments are removed once every version contains their changes.
 * Versions are copied before the log: a log that ends before a version does would give the numbers of merged changes to
 * new ones. If a version was added or removed meanwhile, the log may lack what the copied versions need, so the copy is
 * tried again; versions that are copied already stay. No lock is taken: publishing never waits for a backup.
 */

/** About a minute, for the case that imports follow each other without a pause. One quiet moment is enough. */
const retryDefaults = { attempts: 600, pauseMs: 100 } as const;

/** `folder`: where the engine stores its datasets. The engine may be open in this or in other processes. */
export const createEmbeddedBackup = (folder: string, files: Files = diskFiles): EngineBackup => ({
  copyTo: async (target, { signal, progress = () => {} } = {}) => {
    const copied: BackupFile[] = [];
    const datasets = await listDatasets(files, folder);
    await files.makeFolder(target);
    for (const [index, dataset] of datasets.entries()) {
      const folders = { files, from: join(folder, dataset), to: join(target, dataset), signal };
      copied.push(
        ...(await copyDataset(folders)).map((file) => ({ ...file, path: `${dataset}/${file.path}` })),
      );
      progress('Copying datasets', index + 1, datasets.length);
    }
    return copied;
  },
});

type Folders = {
  readonly files: Files;
  readonly from: string;
  readonly to: string;
  readonly signal: AbortSignal | undefined;
};

/** Paths are relative to `from`. */
const copyDataset = async (folders: Folders): Promise<BackupFile[]> => {
  const { files, from, to, signal } = folders;
  const copiedVersions = new Map<string, BackupFile[]>();
  await files.makeFolder(to);
  for (let attempt = 0; attempt < retryDefaults.attempts; attempt += 1) {
    signal?.throwIfAborted();
    const before = await readState(files, from);
    const otherFiles = await tryCopy(folders, before.versions, copiedVersions);
    if (otherFiles !== null && (await readState(files, from)).fingerprint === before.fingerprint) {
      await syncFolders(files, to, [...copiedVersions.keys()]);
      return [...[...copiedVersions.values()].flat(), ...otherFiles];
    }
    await pause(retryDefaults.pauseMs, undefined, { signal });
  }
  throw new Fault('conflict', `The versions in ${from} kept changing while they were copied.`, {
    nextStep: 'Start the backup again when fewer imports run.',
  });
};

type DatasetState = { readonly versions: readonly string[]; readonly fingerprint: string };

const readState = async (files: Files, folder: string): Promise<DatasetState> => {
  const live = await readPointerText(files, folder);
  const versions = [];
  for (const version of (await listVersions(files, folder)).toReversed())
    if ((await files.list(join(folder, version))).includes(manifestName)) versions.push(version);
  return { versions, fingerprint: JSON.stringify([live, versions]) };
};

/** Returns everything but the versions, which go to `copiedVersions`; null when a file vanished meanwhile. */
const tryCopy = async (
  folders: Folders,
  versions: readonly string[],
  copiedVersions: Map<string, BackupFile[]>,
): Promise<BackupFile[] | null> => {
  const { files, from, to, signal } = folders;
  try {
    await removeStale(files, to, versions, copiedVersions);
    for (const version of versions) {
      if (!copiedVersions.has(version)) copiedVersions.set(version, await copyVersion(folders, version));
    }
    const copied: BackupFile[] = [];
    for (const path of await files.list(from)) {
      const wholeLines = isSegmentName(path);
      if (!wholeLines && !isPointerName(path)) continue;
      copied.push({
        path,
        ...(await copyWithDigest(files, join(from, path), join(to, path), { signal, wholeLines })),
      });
    }
    return copied;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const removeStale = async (
  files: Files,
  to: string,
  versions: readonly string[],
  copiedVersions: Map<string, BackupFile[]>,
): Promise<void> => {
  for (const version of [...copiedVersions.keys()])
    if (!versions.includes(version)) copiedVersions.delete(version);
  for (const name of await files.list(to)) if (!copiedVersions.has(name)) await files.remove(join(to, name));
};

const copyVersion = async ({ files, from, to, signal }: Folders, version: string): Promise<BackupFile[]> => {
  await files.makeFolder(join(to, version));
  const copied: BackupFile[] = [];
  for (const name of await files.list(join(from, version))) {
    const path = `${version}/${name}`;
    copied.push({ path, ...(await linkWithDigest(files, join(from, path), join(to, path), { signal })) });
  }
  return copied;
};

const syncFolders = async (files: Files, folder: string, versions: readonly string[]): Promise<void> => {
  for (const version of versions) await files.sync(join(folder, version));
  await files.sync(folder);
};
