import { createHash, hash } from 'node:crypto';
import type { OpenFile } from '../../../files/open-file.ts';

/** Small enough to say where a file is broken, large enough that the list of checksums stays short. */
export const blockBytes = 1 << 20;

/** SHA-256 of each block of a file that is written in parts, hex. */
export const checksumBlocks = (parts: readonly Uint8Array[]): string[] => {
  const checksums: string[] = [];
  let block = createHash('sha256');
  let filled = 0;
  for (const part of parts) {
    for (let start = 0; start < part.length; ) {
      const end = Math.min(part.length, start + blockBytes - filled);
      block.update(part.subarray(start, end));
      filled += end - start;
      start = end;
      if (filled < blockBytes) continue;
      checksums.push(block.digest('hex'));
      block = createHash('sha256');
      filled = 0;
    }
  }
  return filled > 0 ? [...checksums, block.digest('hex')] : checksums;
};

/** What is wrong with a file, in words; null: nothing. Reads block by block, so large files need little memory. */
export const findDamage = async (
  file: OpenFile | null,
  expected: { readonly bytes: number; readonly blocks: readonly string[] },
): Promise<string | null> => {
  if (file === null) return 'is missing';
  if (file.bytes !== expected.bytes) return `has ${file.bytes} bytes instead of ${expected.bytes}`;
  const buffer = new Uint8Array(Math.min(blockBytes, file.bytes));
  for (let start = 0, block = 0; start < file.bytes; start += blockBytes, block += 1) {
    const content = buffer.subarray(0, Math.min(blockBytes, file.bytes - start));
    await file.read(content, start);
    if (hash('sha256', content, 'hex') !== expected.blocks[block])
      return `does not match its checksum in block ${block} (from byte ${start})`;
  }
  return null;
};
