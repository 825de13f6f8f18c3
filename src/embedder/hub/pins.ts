import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** File → its SHA-256 in hex, as it was when the model was first used here. */
export type Pins = Readonly<Record<string, string>>;

const schema = Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' }));

export const modelFolder = (folder: string, model: string): string => join(folder, ...model.split('/'));

/** Beside the model's folder and not in it: its files may be removed and downloaded again, and must then match. */
export const pinsFile = (folder: string, model: string): string => `${modelFolder(folder, model)}.sums.json`;

export const readPins = async (folder: string, model: string): Promise<Pins | null> => {
  const text = await readFile(pinsFile(folder, model), 'utf8').catch(() => null);
  return text === null ? null : Value.Parse(schema, JSON.parse(text));
};

export const writePins = async (folder: string, model: string, pins: Pins): Promise<void> => {
  const file = pinsFile(folder, model);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.partial`, JSON.stringify(pins, null, 2));
  await rename(`${file}.partial`, file);
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
