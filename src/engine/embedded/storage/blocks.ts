import { createHash, hash, webcrypto } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { OpenFile } from '../../../files/open-file.ts';

const { subtle } = webcrypto;

/** Small enough to say where a file is broken, large enough that the list of checksums stays short. */
export const blockBytes = 1 << 20;

export const countBlocks = (bytes: number): number => Math.ceil(bytes / blockBytes);

/**
 * Checksums of each block of a file. SHA-256 says for certain whether two files are the same, and older programs know
 * nothing else. CRC-32 finds damage as well and takes a tenth of the time: a version is verified with it at every start.
 */
export type BlockChecksums = {
  /** SHA-256, hex. */
  readonly blocks: readonly string[];
  /** CRC-32; left out in versions of older programs. */
  readonly crcs?: readonly number[];
};

/** The checksums of a file that is written in parts. */
export const checksumBlocks = (parts: readonly Uint8Array[]): { blocks: string[]; crcs: number[] } => {
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

/** The CRC-32 of each block of a file. */
export const readCrcs = async (file: OpenFile): Promise<number[]> => {
  const crcs: number[] = [];
  const buffer = new Uint8Array(Math.min(blockBytes, file.bytes));
  for (let start = 0; start < file.bytes; start += blockBytes) {
    const content = buffer.subarray(0, Math.min(blockBytes, file.bytes - start));
    await file.read(content, start);
    crcs.push(crc32(content));
  }
  return crcs;
};

/** Blocks that are checked at the same time: they are hashed in the threads of the pool, on all cores. */
const readerCount = 4;
/** A smaller block is hashed at once: handing it to a thread takes longer. */
const threadFrom = 1 << 16;

/**
 * What is wrong with a file, in words; null: nothing. Reads a few blocks at a time, so large files need little memory.
 * Of several damaged blocks the first is named.
 */
export const findDamage = async (
  file: OpenFile | null,
  expected: BlockChecksums & { readonly bytes: number },
): Promise<string | null> => {
  if (file === null) return 'is missing';
  if (file.bytes !== expected.bytes) return `has ${file.bytes} bytes instead of ${expected.bytes}`;
  const count = countBlocks(file.bytes);
  let next = 0;
  let damaged = Infinity;
  const checkBlocks = async (): Promise<void> => {
    const buffer = new Uint8Array(Math.min(blockBytes, file.bytes));
    while (next < count && damaged === Infinity) {
      const block = next;
      next += 1;
      const start = block * blockBytes;
      const content = buffer.subarray(0, Math.min(blockBytes, file.bytes - start));
      await file.read(content, start);
      if (!(await matchesBlock(content, expected, block))) damaged = Math.min(damaged, block);
    }
  };
  await Promise.all(Array.from({ length: Math.min(readerCount, count) }, checkBlocks));
  return damaged === Infinity ? null : describeDamage(damaged);
};

/** What is wrong with one block, by its CRC-32; null: nothing. */
export const findBlockDamage = (
  content: Uint8Array,
  { crcs }: BlockChecksums,
  block: number,
): string | null => (crc32(content) === crcs?.[block] ? null : describeDamage(block));

const describeDamage = (block: number): string =>
  `does not match its checksum in block ${block} (from byte ${block * blockBytes})`;

const matchesBlock = async (
  content: Uint8Array<ArrayBuffer>,
  { blocks, crcs }: BlockChecksums,
  block: number,
): Promise<boolean> =>
  crcs === undefined ? (await hashBlock(content)) === blocks[block] : crc32(content) === crcs[block];

const hashBlock = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  content.length < threadFrom
    ? hash('sha256', content, 'hex')
    : Buffer.from(await subtle.digest('SHA-256', content)).toString('hex');
