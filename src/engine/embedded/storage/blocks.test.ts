import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OpenFile } from '../../../files/open-file.ts';
import { blockBytes, checksumBlocks, readVerified } from './manifest.ts';

const openBytes = (content: Uint8Array): OpenFile => ({
  bytes: content.length,
  read: (into, offset) => {
    into.set(content.subarray(offset, offset + into.length));
    return Promise.resolve();
  },
  readNow: (into, offset) => into.set(content.subarray(offset, offset + into.length)),
  close: () => Promise.resolve(),
});

const fill = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, at) => at % 251);

const split = (content: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = [0, ...cuts.map((cut) => cut % (content.length + 1)).sort((a, b) => a - b), content.length];
  return places.slice(1).map((end, index) => content.subarray(places[index], end));
};

describe('checksums of blocks', () => {
  it('do not depend on the parts a file is written in', () => {
    const content = fill(2 * blockBytes + 100);
    const contents = [0, 1, 2].map((block) => content.subarray(block * blockBytes, (block + 1) * blockBytes));
    const expected = {
      blocks: contents.map((each) => hash('sha256', each, 'hex')),
      crcs: contents.map((each) => crc32(each)),
    };
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 6 }), (cuts) => {
        expect(checksumBlocks(split(content, cuts))).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    [0, 0],
    [1, 1],
    [blockBytes, 1],
    [blockBytes + 1, 2],
  ])('of %i bytes are %i', (bytes, count) => {
    const { blocks, crcs } = checksumBlocks([fill(bytes)]);
    expect([blocks.length, crcs.length]).toEqual([count, count]);
  });
});

describe('damage of a file', () => {
  const content = fill(blockBytes + 500);
  const expected = { bytes: content.length, ...checksumBlocks([content]) };

  it('is none when it is as it was written', async () => {
    expect(await readVerified(openBytes(content), expected)).toBeNull();
    const into = new Uint8Array(content.length);
    expect(await readVerified(openBytes(content), expected, into)).toBeNull();
    expect(into).toEqual(content);
  });

  it('is that it is missing', async () => {
    expect(await readVerified(null, expected)).toBe('is missing');
  });

  it('is another size', async () => {
    const cut = openBytes(content.subarray(0, 10));
    expect(await readVerified(cut, expected)).toBe(`has 10 bytes instead of ${content.length}`);
  });

  it.each([
    [0, 0],
    [blockBytes - 1, 0],
    [blockBytes, 1],
    [blockBytes + 499, 1],
  ])('at byte %i is found in block %i', async (at, block) => {
    const flipped = content.slice();
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    expect(await readVerified(openBytes(flipped), expected)).toBe(
      `does not match its checksum in block ${block} (from byte ${block * blockBytes})`,
    );
  });

  it('is named by its first block where several are damaged', async () => {
    const large = fill(7 * blockBytes + 3);
    const sound = { bytes: large.length, ...checksumBlocks([large]) };
    const bytes = fc.uniqueArray(fc.nat({ max: large.length - 1 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(bytes, async (places) => {
        const flipped = large.slice();
        for (const at of places) flipped[at] = (flipped[at] ?? 0) ^ 4;
        const first = Math.floor(Math.min(...places) / blockBytes);
        expect(await readVerified(openBytes(flipped), sound)).toContain(`in block ${first} (`);
      }),
      { numRuns: 10 },
    );
  });

  it('that keeps it from being read is an error', async () => {
    const broken = { ...openBytes(content), read: () => Promise.reject(new Error('input/output error')) };
    await expect(readVerified(broken, expected)).rejects.toThrow('input/output error');
  });
});
