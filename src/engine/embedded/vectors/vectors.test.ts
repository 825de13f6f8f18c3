import { describe, expect, it } from 'vitest';
import { combine } from '../../semantics/search/score.ts';
import type { VectorFile } from './vector-blocks.ts';
import { vectorsInMemory, vectorsOnDisk } from './vectors.ts';
import {
  colourOffset,
  isSameShape,
  shapeOf,
  titleOffset,
  vectorStride,
  writeVector,
} from './vector-shape.ts';

const shape = { looks: 5, colour: 2 };
const stride = vectorStride(shape);
const weights = { looks: 1, colour: 0.5 };

const pack = (first: number, count: number): Float32Array => {
  const content = new Float32Array(count * stride);
  for (let n = 0; n < count; n += 1) {
    content.set([1, (first + n) / 8, 0, 0.5, 0], n * stride);
    content.set([0.25, (first + n) / 16], n * stride + colourOffset(shape));
  }
  return content;
};
const plainParts = (a: number, b: number) => ({
  looks: 1 + (a * b) / 64 + 0.25,
  colour: 0.0625 + (a * b) / 256,
  title: null,
});

const openBytes = (content: Uint8Array): VectorFile => {
  const readNow = (into: Uint8Array, offset: number): void =>
    into.set(content.subarray(offset, offset + into.length));
  return { readNow, read: async (into, offset) => readNow(into, offset) };
};

describe('vectors', () => {
  it('pad both parts to whole lanes of four', () => {
    expect([stride, colourOffset(shape)]).toEqual([12, 8]);
    expect([vectorStride({ looks: 0, colour: 0 }), vectorStride({ looks: 4, colour: 1 })]).toEqual([0, 8]);
  });

  it('have a third part where titles are compared', async () => {
    const titles = { looks: 2, colour: 1, title: 3 };
    expect([titleOffset(titles), vectorStride(titles), titleOffset(shape)]).toEqual([8, 12, stride]);
    const pictures = [0, 1].map((n) => ({
      looks: Float32Array.of(1, 0),
      colour: Float32Array.of(1),
      title: Float32Array.of(0.5, n, 0),
    }));
    const content = new Float32Array(24);
    pictures.forEach((picture, n) => writeVector(picture, titles, content, n * 12));
    const vectors = vectorsInMemory(content, titles);
    await vectors.load();
    vectors.setQuery(vectors.read(0));
    expect(vectors.partScores(1)).toEqual({ looks: 1, colour: 1, title: 0.25 });
    const scores = new Uint32Array(2);
    vectors.score(Uint32Array.of(1, 0), 2, { looks: 1, colour: 0, title: 1 }, scores);
    expect([...scores]).toEqual([625_000, 625_000]);
    vectors.score(Uint32Array.of(1, 0), 2, { looks: 1, colour: 0 }, scores);
    expect([...scores]).toEqual([1_000_000, 1_000_000]);
  });

  it('are comparable only with vectors of the same parts', () => {
    const plain = { looks: new Float32Array(5), colour: new Float32Array(2) };
    const withTitle = { ...plain, title: new Float32Array(3) };
    expect(shapeOf(plain)).toEqual(shape);
    expect(shapeOf(withTitle)).toEqual({ ...shape, title: 3 });
    expect(isSameShape(shape, shapeOf(plain))).toBe(true);
    expect(isSameShape(shape, shapeOf(withTitle))).toBe(false);
    expect(isSameShape({ ...shape, title: 3 }, shapeOf(withTitle))).toBe(true);
    expect(isSameShape(null, shape)).toBe(false);
  });

  it.each([
    ['in memory', () => vectorsInMemory(pack(0, 11), shape)],
    ['extended', () => vectorsInMemory(pack(0, 6), shape).extend(pack(6, 5))],
    [
      'on disk',
      () => {
        const bytes = Buffer.from(pack(0, 11).buffer);
        return vectorsOnDisk(11, shape, openBytes(bytes));
      },
    ],
    ['left in the file', () => vectorsOnDisk(11, shape, openBytes(Buffer.from(pack(0, 11).buffer)), 1)],
    [
      'left in the file and extended',
      () => vectorsOnDisk(6, shape, openBytes(Buffer.from(pack(0, 6).buffer)), 1).extend(pack(6, 5)),
    ],
  ])('give the scores of plain arithmetic (%s)', async (_, open) => {
    const vectors = open();
    await vectors.load();
    expect(vectors.count).toBe(11);
    for (const query of [0, 5, 6, 10]) {
      vectors.setQuery(vectors.read(query));
      const pictures = Uint32Array.of(10, 0, 7, 3, 6, 5, 1);
      const scores = new Uint32Array(pictures.length);
      vectors.score(pictures, pictures.length, weights, scores);
      expect([...scores]).toEqual(
        [...pictures].map((picture) => {
          const { looks, colour } = plainParts(query, picture);
          return combine(weights, looks, colour);
        }),
      );
      expect(vectors.partScores(7)).toEqual(plainParts(query, 7));
    }
  });

  it('share what they extend: the vectors before are as they were', async () => {
    const base = vectorsInMemory(pack(0, 3), shape);
    const more = base.extend(pack(3, 2));
    await base.load();
    await more.load();
    expect([base.count, more.count]).toEqual([3, 5]);
    more.setQuery(more.read(4));
    expect(more.partScores(2)).toEqual(plainParts(4, 2));
    expect(() => base.setQuery(base.read(4))).toThrow('no picture 4');
  });

  it('are read from disk once, and again after a failure', async () => {
    let reads = 0;
    const read = async (into: Uint8Array): Promise<void> => {
      reads += 1;
      if (reads === 1) throw new Error('disk error');
      into.fill(0);
    };
    const vectors = vectorsOnDisk(1, shape, { read, readNow: () => undefined });
    await expect(vectors.load()).rejects.toThrow('disk error');
    await Promise.all([vectors.load(), vectors.load()]);
    await vectors.load();
    expect(reads).toBe(2);
  });

  it('in a file are read where they are, each once for a question', async () => {
    const content = Buffer.from(pack(0, 200).buffer);
    const reads: [number, number][] = [];
    const file: VectorFile = {
      read: () => Promise.reject(new Error('not all at once')),
      readNow: (into, offset) => {
        reads.push([offset / stride / 4, into.length / stride / 4]);
        into.set(content.subarray(offset, offset + into.length));
      },
    };
    const vectors = vectorsOnDisk(200, shape, file, 1);
    await vectors.load();
    vectors.setQuery(vectors.read(150));
    const pictures = Uint32Array.of(3, 90, 199);
    vectors.score(pictures, pictures.length, weights, new Uint32Array(3));
    expect(reads).toEqual([
      [150, 1],
      [3, 1],
      [90, 1],
      [199, 1],
    ]);
  });
});
