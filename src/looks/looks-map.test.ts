import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEigen } from './eigen.ts';
import { openLooksFiles } from './looks-files.ts';
import { applyMap, decodeMap, encodeMap, identifyMap, type LooksMap } from './looks-map.ts';
import { factorize, solveLower, solveUpper } from './matrix.ts';
import { createRandom, estimateMean, isFamilyFirst, precisionAt, rankFamilies } from './measure.ts';

const map: LooksMap = {
  projection: {
    mean: Float32Array.from([0.5, 0, 0]),
    rows: Float32Array.from([0, 1, 0, 0, 0, 1]),
    dimensions: 2,
  },
  mix: 0.5,
};

describe('a map', () => {
  it('mixes the cosines of both parts', () => {
    const [a, b] = [
      applyMap(map, Float32Array.from([0.5, 1, 0])),
      applyMap(map, Float32Array.from([1.5, 1, 0])),
    ];
    const cosine = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
    expect(cosine).toBeCloseTo(0.5 * 1 + 0.5 * Math.SQRT1_2, 5);
  });

  it('with a mix of 0 only subtracts the mean', () => {
    const vector = applyMap({ ...map, mix: 0 }, Float32Array.from([0.5, 3, 4]));
    expect([...vector].map((value) => value.toFixed(3))).toEqual(['0.000', '0.600', '0.800']);
  });

  it('is read as it was written', () => {
    expect(decodeMap(encodeMap(map))).toEqual(map);
    expect(identifyMap(map)).toMatch(/^[0-9a-f]{12}$/);
    expect(identifyMap({ ...map, mix: 0.25 })).not.toBe(identifyMap(map));
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a header alone', encodeMap(map).slice(0, 12)],
    ['one byte too few', encodeMap(map).slice(0, -1)],
  ])('is null for %s', (_name, bytes) => {
    expect(decodeMap(bytes)).toBeNull();
  });
});

describe('files of maps and decisions', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'looks-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const decision = {
    embedder: 'model',
    map: 'abc',
    counts: { shoes: 3 },
    report: {
      field: 'category',
      pictures: 3,
      labels: 1,
      base: { mean: 0.5, low: 0.4, high: 0.6 },
      trials: [],
      mix: null,
      reason: 'no mix wins on products that were held out',
    },
  };

  it('keep a decision for each version and know the latest', async () => {
    const files = openLooksFiles(folder, 't1');
    expect(await files.readLatest()).toBeNull();
    await files.writeDecision('v1', decision);
    await files.writeDecision('v2', { ...decision, map: null });
    expect(await files.readDecision('v1')).toEqual(decision);
    expect((await files.readLatest())?.map).toBeNull();
    expect(await files.readDecision('v3')).toBeNull();
  });

  it('give a map only while its bytes are those that were written', async () => {
    const files = openLooksFiles(folder, 't2');
    const id = await files.writeMap(map);
    expect(await files.readMap(id)).toEqual(map);
    await writeFile(join(folder, 'looks', 't2', `${id}.map`), encodeMap({ ...map, mix: 0.75 }));
    expect(await files.readMap(id)).toBeNull();
    expect(await files.readMap('missing')).toBeNull();
  });

  it('take a damaged decision for none', async () => {
    const files = openLooksFiles(folder, 't3');
    await files.writeDecision('v1', decision);
    await writeFile(join(folder, 'looks', 't3', 'v1.json'), '{"embedder":"model"}');
    expect(await files.readDecision('v1')).toBeNull();
    await writeFile(join(folder, 'looks', 't3', 'v1.json'), '{');
    expect(await files.readDecision('v1')).toBeNull();
  });
});

describe('matrices', () => {
  const size = 6;
  const random = createRandom(3);
  const given = Float64Array.from({ length: size * size }, () => random() - 0.5);
  const symmetric = Float64Array.from({ length: size * size }, (_, at) => {
    const [a, b] = [Math.floor(at / size), at % size];
    let sum = a === b ? 0.5 : 0;
    for (let k = 0; k < size; k += 1) sum += (given[a * size + k] ?? 0) * (given[b * size + k] ?? 0);
    return sum;
  });
  const multiply = (vector: Float64Array): number[] =>
    Array.from({ length: size }, (_, row) =>
      vector.reduce((sum, value, at) => sum + value * (symmetric[row * size + at] ?? 0), 0),
    );

  it('are factorized and solved', () => {
    const wanted = Float64Array.from({ length: size }, (_, at) => at + 1);
    const lower = factorize(symmetric.slice(), size);
    const solution = solveUpper(lower, solveLower(lower, wanted));
    multiply(solution).forEach((value, at) => expect(value).toBeCloseTo(wanted[at] ?? NaN, 8));
  });

  it('have eigenvalues, largest first', () => {
    const { values, vectors } = findEigen(symmetric, size);
    expect([...values]).toEqual([...values].sort((a, b) => b - a));
    vectors.forEach((vector, at) => {
      const product = multiply(vector);
      product.forEach((value, row) => expect(value).toBeCloseTo((values[at] ?? 0) * (vector[row] ?? 0), 6));
    });
  });
});

describe('measures', () => {
  const items = ['a', 'a', 'b', 'b', 'c', 'd'].map((family, at) => ({
    family,
    label: at < 4 ? 'shoe' : 'hat',
  }));
  const similarities = Float32Array.from([1, 0.9, 0.5, 0.8, 0.7, 0.6]);

  it('rank families once, best first, without the own one', () => {
    expect(rankFamilies(similarities, items, 0, 10)).toEqual([3, 4, 5]);
    expect(rankFamilies(similarities, items, 0, 2)).toEqual([3, 4]);
  });

  it('count results with the label of the query', () => {
    expect(precisionAt([3, 4, 5], items, 0)).toBeCloseTo(1 / 3);
    expect(precisionAt([], items, 0)).toBe(0);
  });

  it('say whether another picture of the same product is nearest', () => {
    expect(isFamilyFirst(similarities, items, 0)).toBe(1);
    expect(isFamilyFirst(similarities, items, 4)).toBe(0);
  });

  it('have an interval around the mean that depends on the values only', () => {
    const values = Array.from({ length: 200 }, (_, at) => at % 2);
    const { mean, low, high } = estimateMean(values);
    expect(mean).toBe(0.5);
    expect(low).toBeLessThan(0.47);
    expect(low).toBeGreaterThan(0.4);
    expect(high).toBeGreaterThan(0.53);
    expect(estimateMean(values)).toEqual({ mean, low, high });
    expect(estimateMean([1, 1, 1])).toEqual({ mean: 1, low: 1, high: 1 });
  });
});
