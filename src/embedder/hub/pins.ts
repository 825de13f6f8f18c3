import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** File → SHA-256 of it, hex: what a model was when it was first used here. */
export type Pins = Readonly<Record<string, string>>;

const schema = Type.Record(Type.String(), Type.String({ pattern: '^[0-9a-f]{64}$' }));

export const modelFolder = (folder: string, model: string): string => join(folder, ...model.split('/'));

/** Beside the files and not among them: they may be removed and fetched again, and must then be the same. */
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

/** Sums of the files that are there now; of those in `known` only the others. */
export const computeChecksums = async (folder: string, model: string, known: Pins = {}): Promise<Pins> => {
  const root = modelFolder(folder, model);
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums: Record<string, string> = {};
  for (const file of files.sort()) {
    const name = relative(root, file).replaceAll('\\', '/');
    sums[name] = known[name] ?? (await sha256(file));
  }
  return sums;
};

/** Names the model by what it is: the same files have the same digest, whatever they are called. */
export const digestPins = (pins: Pins): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(pins).sort()))
    .digest('hex')
    .slice(0, 12);
