import { createHash, hash } from 'node:crypto';
import { basename, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { crc32 } from 'node:zlib';
import { Fault } from '../../../errors.ts';
import { replaceDurably } from '../../../files/replace-file.ts';
import type { Files } from '../../../files/files.ts';
import { appendChecksum, verifyChecksum } from '../../../files/checksums.ts';
import type { OpenFile } from '../../../files/open-file.ts';

/** Increased when files written by an older program can no longer be read. */
const format = 1;

const fileSchema = Type.Object({
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*\\.bin$' }),
  bytes: Type.Integer({ minimum: 0 }),
  blocks: Type.Array(Type.String()),
  crcs: Type.Array(Type.Integer({ minimum: 0 })),
  /** Written by earlier releases to help to build the next version. It is not read. */
  aside: Type.Optional(Type.Literal(true)),
  sections: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.Union([
        Type.Literal('u8'),
        Type.Literal('u32'),
        Type.Literal('i32'),
        Type.Literal('f32'),
        Type.Literal('f64'),
      ]),
      offset: Type.Integer({ minimum: 0 }),
      length: Type.Integer({ minimum: 0 }),
    }),
  ),
});

const manifestSchema = Type.Object({
  format: Type.Literal(format),
  kind: Type.Union([Type.Literal('products'), Type.Literal('keywords')]),
  version: Type.String(),
  checksum: Type.String(),
  builtAt: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  /** Metadata of the version, which depends on its kind: language, fields, plans. */
  about: Type.Unknown(),
  files: Type.Array(fileSchema),
  /**
   * Files that can be made again from the others. Not part of the checksum, which covers content only. Older programs
   * neither read nor verify them.
   */
  derived: Type.Optional(Type.Array(fileSchema)),
  /** The version contains live changes up to this number. Not part of its checksum, which covers content only. */
  changesThrough: Type.Optional(Type.Integer({ minimum: 0 })),
  /** Of these, the version has those after this instant, in milliseconds since 1970. Left out: all. */
  asOf: Type.Optional(Type.Number()),
});

export type FileEntry = Static<typeof fileSchema>;
export type Manifest = Static<typeof manifestSchema>;

export const manifestName = 'manifest.json';

/** Writes the parts of one file and makes them durable. */
export const writeStructure = async (
  files: Files,
  path: string,
  parts: Iterable<Uint8Array>,
): Promise<void> => {
  await files.write(path, parts);
  await files.sync(path);
};

/** The manifest entry of a file with these parts. */
export const createFileEntry = (
  name: string,
  sections: FileEntry['sections'],
  parts: Iterable<Uint8Array>,
): FileEntry => {
  let bytes = 0;
  const count = function* () {
    for (const part of parts) {
      bytes += part.length;
      yield part;
    }
  };
  const checksums = checksumBlocks(count());
  return { name, bytes, ...checksums, sections };
};

/** Whether two files have the same content. */
export const isSameFile = (a: FileEntry | undefined, b: FileEntry): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/** Depends only on the content, not on when it was built. */
export const computeChecksum = (about: unknown, entries: readonly FileEntry[]): string => {
  const content = entries.map(({ crcs: _, ...entry }) => entry);
  return hash('sha256', JSON.stringify([format, about, content]), 'hex');
};

/** The last step of writing a version: a version without its manifest is incomplete and will be removed. */
export const writeManifest = (
  files: Files,
  folder: string,
  manifest: Omit<Manifest, 'format'>,
): Promise<void> => {
  const body = JSON.stringify({ format, ...manifest });
  return replaceDurably(files, join(folder, manifestName), appendChecksum(body));
};

/** Null when the folder has no manifest; throws a `corrupted` fault when the manifest is damaged. */
export const readManifest = async (files: Files, folder: string): Promise<Manifest | null> => {
  const path = join(folder, manifestName);
  const content = await files.read(path);
  return content === null ? null : parseManifest(content.toString('utf8'), path);
};

/** `path` is for the message. */
export const parseManifest = (text: string, path: string): Manifest => {
  const body = verifyChecksum(text);
  if (body === null) throw corruptedFault(path, 'does not match its checksum');
  const value: unknown = JSON.parse(body);
  if (!Value.Check(manifestSchema, value))
    throw corruptedFault(path, 'is not a manifest this program can read');
  return value;
};

export class CorruptedFile extends Fault {
  /** Its name, without the folder. */
  readonly file: string;

  constructor(path: string, problem: string) {
    super('corrupted', `${path} ${problem}`, {
      nextStep: 'Publish the dataset again, or restore the folder from a backup.',
    });
    this.file = basename(path);
  }
}

export const corruptedFault = (path: string, problem: string): Fault => new CorruptedFile(path, problem);

/** Small enough to say where a file is broken, large enough that the list of checksums stays short. */
export const blockBytes = 1 << 20;

/**
 * Checksums of each block of a file. SHA-256 says for certain whether two files are the same. CRC-32 finds damage as well and takes
 * a tenth of the time: a version is verified with it at every start.
 */
type BlockChecksums = {
  /** SHA-256, hex. */
  readonly blocks: readonly string[];
  /** CRC-32. */
  readonly crcs: readonly number[];
};

/** The checksums of a file that is written in parts. */
export const checksumBlocks = (parts: Iterable<Uint8Array>): { blocks: string[]; crcs: number[] } => {
  const [blocks, crcs]: [string[], number[]] = [[], []];
  let block = createHash('sha256');
  let crc = 0;
  let filled = 0;
  const endBlock = (): void => {
    blocks.push(block.digest('hex'));
    crcs.push(crc);
    block = createHash('sha256');
    [crc, filled] = [0, 0];
  };
  for (const part of parts) {
    for (let start = 0; start < part.length; ) {
      const end = Math.min(part.length, start + blockBytes - filled);
      const piece = part.subarray(start, end);
      block.update(piece);
      crc = crc32(piece, crc);
      filled += end - start;
      start = end;
      if (filled === blockBytes) endBlock();
    }
  }
  if (filled > 0) endBlock();
  return { blocks, crcs };
};

/**
 * Reads a file block by block, into memory where it is given. Returns what is wrong with it, in words; null: nothing. Of
 * several damaged blocks the first is named.
 */
export const readVerified = async (
  file: OpenFile | null,
  { bytes, crcs }: Pick<BlockChecksums, 'crcs'> & { readonly bytes: number },
  into: Uint8Array | null = null,
): Promise<string | null> => {
  if (file === null) return 'is missing';
  if (file.bytes !== bytes) return `has ${file.bytes} bytes instead of ${bytes}`;
  const spare = into ?? new Uint8Array(Math.min(blockBytes, bytes));
  for (let block = 0, start = 0; start < bytes; block += 1, start += blockBytes) {
    const [from, length] = [into === null ? 0 : start, Math.min(blockBytes, bytes - start)];
    const content = spare.subarray(from, from + length);
    await file.read(content, start);
    if (crc32(content) !== crcs[block])
      return `does not match its checksum in block ${block} (from byte ${start})`;
  }
  return null;
};
