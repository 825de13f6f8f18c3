import { join } from 'node:path';
import type { Files } from '../../../files/files.ts';
import { allocateMemory, type SharedMemory } from '../kernel/kernel.ts';
import type { FileEntry, Manifest } from './manifest.ts';
import { corruptedFault, manifestName, readManifest, readVerified } from './manifest.ts';
import type { VersionId } from '../../engine.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import type { ArrayType, ArrayTypes, Section, Sections } from './sections.ts';
import { readSections, sectionBytes } from './sections.ts';

/*
 * A file that can be made again from other files of its version. It is read into memory that threads share and that
 * kernels read where it is. After the content each thread has a place of its own to write to.
 */

/** What threads share of it. */
export type SharedFile = {
  readonly entry: FileEntry;
  /** Begins with the content of the file. */
  readonly memory: SharedMemory;
  /** How many bytes of the room after it are taken. */
  readonly taken: Int32Array<SharedArrayBuffer>;
};

export type DerivedFile = {
  readonly entry: FileEntry;
  /** The same memory at every call; null: the file is missing, damaged or too large. */
  read(): Promise<SharedFile | null>;
};

/** Room for the places of threads, those that were replaced included. Only what is written to takes memory. */
export const roomBytes = 1 << 24;

/** `onFailed`: called when it cannot be used. */
export const openDerivedFile = (
  files: Files,
  path: string,
  entry: FileEntry,
  onFailed: (error: unknown) => void,
): DerivedFile => {
  const read = async (): Promise<SharedFile | null> => {
    const file = await files.open(path);
    try {
      const memory = allocateMemory(entry.bytes + roomBytes);
      const problem = await readVerified(file, entry, new Uint8Array(memory.buffer, 0, entry.bytes));
      if (problem !== null) throw corruptedFault(path, problem);
      return { entry, memory, taken: new Int32Array(new SharedArrayBuffer(4)) };
    } catch (error) {
      onFailed(error);
      return null;
    } finally {
      await file?.close();
    }
  };
  let reading: Promise<SharedFile | null> | null = null;
  return { entry, read: () => (reading ??= read()) };
};

/** Where a thread may write so many bytes; null when all room is taken. */
export const takePlace = ({ entry, memory, taken }: SharedFile, bytes: number): number | null => {
  const size = Math.ceil(bytes / 16) * 16;
  const at = Math.ceil(entry.bytes / 16) * 16 + Atomics.add(taken, 0, size);
  return at + size <= memory.buffer.byteLength ? at : null;
};

/** A file whose checksums were verified; its content is read when it is needed. */
export type FileOnDisk = { readonly file: OpenFile; readonly entry: FileEntry };

export type LoadedVersion = {
  readonly manifest: Manifest;
  /** The arrays of a file; of one on disk they are read at each call. */
  readonly structure: (name: string) => Sections;
  readonly isOnDisk: (name: string) => boolean;
  readonly onDisk: (name: string) => FileOnDisk;
  /** A file that can be made again; null: the version has none of the name. Not verified yet. */
  readonly derived: (name: string, onFailed: (error: unknown) => void) => DerivedFile | null;
  /** The same for other threads; null where the version is in memory of this thread alone. */
  readonly shared: SharedVersion | null;
};

/** What a thread needs to read a version that another one has loaded: nothing is read or verified twice. */
export type SharedVersion = {
  readonly manifest: Manifest;
  /** The files that are in memory, by name. */
  readonly contents: ReadonlyMap<string, ArrayBuffer | SharedArrayBuffer>;
  /** Files that can be made again, as far as they could be read. */
  readonly derived: readonly SharedFile[];
};

export type LoadOptions = {
  /** Files that are verified, but not read into memory. */
  readonly keepOnDisk?: readonly string[];
  /** Whether other threads are to read the version. */
  readonly isShared?: boolean;
};

