import { beforeAll, describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { createWorkSlices } from '../../work-slices.ts';
import { createArena } from './arena.ts';
import { selectRoughly } from './select-roughly.ts';
import { createRoughIndex, type RoughIndex } from '../vectors/rough-index.ts';
import { createCodeStage } from '../vectors/code-stage.ts';
import type { RoughStage } from '../vectors/rough-stage.ts';
import { createSignStage } from '../vectors/sign-stage.ts';
import { createSketchStage } from '../vectors/sketch-stage.ts';
import { createSparsePart } from '../vectors/sparse-part.ts';
import { colourOffset, titleOffset, type VectorShape, vectorStride } from '../vectors/vector-shape.ts';
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

const indexVectors = (floats: Float32Array): Promise<RoughIndex> =>
  createRoughIndex(shape, floats.length / stride, (picture) => ({ floats, start: picture * stride }));

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

/** Roughest first. */
const createStages = (floats: Float32Array, form: VectorShape): Pick<RoughStage, 'score'>[] => {
  const width = vectorStride(form);
  const count = floats.length / width;
  const read = (picture: number) => ({ floats, start: picture * width });
  const title = createSparsePart(titleOffset(form), form.title ?? 0, count);
  const signs = createSignStage(form, count, read, title);
  const codes = createCodeStage(form, count, read, title);
  const sketches = createSketchStage(form, count, read, signs, title, null);
  for (let picture = 0; picture < count; picture += 1) {
    for (const stage of [signs, codes]) stage.encode(picture, floats, picture * width);
    sketches.encode(picture);
    title.add(floats, picture * width);
  }
  return [sketches, signs, { score: signs.scoreFinely }, codes];
};

const scoreAll = ({ score }: Pick<RoughStage, 'score'>, source: number, count: number): Float32Array => {
  const scores = new Float32Array(count);
  score(source, allPictures(count), 0, count, weights, scores);
  return scores;
};

describe('rough forms of vectors', () => {
  it.each([1, 2])('estimate scores: a picture is nearest to itself (seed %i)', (seed) => {
    const vectors = drawVectors(3000, seed, false);
    for (const stage of createStages(vectors, shape))
      for (const source of [0, 17, 999, 2999]) {
        const scores = scoreAll(stage, source, 3000);
        const best = scores.reduce((top, score, at) => (score > (scores[top] ?? 0) ? at : top), 0);
        expect(scoreExactly(vectors, source, best)).toBeGreaterThan(
          0.9 * scoreExactly(vectors, source, source),
        );
      }
  });

  it('are the more exact the later they are compared', () => {
    const vectors = drawVectors(3000, 6, false);
    // Estimates from bits leave out what is the same for all pictures, so only differences can be compared.
    const [sketches = 0, signs = 0, finely = 0, codes = 0] = createStages(vectors, shape).map((stage) => {
      const errors = scoreAll(stage, 40, 3000).map(
        (score, picture) => score - 1.3 * scoreExactly(vectors, 40, picture),
      );
      const mean = errors.reduce((sum, one) => sum + one, 0) / 3000;
      return Math.sqrt(errors.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3000);
    });
    // These pictures have fewer numbers than a sketch has bits.
    expect(sketches).toBeCloseTo(finely, 6);
    expect(signs).toBeLessThan(0.1);
    expect(finely).toBeLessThan(0.7 * signs);
    expect(codes).toBeLessThan(0.01);
  });

  it('are compared only once their margins are measured for the weights of the question', async () => {
    const index = await indexVectors(drawVectors(900, 7, false));
    expect(index.steps(weights)).toEqual([]);
    const steps = await index.prepare(weights);
    expect(steps.length).toBeGreaterThan(0);
    expect(index.steps(weights)).toBe(steps);
    expect(index.steps({ looks: 0, colour: 1 })).toEqual([]);
  });

  it('leave out single bits where pictures form no classes: there they say too little', async () => {
    const steps = await (await indexVectors(drawVectors(6000, 3, true))).prepare(weights);
    expect(steps.map(({ from }) => from)).toEqual([150, 6, 1]);
  });

  it('score a list in parts as they score it at once', () => {
    for (const stage of createStages(drawVectors(900, 4, false), shape)) {
      const parts = new Float32Array(900);
      for (let from = 0; from < 900; from += 100)
        stage.score(5, allPictures(900), from, from + 100, weights, parts);
      expect(parts).toEqual(scoreAll(stage, 5, 900));
    }
  });

  it('compare titles exactly', () => {
    const titled = { looks: 4, colour: 0, title: 8 };
    const width = vectorStride(titled);
    const floats = new Float32Array(32 * width);
    for (let picture = 0; picture < 32; picture += 1) floats[picture * width + 4 + (picture % 8)] = 1;
    for (const { score } of createStages(floats, titled)) {
      const scores = new Float32Array(32);
      score(3, allPictures(32), 0, 32, { looks: 1, colour: 0, title: 1 }, scores);
      expect([...scores]).toEqual(Array.from({ length: 32 }, (_, at) => (at % 8 === 3 ? 1 : 0)));
    }
  });
});

describe('selecting looks by rough scores', () => {
  const content = drawVectors(size, 5, false);
  const vectors = vectorsInMemory(content, shape);
  beforeAll(async () => {
    await vectors.load();
    expect(vectors.rough()).toBeNull();
    await vectors.loadRough([weights]);
  });

  const select = (pictures: Uint32Array, source: number, wanted: number, sliceMs?: number) =>
    selectRoughly(
      { pictures, members: pictures, families: pictures, count: pictures.length },
      vectors,
      source,
      weights,
      wanted,
      createWorkSlices(sliceMs),
      createArena(),
    );

  it('keeps 99 % of the best 24, and far fewer looks than there are', async () => {
    let found = 0;
    const sources = Array.from({ length: 9 }, (_, n) => n * 1777);
    for (const source of sources) {
      const { pictures, count } = await select(allPictures(size), source, 24);
      expect(count).toBeLessThan(400);
      const kept = new Set(pictures.subarray(0, count));
      found += findBest(content, source, allPictures(size), 24).filter((picture) => kept.has(picture)).length;
    }
    expect(found / (24 * sources.length)).toBeGreaterThanOrEqual(0.99);
  });

  it('keeps the best of so many looks that the floor is taken from a sample', async () => {
    const pictures = Uint32Array.from({ length: 3 * size }, (_, at) => at % size);
    const { pictures: kept, count } = await select(pictures, 1777, 200);
    expect(count).toBeLessThan(size / 4);
    const found = findBest(content, 1777, allPictures(size), 24).map(
      (best) => kept.filter((picture) => picture === best).length,
    );
    expect(found).toEqual(Array.from({ length: 24 }, () => 3));
  });

  it('keeps the order of the looks', async () => {
    const { pictures, members, count } = await select(allPictures(size), 7, 24);
    const kept = pictures.subarray(0, count);
    expect(kept).toEqual(kept.toSorted());
    expect(members.subarray(0, count)).toEqual(kept);
  });

  it('keeps the same for questions that take turns as for each alone', async () => {
    const [sources, everyLook] = [[7, 1777, 8000, 12_000], allPictures(size)];
    const ask = (source: number) => select(everyLook, source, 24, 0);
    const alone = [];
    for (const source of sources) alone.push(await ask(source));
    expect(await Promise.all(sources.map(ask))).toEqual(alone);
  });

  it('looks at the clock between some thousand looks', async () => {
    let asked = 0;
    const slices = { isOver: () => (asked += 1) < 0, next: async () => {} };
    const pictures = allPictures(size);
    await selectRoughly(
      { pictures, members: pictures, families: pictures, count: size },
      vectors,
      7,
      weights,
      24,
      slices,
      createArena(),
    );
    expect(asked).toBeGreaterThan(size / 2048);
  });

  it('ends with codes, which say how wrong they may be', async () => {
    for (const source of [7, 1777, 12_000]) {
      const { pictures, count, byCodes } = await select(allPictures(size), source, 200);
      expect(byCodes?.scores).toHaveLength(count);
      expect(byCodes?.error).toBeLessThan(0.03);
      for (let at = 0; at < count; at += 1) {
        const exact = 1.3 * scoreExactly(content, source, pictures[at] ?? 0);
        expect(Math.abs((byCodes?.scores[at] ?? 0) - exact)).toBeLessThan(byCodes?.error ?? 0);
      }
    }
  });

  it('keeps all looks where hardly more are there than are wanted', async () => {
    const some = allPictures(260).map((n) => n * 50);
    expect((await select(some, 7, 24)).count).toBe(260);
  });

  it('keeps all looks for a source that live changes added', async () => {
    expect((await select(allPictures(size), size, 24)).count).toBe(size);
  });

  it('keeps pictures that live changes added: they are not indexed', async () => {
    const extended = vectors.extend(content.slice(0, 3 * stride));
    await extended.load();
    const pictures = allPictures(size + 3);
    const all = { pictures, members: pictures, families: pictures, count: size + 3 };
    const kept = await selectRoughly(all, extended, 7, weights, 24, createWorkSlices(), createArena());
    expect([...kept.pictures.subarray(kept.count - 3, kept.count)]).toEqual([size, size + 1, size + 2]);
    expect(kept.count).toBeLessThan(400);
  });
});
