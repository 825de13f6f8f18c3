import { hash } from 'node:crypto';
import { join } from 'node:path';
import type { Files } from '../../../files/files.ts';
import type { Objects } from '../../../files/objects.ts';
import type { OpenFile } from '../../../files/open-file.ts';
import {
  blockBytes,
  checksumBlocks,
  corruptedFault,
  type FileEntry,
  isSameFile,
  type Manifest,
} from '../storage/manifest.ts';

/*
 * The files of versions as objects of at most 16 MB, named by their content: what versions of a dataset have in common is
 * stored, and travels, once.
 */

const pieceBlocks = 16;

type Piece = { readonly key: string; readonly start: number; readonly blocks: readonly string[] };

const listPieces = (dataset: string, { blocks }: FileEntry): Piece[] =>
  Array.from({ length: Math.ceil(blocks.length / pieceBlocks) }, (_, at) => {
    const own = blocks.slice(at * pieceBlocks, (at + 1) * pieceBlocks);
    return {
      key: `${dataset}/${hash('sha256', own.join(), 'hex')}`,
      start: at * pieceBlocks * blockBytes,
      blocks: own,
    };
  });

const listEntries = ({ files, derived = [] }: Manifest): FileEntry[] => [
  ...files.filter(({ aside }) => !aside),
  ...derived,
];

/** The objects that a version needs. */
export const listKeys = (dataset: string, manifest: Manifest): string[] =>
  listEntries(manifest).flatMap((entry) => listPieces(dataset, entry).map(({ key }) => key));

/** Never stores what does not match its checksum. */
const readPiece = async (file: OpenFile | null, path: string, bytes: number, piece: Piece) => {
  if (file === null) throw corruptedFault(path, 'is missing');
  const content = Buffer.allocUnsafe(Math.min(piece.blocks.length * blockBytes, bytes - piece.start));
  await file.read(content, piece.start);
  if (checksumBlocks([content]).blocks.join() === piece.blocks.join()) return content;
  throw corruptedFault(path, `does not match its checksum after byte ${piece.start}`);
};

/** Stores what is not there yet of the files in `folder`. */
export const storeFiles = async (
  files: Files,
  objects: Objects,
  { dataset, folder, manifest }: { dataset: string; folder: string; manifest: Manifest },
): Promise<void> => {
  const present = new Set(await objects.list(dataset));
  for (const entry of listEntries(manifest)) {
    const path = join(folder, entry.name);
    const file = await files.open(path);
    try {
      for (const piece of listPieces(dataset, entry))
        if (!present.has(piece.key))
          await objects.put(piece.key, await readPiece(file, path, entry.bytes, piece));
    } finally {
      await file?.close();
    }
  }
};

async function* readObjects(objects: Objects, dataset: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  for (const { key } of listPieces(dataset, entry)) {
    const content = await objects.get(key);
    if (content === null)
      throw corruptedFault(`${dataset}/${entry.name}`, 'is missing in the object storage');
    yield content;
  }
}

/** A version in a folder of this machine. */
export type Base = { readonly folder: string; readonly manifest: Manifest };

/** Writes the files of a version to `folder`; those that `base` has too are copied. Whoever opens them verifies them. */
export const fetchFiles = async (
  files: Files,
  objects: Objects,
  { dataset, folder, manifest }: { dataset: string; folder: string; manifest: Manifest },
  base: Base | null,
): Promise<void> => {
  const known = new Map(base && listEntries(base.manifest).map((entry) => [entry.name, entry]));
  for (const entry of listEntries(manifest)) {
    const path = join(folder, entry.name);
    if (base !== null && isSameFile(known.get(entry.name), entry))
      await files.copyDurably(join(base.folder, entry.name), path);
    else {
      await files.write(path, readObjects(objects, dataset, entry));
      await files.sync(path);
    }
  }
};

/** Files of a version of which an object is missing. */
export const findMissing = (
  dataset: string,
  manifest: Manifest,
  present: ReadonlySet<string>,
): { version: string; file: string; problem: string }[] =>
  listEntries(manifest)
    .filter((entry) => !listPieces(dataset, entry).every(({ key }) => present.has(key)))
    .map(({ name }) => ({
      version: manifest.version,
      file: name,
      problem: 'is missing in the object storage',
    }));
