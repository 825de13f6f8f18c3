import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Type } from 'typebox';
import { diskFiles } from '../../files/files.ts';
import { readJson } from '../../files/read-json.ts';
import { replaceDurably } from '../../files/replace-file.ts';

/** File → its SHA-256 in hex, as it was when the model was first used here. */
export type Pins = Readonly<Record<string, string>>;

const schema = Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' }));

export const modelFolder = (folder: string, model: string): string => join(folder, ...model.split('/'));

/** Beside the model's folder and not in it: its files may be removed and downloaded again, and must then match. */
export const pinsFile = (folder: string, model: string): string => `${modelFolder(folder, model)}.sums.json`;

export const readPins = (folder: string, model: string): Promise<Pins | null> =>
  readJson(diskFiles, pinsFile(folder, model), schema);

export const writePins = async (folder: string, model: string, pins: Pins): Promise<void> => {
  const file = pinsFile(folder, model);
  await diskFiles.makeFolder(dirname(file));
  await replaceDurably(diskFiles, file, JSON.stringify(pins, null, 2));
};

const sha256 = async (file: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

/** Checksums of the files that exist now. Files in `known` are not read again. */
export const computeChecksums = async (folder: string, model: string, known: Pins = {}): Promise<Pins> => {
  const root = modelFolder(folder, model);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const checksums: Record<string, string> = {};
  for (const file of files.sort()) {
    const name = relative(root, file).replaceAll('\\', '/');
    checksums[name] = known[name] ?? (await sha256(file));
  }
  return checksums;
};

/** Identifies the model by content: the same files give the same digest, whatever the model is called. */
export const digestPins = (pins: Pins): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(pins).sort()))
    .digest('hex')
    .slice(0, 12);
