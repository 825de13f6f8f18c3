import { createHash, hash, webcrypto } from 'node:crypto';
import type { OpenFile } from '../../../files/open-file.ts';

const { subtle } = webcrypto;

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

/** Blocks that are checked at the same time: they are hashed in the threads of the pool, on all cores. */
const blocksAtOnce = 4;
/** A smaller block is hashed at once: handing it to a thread takes longer. */
const threadFrom = 1 << 16;

/**
 * What is wrong with a file, in words; null: nothing. Reads a few blocks at a time, so large files need little memory.
 * Of several damaged blocks the first is named.
 */
export const findDamage = async (
  file: OpenFile | null,
  expected: { readonly bytes: number; readonly blocks: readonly string[] },
): Promise<string | null> => {
  if (file === null) return 'is missing';
  if (file.bytes !== expected.bytes) return `has ${file.bytes} bytes instead of ${expected.bytes}`;
  const count = Math.ceil(file.bytes / blockBytes);
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
      if ((await hashBlock(content)) !== expected.blocks[block]) damaged = Math.min(damaged, block);
    }
  };
  await Promise.all(Array.from({ length: Math.min(blocksAtOnce, count) }, checkBlocks));
  return damaged === Infinity
    ? null
    : `does not match its checksum in block ${damaged} (from byte ${damaged * blockBytes})`;
};

const hashBlock = async (content: Uint8Array<ArrayBuffer>): Promise<string> =>
  content.length < threadFrom
    ? hash('sha256', content, 'hex')
    : Buffer.from(await subtle.digest('SHA-256', content)).toString('hex');
