import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { VersionId, VersionSummary } from '../../engine.ts';
import type { Files } from '../../../files/files.ts';
import { isMoved, lockConflict, tryDatasetLock } from './dataset-lock.ts';
import type { FileEntry, Manifest } from './manifest.ts';
import {
  computeChecksum,
  createFileEntry,
  isSameFile,
  readManifest,
  readVerified,
  writeManifest,
  writeStructure,
} from './manifest.ts';
import { type ArrayOrStored, layOutSections } from './sections.ts';

/** Folders with these prefixes are left over from a crash, unless a process holds the lock of the dataset. */
const buildingPrefix = '.building-';
const discardedPrefix = '.discarded-';

/** Writes a new version. Readers see nothing of it before `complete` has renamed its folder. */
export type VersionWriter = {
  /** For temporary files. The caller removes them before `complete`; `abandon` removes them itself. */
  readonly workFolder: string;
  /** True when the base version has an identical file, which was copied. */
  write(name: string, arrays: Readonly<Record<string, ArrayOrStored>>): Promise<boolean>;
  /** Writes a file that can be made again from the others. */
  writeDerived(name: string, arrays: Readonly<Record<string, ArrayOrStored>>): Promise<void>;
  /** Copies a file of the base version: for content that is known to be the same. */
  reuse(name: string): Promise<void>;
  /** The same for a derived file; false when the base has none, or a damaged one. */
  reuseDerived(name: string): Promise<boolean>;
  complete(
    kind: Manifest['kind'],
    size: number,
    about: unknown,
    changes?: MergedChanges,
  ): Promise<VersionSummary>;
  abandon(): Promise<void>;
};

/** Which live changes a version has. */
export type MergedChanges = Pick<Manifest, 'changesThrough' | 'asOf'>;

const isVersionName = (name: string): boolean => /^\d{8}T\d{9}Z-[0-9a-f]{8}$/.test(name);

