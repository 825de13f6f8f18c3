import { createHash } from 'node:crypto';

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

/** What is wrong with a file's content, in words; null when nothing is. */
export const findDamage = (
  content: Uint8Array,
  expected: { readonly bytes: number; readonly blocks: readonly string[] },
): string | null => {
  if (content.length !== expected.bytes) {
    return `has ${content.length} bytes instead of ${expected.bytes}`;
  }
  const broken = checksumBlocks([content]).findIndex(
    (checksum, block) => checksum !== expected.blocks[block],
  );
  return broken < 0
    ? null
    : `does not match its checksum in block ${broken} (from byte ${broken * blockBytes})`;
};
