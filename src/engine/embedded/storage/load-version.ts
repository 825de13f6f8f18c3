import { join } from 'node:path';
import type { VersionId } from '../../engine.ts';
import { findDamage } from './blocks.ts';
import { type ConfirmThreads, noThreads, openConfirmed } from './confirm-files.ts';
import { type DerivedFile, joinDerivedFile, openDerivedFile, type SharedFile } from './derived-file.ts';
import type { Files } from '../../../files/files.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import { corruptedFault, type FileEntry, type Manifest, manifestName, readManifest } from './manifest.ts';
import {
  type ArrayType,
  type ArrayTypes,
  readSections,
  type Section,
  sectionBytes,
  type Sections,
} from './sections.ts';

/** A file whose checksums were verified; its content is read when it is needed. */
export type FileOnDisk = { readonly file: OpenFile; readonly entry: FileEntry };

export type LoadedVersion = {
  /** Without auxiliary files that are damaged: nothing is read or copied from them. */
  readonly manifest: Manifest;
  readonly structure: (name: string) => Sections;
  readonly onDisk: (name: string) => FileOnDisk;
  /** A file that can be made again; null: the version has none of the name. Not verified yet. */
  readonly derived: (name: string, onFailed: (error: unknown) => void) => DerivedFile | null;
  /** Damage to auxiliary files, which no answer needs. */
  readonly damages: readonly unknown[];
  /** The same for other threads; null where the version is in memory of this thread alone. */
  readonly shared: SharedVersion | null;
};

/** What a thread needs to read a version that another one has loaded: nothing is read or verified twice. */
export type SharedVersion = {
  readonly manifest: Manifest;
  /** The files that are in memory, by name. */
  readonly contents: ReadonlyMap<string, SharedArrayBuffer>;
  /** Files that can be made again; one thread reads them. */
  readonly derived: readonly SharedFile[];
};

export type LoadOptions = {
  /** Files that are verified, but not read into memory. */
  readonly keepOnDisk?: readonly string[];
  /** Whether other threads are to read the version. */
  readonly isShared?: boolean;
  /** Left out: this thread alone verifies the files. */
  readonly threads?: ConfirmThreads;
};

/**
 * Reads a version into memory, except the files in `keepOnDisk`. Verifies all files, these too, and throws a
 * `corrupted` fault that names the file if one differs from what was written. Auxiliary files only help to build the
 * next version: a damaged one is left out.
 */
export const loadVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
  { keepOnDisk = [], isShared = false, threads = noThreads }: LoadOptions = {},
): Promise<LoadedVersion> => {
  const versionFolder = join(folder, version);
  const manifest = await readManifest(files, versionFolder);
  if (manifest === null) throw corruptedFault(join(versionFolder, manifestName), 'is missing');
  const structures = new Map<string, Sections>();
  const contents = new Map<string, SharedArrayBuffer>();
  const filesOnDisk = new Map<string, FileOnDisk>();
  const damages = new Map<string, unknown>();
  const names = manifest.files.map(({ name }) => name);
  const wanted = names.filter((name) => isShared && !keepOnDisk.includes(name));
  const confirmed = await openConfirmed(files, versionFolder, manifest.files, wanted, threads);
  for (const entry of manifest.files) {
    const known = confirmed.get(entry.name);
    const file = known?.file ?? (await openUnlessDamaged(files, versionFolder, entry, damages));
    if (file === null) continue;
    if (keepOnDisk.includes(entry.name)) filesOnDisk.set(entry.name, { file, entry });
    else {
      const memory = known?.content ?? (await readAll(file, isShared));
      structures.set(entry.name, readSections(Buffer.from(memory), entry.sections));
      if (memory instanceof SharedArrayBuffer) contents.set(entry.name, memory);
      await file.close();
    }
  }
  const readable = { ...manifest, files: manifest.files.filter(({ name }) => !damages.has(name)) };
  return {
    manifest: readable,
    damages: [...damages.values()],
    structure: (name) => getPart(structures, versionFolder, name),
    onDisk: (name) => getPart(filesOnDisk, versionFolder, name),
    derived: (name, onFailed) => {
      const entry = manifest.derived?.find((one) => one.name === name);
      return entry ? openDerivedFile(files, join(versionFolder, name), entry, onFailed) : null;
    },
    shared: isShared ? { manifest: readable, contents, derived: [] } : null,
  };
};

