import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTemporaryFolder } from '../../../../test/support/engine/temporary-engine.ts';
import { diskFiles } from '../../../files/files.ts';
import {
  createPictureCollector,
  type KnownPictures,
  loadVectors,
  type PictureCollector,
} from './picture-collector.ts';
import { vectorStride } from './vector-shape.ts';

const picture = (n: number, dimensions = 3) => ({
  hash: `h${n}`,
  looks: Float32Array.from({ length: dimensions }, (_, at) => n + at / 10),
  colour: Float32Array.of(n),
});

/** Looks of three numbers are padded to four, colour of one too. */
const stored = (n: number) => [...Float32Array.of(n, n + 0.1, n + 0.2, 0, n, 0, 0, 0)];

const inFile = (work: (path: string) => Promise<void>) =>
  inTemporaryFolder((folder) => work(join(folder, 'pictures')));

const load = async (collector: PictureCollector, wanted: readonly number[]): Promise<Float32Array> =>
  loadVectors(await collector.openVectors(wanted), vectorStride(collector.shape ?? { looks: 0, colour: 0 }));

const knownPictures = (numbers: readonly number[]): KnownPictures => {
  const bytes = Buffer.from(Float32Array.from(numbers.flatMap(stored)).buffer);
  return {
    shape: { looks: 3, colour: 1 },
    hashes: { size: numbers.length, at: (index) => `h${numbers[index]}` },
    readNow: (into, offset) => into.set(bytes.subarray(offset, offset + into.length)),
  };
};

describe('the collector of pictures', () => {
  it('numbers each picture once and loads vectors in any order', () =>
    inFile(async (path) => {
      const collector = createPictureCollector(diskFiles, path, null, () => {});
      expect([1, 2, 1, 3, 2].map((n) => collector.add(picture(n)))).toEqual([0, 1, 0, 2, 1]);
      expect([collector.size, collector.shape]).toEqual([3, { looks: 3, colour: 1 }]);
      expect([0, 1, 2].map((number) => collector.hashOf(number))).toEqual(['h1', 'h2', 'h3']);
      const vectors = await load(collector, [2, 0]);
      expect([...vectors]).toEqual([...stored(3), ...stored(1)]);
      expect(vectors.buffer).toBeInstanceOf(SharedArrayBuffer);
    }));

  it('reads known pictures from the previous version and writes only new ones', () =>
    inFile(async (path) => {
      const collector = createPictureCollector(diskFiles, path, knownPictures([7, 8, 9]), () => {});
      expect([9, 1, 7, 9].map((n) => collector.add(picture(n)))).toEqual([0, 1, 2, 0]);
      expect([0, 1, 2].map((number) => collector.knownNumberOf(number))).toEqual([2, -1, 0]);
      expect([...(await load(collector, [0, 1, 2]))]).toEqual([...stored(9), ...stored(1), ...stored(7)]);
      expect((await diskFiles.read(path))?.length).toBe(8 * 4);
    }));

  it('does not take known pictures of other dimensions for the same', () =>
    inFile(async (path) => {
      const collector = createPictureCollector(diskFiles, path, knownPictures([7]), () => {});
      collector.add(picture(7, 4));
      expect(collector.knownNumberOf(0)).toBe(-1);
      expect((await load(collector, [0])).length).toBe(8);
    }));

  it('bounds memory: full buffers are written while pictures are added', () =>
    inFile(async (path) => {
      const collector = createPictureCollector(diskFiles, path, null, () => {});
      const count = 3_000;
      for (let n = 0; n < count; n += 1) {
        const looks = new Float32Array(1_000).fill(n);
        collector.add({ hash: `h${n}`, looks, colour: Float32Array.of(n) });
      }
      await collector.waitForWrites();
      expect((await diskFiles.read(path))?.length).toBeGreaterThan(1 << 22);
      const vectors = await load(collector, [count - 1, 0, 1_500]);
      expect([vectors[0], vectors[1_004], vectors[2 * 1_004]]).toEqual([count - 1, 0, 1_500]);
    }));

  it('frees memory before it loads, and removes its file', () =>
    inFile(async (path) => {
      let calls = 0;
      const collector = createPictureCollector(diskFiles, path, null, () => (calls += 1));
      collector.add(picture(1));
      await load(collector, [0]);
      expect(calls).toBe(1);
      await collector.remove();
      expect(await diskFiles.read(path)).toBeNull();
    }));

  it('reports a failed write to whoever waits, and nowhere else', () =>
    inFile(async (path) => {
      const full = { ...diskFiles, append: () => Promise.reject(new Error('disk full')) };
      const collector = createPictureCollector(full, path, null, () => {});
      collector.add(picture(1));
      await expect(load(collector, [0])).rejects.toThrow('disk full');
      await expect(collector.waitForWrites()).rejects.toThrow('disk full');
    }));
});
