import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { OpenFile } from '../../../files/open-file.ts';

/** Small enough to say where a file is broken, large enough that the list of checksums stays short. */
export const blockBytes = 1 << 20;

/**
 * Checksums of each block of a file. SHA-256 says for certain whether two files are the same. CRC-32 finds damage as well and takes
 * a tenth of the time: a version is verified with it at every start.
 */
export type BlockChecksums = {
  /** SHA-256, hex. */
  readonly blocks: readonly string[];
  /** CRC-32. */
  readonly crcs: readonly number[];
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