/** A version that another thread has loaded and verified. */
export const openSharedVersion = async (
  files: Files,
  folder: string,
  shared: SharedVersion,
): Promise<LoadedVersion> => {
  const { manifest, contents } = shared;
  const versionFolder = join(folder, manifest.version);
  const structures = new Map<string, Sections>();
  const filesOnDisk = new Map<string, FileOnDisk>();
  for (const entry of manifest.files) {
    const memory = contents.get(entry.name);
    if (memory !== undefined) {
      structures.set(entry.name, readSections(Buffer.from(memory), entry.sections));
      continue;
    }
    const file = await files.open(join(versionFolder, entry.name));
    if (file === null) throw corruptedFault(join(versionFolder, entry.name), 'is missing');
    filesOnDisk.set(entry.name, { file, entry });
  }
  return {
    manifest,
    damages: [],
    structure: (name) => getPart(structures, versionFolder, name),
    onDisk: (name) => getPart(filesOnDisk, versionFolder, name),
    derived: (name) => {
      const file = shared.derived.find(({ entry }) => entry.name === name);
      return file ? joinDerivedFile(file) : null;
    },
    shared,
  };
};

const getPart = <T>(parts: ReadonlyMap<string, T>, folder: string, name: string): T => {
  const part = parts.get(name);
  if (!part) throw corruptedFault(join(folder, name), 'is not part of this version');
  return part;
};

/** Null for a damaged auxiliary file, which is added to `damages`. */
const openUnlessDamaged = async (
  files: Files,
  folder: string,
  entry: FileEntry,
  damages: Map<string, unknown>,
): Promise<OpenFile | null> => {
  try {
    return await openCheckedFile(files, join(folder, entry.name), entry);
  } catch (error) {
    if (!entry.aside) throw error;
    damages.set(entry.name, error);
    return null;
  }
};

const readAll = async (file: OpenFile, isShared: boolean): Promise<ArrayBuffer | SharedArrayBuffer> => {
  const memory = isShared ? new SharedArrayBuffer(file.bytes) : new ArrayBuffer(file.bytes);
  await file.read(new Uint8Array(memory), 0);
  return memory;
};

const openCheckedFile = async (files: Files, path: string, entry: FileEntry): Promise<OpenFile> => {
  const file = await files.open(path);
  const problem = await findDamage(file, entry);
  if (file !== null && problem === null) return file;
  await file?.close();
  throw corruptedFault(path, problem ?? 'is missing');
};

/** Where an array is in its file. */
export const findSection = ({ entry }: FileOnDisk, name: string): Section => {
  const section = entry.sections.find((each) => each.name === name);
  if (!section) throw corruptedFault(entry.name, `has no ${name}`);
  return section;
};

/** One array of a file. */
export const readSection = async <T extends ArrayType>(
  onDisk: FileOnDisk,
  name: string,
  type: T,
): Promise<InstanceType<ArrayTypes[T]>> => {
  const section = findSection(onDisk, name);
  const content = Buffer.from(new ArrayBuffer(sectionBytes(section)));
  await onDisk.file.read(content, section.offset);
  return readSections(content, [{ ...section, offset: 0 }]).get(name, type);
};

/** The arrays of a file from a byte on. */
export const readSectionsFrom = async ({ file, entry }: FileOnDisk, start = 0): Promise<Sections> => {
  const content = Buffer.from(new ArrayBuffer(file.bytes - start));
  await file.read(content, start);
  const within = entry.sections.filter((section) => section.offset >= start);
  return readSections(
    content,
    within.map((section) => ({ ...section, offset: section.offset - start })),
  );
};

/** All files of a version that differ from what was written, by their SHA-256. */
export const inspectVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
): Promise<{ version: VersionId; file: string; problem: string }[]> => {
  const versionFolder = join(folder, version);
  let manifest: Manifest | null;
  try {
    manifest = await readManifest(files, versionFolder);
  } catch (error) {
    return [{ version, file: manifestName, problem: error instanceof Error ? error.message : String(error) }];
  }
  if (manifest === null) return [{ version, file: manifestName, problem: 'is missing' }];
  const damages = [];
  for (const entry of [...manifest.files, ...(manifest.derived ?? [])]) {
    const file = await files.open(join(versionFolder, entry.name));
    const problem = await findDamage(file, { bytes: entry.bytes, blocks: entry.blocks });
    await file?.close();
    if (problem !== null) damages.push({ version, file: entry.name, problem });
  }
  return damages;
};
