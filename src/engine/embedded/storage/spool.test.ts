import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../test/support/engine/temporary-engine.ts';
import { diskFiles } from '../../../files/files.ts';
import { sectionsFromArrays } from './sections.ts';
import { createSpool, readStoredStrings, storeArray } from './spool.ts';
import { packStrings, readStrings } from './strings.ts';

describe('a temporary file that grows', () => {
  it('has what was appended, and says where', () =>
    inTemporaryFolder(async (folder) => {
      const path = join(folder, 'some.spool');
      const spool = createSpool(diskFiles, path);
      // More than the first blocks, and one that is larger than a block.
      const sizes = [0, 5, 70_000, 1, 40_000, 200_000, 9];
      const contents = sizes.map((size, at) => new Uint8Array(size).fill(at));
      const expected = Buffer.concat(contents);
      let at = 0;
      for (const content of contents) {
        expect(spool.append(content)).toBe(at);
        at += content.length;
      }
      await spool.waitForWrites();
      const file = await spool.open();
      const pieces = [...storeArray('u8', file, 1000).bytes];
      expect(pieces).toHaveLength(Math.ceil(at / 1000));
      expect(Buffer.compare(Buffer.concat(pieces), expected)).toBe(0);
      spool.append(Uint8Array.of(77));
      expect((await spool.open()).bytes).toBe(at + 1);
      await spool.remove();
      expect(await diskFiles.size(path)).toBeNull();
    }));

  it('is empty when nothing was appended', () =>
    inTemporaryFolder(async (folder) => {
      const file = await createSpool(diskFiles, join(folder, 'none')).open();
      expect([...storeArray('f32', file).bytes]).toEqual([]);
    }));

  it('reports a failed write', async () => {
    const full = { ...diskFiles, append: () => Promise.reject(new Error('disk full')) };
    const spool = createSpool(full, 'none');
    spool.append(Uint8Array.of(1));
    await expect(spool.open()).rejects.toThrow('disk full');
    await expect(spool.waitForWrites()).rejects.toThrow('disk full');
  });
});

describe('strings in a file', () => {
  it('are those of strings in memory, in any order', () => {
    const longTexts = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constant('x'.repeat(20_000))));
    fc.assert(
      fc.property(longTexts, fc.array(fc.nat(100), { maxLength: 30 }), (texts, order) => {
        const sections = sectionsFromArrays(packStrings('s', texts));
        const inMemory = readStrings(sections, 's');
        const bytes = sections.get('s.bytes', 'u8');
        const inFile = readStoredStrings(sections.get('s.offsets', 'u32'), (into, offset) =>
          into.set(bytes.subarray(offset, offset + into.length)),
        );
        expect(inFile.size).toBe(texts.length);
        const read = order.filter((at) => at < texts.length).map((at) => [at, inFile.bytesAt(at)] as const);
        for (const [at, own] of read) {
          expect(Buffer.compare(own, inMemory.bytesAt(at))).toBe(0);
          expect(inFile.at(at)).toBe(texts[at]);
        }
      }),
    );
  });
});
