import { join } from 'node:path';
import type { VersionId } from '../../engine.ts';
import { findDamage } from './blocks.ts';
import type { Files } from './files.ts';
import { corrupted, type FileEntry, type Manifest, manifestName, readManifest } from './manifest.ts';
import { readSections, type Sections } from './sections.ts';

export type LoadedVersion = { readonly manifest: Manifest; readonly structure: (name: string) => Sections };

/** Reads a version whole. Throws `corrupted`, naming the file, when anything differs from what was written. */
export const loadVersion = async (
  files: Files,
  folder: string,
  version: VersionId,
): Promise<LoadedVersion> => {
  const home = join(folder, version);
  const manifest = await readManifest(files, home);
  if (manifest === null) throw corrupted(join(home, manifestName), 'is missing');
  const structures = new Map<string, Sections>();
  for (const entry of manifest.files) {
    const content = await files.read(join(home, entry.name));
    const problem = damageOf(content, entry);
    if (content === null || problem !== null)
      throw corrupted(join(home, entry.name), problem ?? 'is missing');
    structures.set(entry.name, readSections(aligned(content), entry.sections));
  }
  return {
    manifest,
    structure: (name) => {
      const sections = structures.get(name);
      if (!sections) throw corrupted(join(home, name), 'is not part of this version');
      return sections;
    },
  };
};

const damageOf = (content: Buffer | null, entry: FileEntry): string | null =>
  content === null ? 'is missing' : findDamage(content, entry);

/** Small reads come out of Node's pool, at any address; arrays of numbers need one that fits them. */
const aligned = (content: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> =>
  content.byteOffset % 16 === 0 ? content : Buffer.from(new Uint8Array(content).buffer);

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
    const problem = damageOf(await files.read(join(home, entry.name)), entry);
    if (problem !== null) found.push({ version, file: entry.name, problem });
  }
  return found;
};