/**
 * Reads a version into memory, except the files in `keepOnDisk`. Verifies all files, these too, and throws a
 * `corrupted` fault that names the file if one differs from what was written.
 */
export const loadVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
  { keepOnDisk = [], isShared = false }: LoadOptions = {},
): Promise<LoadedVersion> => {
  const versionFolder = join(folder, version);
  const stored = await readManifest(files, versionFolder);
  if (stored === null) throw corruptedFault(join(versionFolder, manifestName), 'is missing');
  const manifest = { ...stored, files: stored.files.filter(({ aside }) => !aside) };
  const contents = new Map<string, ArrayBuffer | SharedArrayBuffer>();
  const filesOnDisk = new Map<string, FileOnDisk>();
  for (const entry of manifest.files) {
    const { name, bytes } = entry;
    const allocate = () => (isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    const memory = keepOnDisk.includes(name) ? null : allocate();
    const file = await openVerified(files, versionFolder, entry, memory && new Uint8Array(memory));
    if (memory === null) filesOnDisk.set(name, { file, entry });
    else {
      await file.close();
      contents.set(name, memory);
    }
  }
  return {
    ...createParts(versionFolder, manifest, contents, filesOnDisk),
    derived: (name, onFailed) => {
      const entry = manifest.derived?.find((one) => one.name === name);
      return entry ? openDerivedFile(files, join(versionFolder, name), entry, onFailed) : null;
    },
    shared: isShared ? { manifest, contents, derived: [] } : null,
  };
};

/** The files in memory, and those on disk. */
const createParts = (
  folder: string,
  manifest: Manifest,
  contents: SharedVersion['contents'],
  filesOnDisk: ReadonlyMap<string, FileOnDisk>,
): Pick<LoadedVersion, 'manifest' | 'structure' | 'isOnDisk' | 'onDisk'> => {
  const getPart = <T>(parts: ReadonlyMap<string, T>, name: string): T => {
    const part = parts.get(name);
    if (!part) throw corruptedFault(join(folder, name), 'is not part of this version');
    return part;
  };
  const sections = new Map(manifest.files.map((entry) => [entry.name, entry.sections]));
  const readAll = ({ file }: FileOnDisk): ArrayBuffer => {
    const content = new ArrayBuffer(file.bytes);
    file.readNow(new Uint8Array(content), 0);
    return content;
  };
  const isOnDisk = (name: string): boolean => filesOnDisk.has(name);
  const onDisk = (name: string): FileOnDisk => getPart(filesOnDisk, name);
  return {
    manifest,
    structure: (name) => {
      const content = isOnDisk(name) ? readAll(onDisk(name)) : getPart(contents, name);
      return readSections(Buffer.from(content), sections.get(name) ?? []);
    },
    isOnDisk,
    onDisk,
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
  const filesOnDisk = new Map<string, FileOnDisk>();
  for (const entry of manifest.files) {
    if (contents.has(entry.name)) continue;
    const file = await files.open(join(versionFolder, entry.name));
    if (file === null) throw corruptedFault(join(versionFolder, entry.name), 'is missing');
    filesOnDisk.set(entry.name, { file, entry });
  }
  return {
    ...createParts(versionFolder, manifest, contents, filesOnDisk),
    derived: (name) => {
      const file = shared.derived.find(({ entry }) => entry.name === name);
      return file ? { entry: file.entry, read: async () => file } : null;
    },
    shared,
  };
};

/** Verifies a file, and reads it into `content` where that is given. */
const openVerified = async (files: Files, folder: string, entry: FileEntry, content: Uint8Array | null) => {
  const path = join(folder, entry.name);
  const file = await files.open(path);
  const problem = await readVerified(file, entry, content);
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

/** All files of a version that differ from what was written. */
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
    const problem = await readVerified(file, entry);
    await file?.close();
    if (problem !== null) damages.push({ version, file: entry.name, problem });
  }
  return damages;
};
