import { beforeAll, describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { selectBySigns } from './select-by-signs.ts';
import { createSignIndex, type SignIndex } from '../vectors/sign-index.ts';
import { colourOffset, vectorStride } from '../vectors/vector-shape.ts';
import { vectorsInMemory } from '../vectors/vectors.ts';

const shape = { looks: 190, colour: 20 };
const stride = vectorStride(shape);
const weights = { looks: 1, colour: 0.3 };
const size = 17_000;

const drawVectors = (count: number, seed: number, spreadOut: boolean): Float32Array => {
  const vectors = new Float32Array(count * stride);
  const looks = createLooksModel(shape.looks, 60, seed, spreadOut);
  const colour = createLooksModel(shape.colour, 20, seed + 100, spreadOut);
  for (let picture = 0; picture < count; picture += 1) {
    const at = picture * stride;
    looks.fill(picture, vectors.subarray(at, at + shape.looks));
    colour.fill(picture, vectors.subarray(at + colourOffset(shape), at + colourOffset(shape) + shape.colour));
  }
  return vectors;
};

const indexVectors = (floats: Float32Array): Promise<SignIndex> =>
  createSignIndex(shape, floats.length / stride, (picture) => ({ floats, start: picture * stride }));

const allPictures = (count: number): Uint32Array => Uint32Array.from({ length: count }, (_, at) => at);

const scoreExactly = (vectors: Float32Array, a: number, b: number): number => {
  let looks = 0;
  let colour = 0;
  for (let i = 0; i < stride; i += 1) {
    const product = (vectors[a * stride + i] ?? 0) * (vectors[b * stride + i] ?? 0);
    if (i < colourOffset(shape)) looks += product;
    else colour += product;
  }
  return (looks + 0.3 * colour) / 1.3;
};

const findBest = (vectors: Float32Array, source: number, pictures: Uint32Array, count: number): number[] => {
  const scores = new Map(
    Array.from(pictures, (picture) => [picture, scoreExactly(vectors, source, picture)]),
  );
  return [...pictures]
    .filter((picture) => picture !== source)
    .sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
    .slice(0, count);
};

describe('bits of vectors', () => {
  it.each([1, 2])('estimate scores: a picture is nearest to itself (seed %i)', async (seed) => {
    const vectors = drawVectors(3000, seed, false);
    const index = await indexVectors(vectors);
    const scores = new Float32Array(3000);
    const isNearest = [0, 17, 999, 2999].every((source) => {
      index.score(source, allPictures(3000), 0, 3000, weights, scores);
      const best = scores.reduce((top, score, at) => (score > (scores[top] ?? 0) ? at : top), 0);
      return scoreExactly(vectors, source, best) > 0.9 * scoreExactly(vectors, source, source);
    });
    expect(isNearest).toBe(true);
  });

  it('are not used where pictures form no classes: there they say too little', async () => {
    expect((await indexVectors(drawVectors(6000, 3, true))).keep).toBeNull();
  });

  it('score a list in parts as they score it at once', async () => {
    const index = await indexVectors(drawVectors(900, 4, false));
    const [whole, parts] = [new Float32Array(900), new Float32Array(900)];
    index.score(5, allPictures(900), 0, 900, weights, whole);
    for (let from = 0; from < 900; from += 100)
      index.score(5, allPictures(900), from, from + 100, weights, parts);
    expect(parts).toEqual(whole);
  });
});

describe('selecting looks by bits', () => {
  const content = drawVectors(size, 5, false);
  const vectors = vectorsInMemory(content, shape);
  beforeAll(async () => {
    await vectors.load();
    expect(vectors.signs()).toBeNull();
    await vectors.loadSigns();
  });

  const select = (pictures: Uint32Array, source: number, wanted: number) =>
    selectBySigns(
      { pictures, members: pictures, count: pictures.length },
      vectors,
      source,
      weights,
      wanted,
      createWorkSlices(),
    );

  it('keeps 99 % of the best 24, and far fewer looks than there are', async () => {
    let found = 0;
    const sources = Array.from({ length: 9 }, (_, n) => n * 1777);
    for (const source of sources) {
      const { pictures, count } = await select(allPictures(size), source, 24);
      expect(count).toBeLessThan(size / 2);
      const kept = new Set(pictures.subarray(0, count));
      found += findBest(content, source, allPictures(size), 24).filter((picture) => kept.has(picture)).length;
    }
    expect(found / (24 * sources.length)).toBeGreaterThanOrEqual(0.99);
  });

  it('keeps the order of the looks', async () => {
    const { pictures, members, count } = await select(allPictures(size), 7, 24);
    const kept = pictures.subarray(0, count);
    expect(kept).toEqual(kept.toSorted());
    expect(members.subarray(0, count)).toEqual(kept);
  });

  it('keeps all looks of a narrow filter, which are quickly compared in full', async () => {
    const some = allPictures(300).map((n) => n * 50);
    expect((await select(some, 7, 24)).count).toBe(300);
  });

  it('keeps pictures that live changes added: they have no bits', async () => {
    const extended = vectors.extend(content.slice(0, 3 * stride));
    await extended.load();
    const pictures = allPictures(size + 3);
    const all = { pictures, members: pictures, count: size + 3 };
    const kept = await selectBySigns(all, extended, 7, weights, 24, createWorkSlices());
    expect([...kept.pictures.subarray(kept.count - 3, kept.count)]).toEqual([size, size + 1, size + 2]);
    expect(kept.count).toBeLessThan(size / 2);
  });
});
