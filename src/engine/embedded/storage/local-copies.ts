import { join } from 'node:path';
import type { VersionId } from '../../engine.ts';
import { diskFiles, type Files } from '../../../files/files.ts';
import { locksFolder, withDatasetLock } from './dataset-lock.ts';
import { type LoadedVersion, type LoadOptions, loadVersion } from './load-version.ts';
import { CorruptedFile } from './manifest.ts';
import { isCompleteVersion } from './version-folder.ts';

const partial = '.moving-';

/** Versions never change, so a copy is complete or not there: it has its name when all of its files have arrived. */
export const copyVersion = async (
  files: Files,
  from: string,
  to: string,
  version: VersionId,
): Promise<void> => {
  const temporary = join(to, `${partial}${version}`);
  await files.remove(temporary);
  await files.makeFolder(temporary);
  try {
    for (const name of await files.list(join(from, version)))
      await files.copyDurably(join(from, version, name), join(temporary, name));
    await files.sync(temporary);
    await files.rename(temporary, join(to, version));
  } catch (error) {
    await files.remove(temporary);
    throw error;
  }
};

/** For another process that copies a version. */
const copyTimeoutMs = 600_000;

/**
 * Versions of a folder on another machine, copied to this machine before they are read. Answers read parts of their files at
 * any time: they need neither memory for all of them nor the other machine. `files` reaches `shared`.
 */
export const openLocalCopies = (files: Files, shared: string, local: string) => {
  const lastLoaded = new Map<string, VersionId>();
  const folderOf = (dataset: string): string => join(local, dataset);
  const loadCopy = async (dataset: string, version: VersionId, options: LoadOptions) => {
    try {
      return await loadVersion(diskFiles, folderOf(dataset), version, options);
    } catch (error) {
      if (!(error instanceof CorruptedFile)) throw error;
      await diskFiles.remove(join(folderOf(dataset), version));
      return null;
    }
  };
  const removeOthers = async (dataset: string, kept: ReadonlySet<string>): Promise<void> => {
    for (const name of await diskFiles.list(folderOf(dataset)))
      if (name !== locksFolder && !kept.has(name)) await diskFiles.remove(join(folderOf(dataset), name));
  };
  const load = async (dataset: string, version: VersionId, options: LoadOptions): Promise<LoadedVersion> => {
    const isHere = await isCompleteVersion(diskFiles, folderOf(dataset), version).catch(() => false);
    let loaded = isHere ? await loadCopy(dataset, version, options) : null;
    if (loaded === null) {
      await removeOthers(dataset, new Set([lastLoaded.get(dataset) ?? '']));
      await copyVersion(files, join(shared, dataset), folderOf(dataset), version);
      // Damaged there, not on the way: the fault names the file in the shared folder.
      loaded =
        (await loadCopy(dataset, version, options)) ??
        (await loadVersion(files, join(shared, dataset), version, options));
    }
    lastLoaded.set(dataset, version);
    return loaded;
  };
  return {
    /** The folder of the copies of a dataset. */
    folderOf,
    /** Copies the version, unless it is here and sound. Of the others only the one that was loaded last stays. */
    load: async (dataset: string, version: VersionId, options: LoadOptions): Promise<LoadedVersion> => {
      await diskFiles.makeFolder(folderOf(dataset));
      // During an upgrade two services may use one data folder.
      return withDatasetLock(folderOf(dataset), 'publishing', copyTimeoutMs, () =>
        load(dataset, version, options),
      );
    },
    /** Removes the copies of all other datasets. */
    keepOnly: async (datasets: readonly string[]): Promise<void> => {
      for (const name of await diskFiles.list(local))
        if (!datasets.includes(name)) await diskFiles.remove(join(local, name));
    },
  };
};
