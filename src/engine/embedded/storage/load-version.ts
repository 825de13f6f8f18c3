import { join } from 'node:path';
import type { VersionId } from '../../engine.ts';
import { findDamage } from './blocks.ts';
import type { Files } from './files.ts';
import type { OpenFile } from './open-file.ts';
import { corruptedFault, type FileEntry, type Manifest, manifestName, readManifest } from './manifest.ts';
import { readSections, type Sections } from './sections.ts';

/** A file that was checked and is read when it is needed. */
export type FileOnDisk = { readonly file: OpenFile; readonly entry: FileEntry };

export type LoadedVersion = {
  readonly manifest: Manifest;
  readonly structure: (name: string) => Sections;
  readonly onDisk: (name: string) => FileOnDisk;
};

/**
 * Reads a version, all but the files `left` on the disk. Throws `corrupted`, naming the file, when anything
 * differs from what was written, there too.
 */
export const loadVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
  left: readonly string[] = [],
): Promise<LoadedVersion> => {
  const home = join(folder, version);
  const manifest = await readManifest(files, home);
  if (manifest === null) throw corruptedFault(join(home, manifestName), 'is missing');
  const structures = new Map<string, Sections>();
  const disk = new Map<string, FileOnDisk>();
  for (const entry of manifest.files) {
    const file = await openCheckedFile(files, join(home, entry.name), entry);
    if (left.includes(entry.name)) disk.set(entry.name, { file, entry });
    else {
      structures.set(entry.name, await readSectionsFrom({ file, entry }));
      await file.close();
    }
  }
  const getPart = <T>(parts: ReadonlyMap<string, T>, name: string): T => {
    const part = parts.get(name);
    if (!part) throw corruptedFault(join(home, name), 'is not part of this version');
    return part;
  };
  return {
    manifest,
    structure: (name) => getPart(structures, name),
    onDisk: (name) => getPart(disk, name),
  };
};

const openCheckedFile = async (files: Files, path: string, entry: FileEntry): Promise<OpenFile> => {
  const file = await files.open(path);
  const problem = await findDamage(file, entry);
  if (file !== null && problem === null) return file;
  await file?.close();
  throw corruptedFault(path, problem ?? 'is missing');
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

/** Every file of a version that is not as it was written. */
export const inspectVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
): Promise<{ version: VersionId; file: string; problem: string }[]> => {
  const home = join(folder, version);
  let manifest: Manifest | null;
  try {
    manifest = await readManifest(files, home);
  } catch (error) {
    return [{ version, file: manifestName, problem: error instanceof Error ? error.message : String(error) }];
  }
  if (manifest === null) return [{ version, file: manifestName, problem: 'is missing' }];
  const found = [];
  for (const entry of manifest.files) {
    const file = await files.open(join(home, entry.name));
    const problem = await findDamage(file, entry);
    await file?.close();
    if (problem !== null) found.push({ version, file: entry.name, problem });
  }
  return found;
};
