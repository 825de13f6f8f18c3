import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { diskFiles } from '../../../files/files.ts';
import { openDerivedFile } from '../storage/derived-file.ts';
import { createFileEntry } from '../storage/manifest.ts';
import { layOutSections } from '../storage/sections.ts';
import { createRoughIndex, type RoughIndex } from './rough-index.ts';
import type { ReadVector } from './rough-stage.ts';
import { readStoredIndex } from './stored-index.ts';
import { type VectorShape, vectorStride } from './vector-shape.ts';

/** So many that the best 200 are few of them: margins are then small enough to be of use. */
const count = 3000;
const weights = { looks: 1, colour: 0.5, title: 0.25 };
const pictures = Uint32Array.from({ length: count }, (_, at) => at);

const draw = (shape: VectorShape): ReadVector => {
  const [random, stride] = [createRandom(7), vectorStride(shape)];
  const floats = Float32Array.from({ length: stride * count }, () => random() - 0.5);
  return (picture) => ({ floats, start: picture * stride });
};

const store = (index: Awaited<ReturnType<typeof createRoughIndex>>, without: readonly string[] = []) => {
  const arrays = Object.entries(index.arrays()).filter(([name]) => !without.includes(name));
  const { sections, parts } = layOutSections(Object.fromEntries(arrays));
  const content = Buffer.concat(parts);
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
    createFileEntry('codes.bin', sections, parts, false),
    (error) => expect.fail(String(error)),
  );
};

const scoreAll = (index: RoughIndex, query: number): unknown =>
  index.steps(weights).map(({ score, margin }) => {
    const scores = new Float32Array(count);
    score(query, pictures, 0, count, weights, scores);
    return { margin, scores };
  });

describe('a stored index', () => {
  it.each([
    { looks: 40, colour: 12, title: 20 },
    { looks: 40, colour: 0 },
    { looks: 130, colour: 7 },
  ])('gives the scores of the one that was stored, in every thread: %o', async (shape) => {
    const read = draw(shape);
    const made = await createRoughIndex(shape, count, read);
    await made.prepare(weights);
    const file = store(made);
    const opened = await readStoredIndex(file, shape, count, read);
    const other = await readStoredIndex(file, shape, count, read);
    expect(made.steps(weights).length).toBeGreaterThan(0);
    for (const query of [0, 17, count - 1])
      for (const index of [opened, other])
        expect(index && scoreAll(index, query)).toEqual(scoreAll(made, query));
  });

  it('makes what the file lacks from what it has', async () => {
    const shape = { looks: 300, colour: 12 };
    const read = draw(shape);
    const made = await createRoughIndex(shape, count, read);
    await made.prepare(weights);
    const file = store(made, ['sketch rows', 'mean', 'margins of four']);
    const opened = await readStoredIndex(file, shape, count, read);
    expect(opened?.steps(weights)).toEqual([]);
    await opened?.prepare(weights);
    expect(opened && scoreAll(opened, 17)).toEqual(scoreAll(made, 17));
  });

  it('measures margins only for weights that nobody knew when it was stored', async () => {
    const shape = { looks: 40, colour: 12 };
    const made = await createRoughIndex(shape, count, draw(shape));
    await made.prepare(weights);
    const opened = await readStoredIndex(store(made), shape, count, draw(shape));
    const others = { looks: 1, colour: -0.5 };
    expect(opened?.steps(weights)).not.toEqual([]);
    expect(opened?.steps(others)).toEqual([]);
    expect(await opened?.prepare(others)).not.toEqual([]);
  });

  it('has to be made where the file has an earlier form of it', async () => {
    const shape = { looks: 40, colour: 12 };
    const file = store(await createRoughIndex(shape, count, draw(shape)), ['code rows']);
    expect(await readStoredIndex(file, shape, count, draw(shape))).toBeNull();
  });

  it('has to be made where there is no file', async () => {
    const shape = { looks: 4, colour: 0 };
    expect(await readStoredIndex(null, shape, count, draw(shape))).toBeNull();
  });
});
