import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { diskFiles } from '../../../files/files.ts';
import { openDerivedFile } from '../storage/load-version.ts';
import { createFileEntry } from '../storage/manifest.ts';
import { layOutSections } from '../storage/sections.ts';
import type { ReadVector } from './vector-blocks.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from './vector-shape.ts';
import type { VectorCodes } from './vector-codes.ts';
import { hasCodes, makeVectorCodes, quantisedFrom, readVectorCodes } from './vector-codes.ts';

const count = 3000;
const weights = { looks: 1, colour: 0.5, title: 0.25 };
const pictures = Uint32Array.from({ length: count }, (_, at) => count - 1 - at);

const draw = (shape: VectorShape): ReadVector => {
  const [random, stride] = [createRandom(7), vectorStride(shape)];
  const floats = new Float32Array(stride * count);
  const fill = (from: number, length: number, scale: number): void => {
    for (let i = 0; i < length; i += 1) floats[from + i] = (random() - 0.4) * scale;
  };
  for (let picture = 0; picture < count; picture += 1) {
    fill(picture * stride, shape.looks, Math.sqrt(12 / shape.looks));
    fill(picture * stride + colourOffset(shape), shape.colour, Math.sqrt(12 / Math.max(1, shape.colour)));
    fill(picture * stride + titleOffset(shape), shape.title ?? 0, 0.2);
  }
  return (picture) => ({ floats, start: picture * stride });
};

const store = (codes: VectorCodes, without: readonly string[] = []) => {
  const arrays = Object.entries(codes.arrays()).filter(([name]) => !without.includes(name));
  const { sections, parts } = layOutSections(Object.fromEntries(arrays));
  const content = Buffer.concat([...parts]);
  const file = {
    bytes: content.length,
    read: async (into: Uint8Array, offset: number) =>
      into.set(content.subarray(offset, offset + into.length)),
    readNow: () => undefined,
    close: async () => undefined,
  };
  return openDerivedFile(
    { ...diskFiles, open: async () => file },
    'codes.bin',
    createFileEntry('codes.bin', sections, parts),
    (error) => expect.fail(String(error)),
  );
};

const scoreAll = (codes: VectorCodes, read: ReadVector, query: number) => {
  const asked = codes.ask(read(query), weights);
  const [binary, int8] = [new Float32Array(count), new Float32Array(count)];
  asked.scoreBinary(0, count, binary);
  asked.scoreInt8(pictures, 0, count, int8);
  return { binary, int8 };
};

const scorePlainly = (shape: VectorShape, read: ReadVector, query: number): Float64Array => {
  const own = read(query);
  const sum = (from: number, to: number, start: number): number => {
    let total = 0;
    for (let i = from; i < to; i += 1)
      total += (own.floats[own.start + i] ?? 0) * (own.floats[start + i] ?? 0);
    return total;
  };
  return Float64Array.from({ length: count }, (_, picture) => {
    const { start } = read(picture);
    const [colour, title, end] = [colourOffset(shape), titleOffset(shape), vectorStride(shape)];
    return sum(0, colour, start) + 0.5 * sum(colour, title, start) + 0.25 * sum(title, end, start);
  });
};

/** How alike two lists of scores rank: 1 for a linear relation. */
const correlate = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const mean = (of: ArrayLike<number>): number => Array.from(of).reduce((sum, x) => sum + x, 0) / of.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [ab, aa, bb] = [0, 0, 0];
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [(a[at] ?? 0) - meanA, (b[at] ?? 0) - meanB];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return ab / Math.sqrt(aa * bb);
};

const shapes: readonly VectorShape[] = [
  { looks: 40, colour: 12, title: 20 },
  { looks: 40, colour: 0 },
  { looks: 130, colour: 7 },
];

describe('codes of vectors', () => {
  it.each(shapes)('score nearly as the vectors do: %o', async (shape) => {
    const read = draw(shape);
    const codes = await makeVectorCodes(shape, count, read);
    for (const query of [0, 17, count - 1]) {
      const { binary, int8 } = scoreAll(codes, read, query);
      const plain = scorePlainly(shape, read, query);
      pictures.forEach((picture, at) => expect(int8[at]).toBeCloseTo(plain[picture] ?? 0, 1));
      expect(
        correlate(
          int8,
          Array.from(pictures, (picture) => plain[picture] ?? 0),
        ),
      ).toBeGreaterThan(0.999);
      expect(correlate(binary, plain)).toBeGreaterThan(0.7);
    }
  });

  it.each(shapes)('are the same in every thread that reads them from the file: %o', async (shape) => {
    const read = draw(shape);
    const made = await makeVectorCodes(shape, count, read);
    const file = store(made);
    const opened = [await readVectorCodes(file, shape, count), await readVectorCodes(file, shape, count)];
    for (const query of [0, 17, count - 1])
      for (const codes of opened)
        expect(codes && scoreAll(codes, read, query)).toEqual(scoreAll(made, read, query));
  });

  it('are the same for questions that take turns', async () => {
    const [shape] = shapes;
    if (!shape) throw new Error('no shape');
    const read = draw(shape);
    const codes = await makeVectorCodes(shape, count, read);
    const expected = [3, 4].map((query) => scoreAll(codes, read, query));
    const questions = [3, 4].map((query) => codes.ask(read(query), weights));
    const scores = questions.map(() => ({ binary: new Float32Array(count), int8: new Float32Array(count) }));
    for (let from = 0; from < count; from += 640)
      questions.forEach((question, index) => {
        const end = Math.min(count, from + 640);
        question.scoreBinary(from, end, scores[index]?.binary ?? new Float32Array(0));
        question.scoreInt8(pictures, from, end, scores[index]?.int8 ?? new Float32Array(0));
      });
    expect(scores).toEqual(expected);
  });

  it('are made again where the file is of an earlier release, or where there is none', async () => {
    const shape = { looks: 40, colour: 12 };
    const file = store(await makeVectorCodes(shape, count, draw(shape)), ['int8 rows']);
    expect(await readVectorCodes(file, shape, count)).toBeNull();
    expect(await readVectorCodes(null, shape, count)).toBeNull();
  });

  it.each([
    [quantisedFrom - 1, 256, false],
    [quantisedFrom, 256, true],
    [3_000_000, 1000, true],
    [4_000_000, 1000, false],
  ])(
    'belong to catalogues that are large and not too large: %i pictures of %i numbers',
    (size, looks, expected) => {
      expect(hasCodes({ looks, colour: 0 }, size, quantisedFrom)).toBe(expected);
    },
  );
});
