import type { OpenFile } from '../../../files/open-file.ts';
import type { FileOnDisk, LoadedVersion } from './load-version.ts';

/**
 * The same version with these files in memory. For a folder on another machine: a read at once would stop all answers
 * while that machine is away.
 */
export const holdFiles = async (loaded: LoadedVersion, names: readonly string[]): Promise<LoadedVersion> => {
  const held = new Map<string, FileOnDisk>();
  for (const { name } of loaded.manifest.files) {
    if (!names.includes(name)) continue;
    const { file, entry } = loaded.onDisk(name);
    held.set(name, { file: await readIntoMemory(file), entry });
  }
  return { ...loaded, onDisk: (name) => held.get(name) ?? loaded.onDisk(name) };
};

const readIntoMemory = async (file: OpenFile): Promise<OpenFile> => {
  const content = new Uint8Array(file.bytes);
  await file.read(content, 0);
  await file.close();
  const readNow: OpenFile['readNow'] = (into, offset) =>
    into.set(content.subarray(offset, offset + into.length));
  return {
    bytes: content.length,
    read: async (into, offset) => readNow(into, offset),
    readNow,
    close: async () => undefined,
  };
};