export const startVersion = async (
  files: Files,
  folder: string,
  clock: () => Date,
  /** A complete version of the same dataset: files that are the same in both are copied from it. */
  base: Manifest | null = null,
): Promise<VersionWriter> => {
  await files.makeFolder(folder);
  // The name of a new dataset must be as durable as its first version.
  await files.sync(dirname(folder));
  const lock = tryDatasetLock(folder, 'publishing');
  if (!lock) throw lockConflict();
  const temporary = join(folder, `${buildingPrefix}${randomUUID()}`);
  try {
    await removeLeftovers(files, folder);
    await files.makeFolder(temporary);
  } catch (error) {
    lock.release();
    throw error;
  }
  const entries = new Map<string, FileEntry>();
  const derived: FileEntry[] = [];
  const baseEntries = new Map(base?.files.map((entry) => [entry.name, entry]));
  const copyFromBase = async (entry: FileEntry): Promise<void> => {
    await files.copyDurably(join(folder, base?.version ?? '', entry.name), join(temporary, entry.name));
    entries.set(entry.name, entry);
  };
  return {
    workFolder: temporary,
    write: async (name, arrays) => {
      const { sections, parts } = layOutSections(arrays);
      const entry = createFileEntry(name, sections, parts);
      const isSame = isSameFile(baseEntries.get(name), entry);
      if (isSame) await copyFromBase(entry);
      else await writeStructure(files, join(temporary, name), parts);
      entries.set(name, entry);
      return isSame;
    },
    writeDerived: async (name, arrays) => {
      const { sections, parts } = layOutSections(arrays);
      await writeStructure(files, join(temporary, name), parts);
      derived.push(createFileEntry(name, sections, parts));
    },
    reuseDerived: async (name) => {
      const entry = base?.derived?.find((one) => one.name === name);
      const path = join(folder, base?.version ?? '', name);
      if (!entry || !(await isSound(files, path, entry))) return false;
      await files.copyDurably(path, join(temporary, name));
      derived.push(entry);
      return true;
    },
    reuse: async (name) => {
      const entry = baseEntries.get(name);
      if (!entry) throw new Error(`the base has no file ${name}`);
      await copyFromBase(entry);
    },
    complete: async (kind, size, about, changes = { changesThrough: 0 }) => {
      const inOrder = [...entries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
      const checksum = computeChecksum(about, inOrder);
      const builtAt = await nextVersionTime(files, folder, clock());
      const version = `${builtAt.toISOString().replace(/[-:.]/g, '')}-${checksum.slice(0, 8)}`;
      const manifest = {
        kind,
        version,
        checksum,
        builtAt: builtAt.toISOString(),
        size,
        about,
        files: inOrder,
        ...(derived.length > 0 && { derived }),
        ...changes,
      };
      await writeManifest(files, temporary, manifest);
      await files.rename(temporary, join(folder, version));
      await files.sync(folder);
      lock.release();
      return summarizeVersion(manifest, null);
    },
    abandon: async () => {
      try {
        await files.remove(temporary);
      } finally {
        lock.release();
      }
    },
  };
};

const isSound = async (files: Files, path: string, entry: FileEntry): Promise<boolean> => {
  const file = await files.open(path);
  try {
    return (await readVerified(file, entry)) === null;
  } finally {
    await file?.close();
  }
};

/** The caller holds the lock. */
const removeLeftovers = async (files: Files, folder: string): Promise<void> => {
  for (const name of await listLeftovers(files, folder)) await files.remove(join(folder, name));
};

const listLeftovers = async (files: Files, folder: string): Promise<string[]> =>
  (await files.list(folder)).filter(
    (name) => name.startsWith(buildingPrefix) || name.startsWith(discardedPrefix),
  );

/** Removes what crashes left behind, unless a process is publishing right now. */
export const cleanUpLeftovers = async (files: Files, folder: string): Promise<void> => {
  if (isMoved(folder)) return;
  if ((await listLeftovers(files, folder)).length === 0) return;
  const lock = tryDatasetLock(folder, 'publishing');
  if (!lock) return;
  try {
    await removeLeftovers(files, folder);
  } finally {
    lock.release();
  }
};

/** Versions are named by their build time. Each name is later than all before, even if the clock was set back. */
const nextVersionTime = async (files: Files, folder: string, now: Date): Promise<Date> => {
  const newest = (await listVersions(files, folder))[0];
  const last = newest ? parseVersionTime(newest).getTime() : 0;
  return new Date(Math.max(now.getTime(), last + 1));
};

const parseVersionTime = (version: VersionId): Date =>
  new Date(version.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z.*$/, '$1-$2-$3T$4:$5:$6.$7Z'));

/** Without empty folders and files. */
export const listDatasets = async (files: Files, folder: string): Promise<string[]> => {
  const datasets = [];
  for (const name of await files.list(folder))
    if ((await files.list(join(folder, name))).length > 0) datasets.push(name);
  return datasets;
};

/** Newest first. */
export const listVersions = async (files: Files, folder: string): Promise<VersionId[]> =>
  (await files.list(folder)).filter(isVersionName).reverse();

export const summarizeVersion = (
  manifest: Omit<Manifest, 'format'>,
  live: VersionId | null,
): VersionSummary => ({
  version: manifest.version,
  checksum: manifest.checksum,
  size: manifest.size,
  live: manifest.version === live,
  builtAt: manifest.builtAt,
  bytes: [...manifest.files, ...(manifest.derived ?? [])].reduce((sum, file) => sum + file.bytes, 0),
});

/** Renames the folder before removing it, so that no reader sees half a version under its name. */
export const discardVersion = async (files: Files, folder: string, version: VersionId): Promise<void> => {
  const discardedFolder = join(folder, `${discardedPrefix}${version}-${randomUUID()}`);
  await files.rename(join(folder, version), discardedFolder);
  await files.sync(folder);
  await files.remove(discardedFolder);
};

/** False for a version that does not exist or has no manifest. */
export const isCompleteVersion = async (files: Files, folder: string, version: VersionId): Promise<boolean> =>
  isVersionName(version) && (await readManifest(files, join(folder, version))) !== null;
