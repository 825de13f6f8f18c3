import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findEigen, factorize, solveLower, solveUpper } from '../train/matrix.ts';
import { openLooksFiles } from '../looks-files.ts';
import { applyMap, type LooksMap, titleWeightOf, decodeMap, encodeMap, identifyMap } from './looks-map.ts';
import { createRandom, estimateMean, isFamilyFirst, precisionAt, rankFamilies } from '../decide/measure.ts';

const map: LooksMap = {
  projection: {
    mean: Float32Array.from([0.5, 0, 0]),
    rows: Float32Array.from([0, 1, 0, 0, 0, 1]),
    dimensions: 2,
  },
  settings: { mix: 0.5, colour: 1, words: 0 },
  vocabulary: null,
};

const withWords: LooksMap = {
  ...map,
  settings: { ...map.settings, words: 0.2 },
  vocabulary: { words: ['hoodie', 'lamp', 'möbel'], weights: Float32Array.from([1, 2, 3]) },
};
const stronger: LooksMap = { ...map, settings: { ...map.settings, mix: 0.75 } };

const picture = (...looks: number[]) => ({
  hash: 'abc',
  looks: Float32Array.from(looks),
  colour: Float32Array.from([0.6, 0.8]),
});
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const format = (vector: Float32Array): string[] => [...vector].map((value) => value.toFixed(3));

const withoutApart = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace('"wordsApart":true', '"other":true     '), 'latin1');

describe('a map', () => {
  it('mixes the cosines of both parts', () => {
    const [a, b] = [applyMap(map, picture(0.5, 1, 0), []), applyMap(map, picture(1.5, 1, 0), [])];
    expect(dot(a.looks, b.looks)).toBeCloseTo(0.5 * 1 + 0.5 * Math.SQRT1_2, 5);
    expect([a.hash, a.colour]).toEqual(['abc', picture().colour]);
  });

  it('with a mix of 0 only subtracts the mean', () => {
    const centring = { ...map, settings: { ...map.settings, mix: 0 } };
    expect(format(applyMap(centring, picture(0.5, 3, 4), []).looks)).toEqual(['0.000', '0.600', '0.800']);
  });

  it('without a projection takes looks as they are', () => {
    const plain = { ...map, projection: null, settings: { ...map.settings, mix: null } };
    expect(format(applyMap(plain, picture(0.6, 0.8, 0), []).looks)).toEqual(['0.600', '0.800', '0.000']);
  });

  it('has the words of the title as a vector of their own', () => {
    const [a, b] = [['hoodie', 'lamp'], ['new']].map((title) => applyMap(withWords, picture(1, 2, 3), title));
    expect(a?.looks).toEqual(applyMap(map, picture(1, 2, 3), []).looks);
    expect(format(a?.title ?? Float32Array.of())).toEqual(['0.447', '0.894', '0.000']);
    expect(format(b?.title ?? Float32Array.of())).toEqual(['0.000', '0.000', '0.000']);
    expect(applyMap(map, picture(1, 2, 3), ['hoodie']).title).toBeUndefined();
  });

  it('says how much the title counts beside looks and colour together', () => {
    expect(titleWeightOf(withWords)).toBeCloseTo(0.2 / 1.3, 9);
    expect([null, map].map(titleWeightOf)).toEqual([null, null]);
  });

  it('keeps unit length without a known word', () => {
    expect(Math.hypot(...applyMap(withWords, picture(1, 2, 3), ['new']).looks)).toBeCloseTo(1, 5);
  });

  it('weakens colour: differences are a part of what they were', () => {
    const weaker = { ...map, settings: { ...map.settings, colour: 0.5 } };
    const other = { ...picture(1, 0, 0), colour: Float32Array.from([1, 0]) };
    const [a, b] = [applyMap(weaker, picture(1, 0, 0), []), applyMap(weaker, other, [])];
    expect(Math.hypot(...a.colour)).toBeCloseTo(1, 5);
    expect(1 - dot(a.colour, b.colour)).toBeCloseTo(0.5 * (1 - 0.6), 5);
  });

  it('is read as it was written', () => {
    for (const each of [map, withWords, { ...withWords, projection: null }])
      expect(decodeMap(encodeMap(each))).toEqual(each);
    const identify = (each: LooksMap): string => identifyMap(encodeMap(each));
    expect(identify(map)).toMatch(/^[0-9a-f]{12}$/);
    expect(identify(stronger)).not.toBe(identify(map));
    expect(identify(withWords)).not.toBe(identify(map));
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['a header alone', encodeMap(map).slice(0, 12)],
    ['a header of another form', Buffer.from('\x02\0\0\0{}', 'latin1')],
    ['one byte too few', encodeMap(map).slice(0, -1)],
    ['a map of an older release, which joined words to looks', withoutApart(encodeMap(withWords))],
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
      learnt: { mean: 0.6, low: 0.5, high: 0.7 },
      trials: [],
      settings: null,
      reason: 'nothing wins on products that were held out',
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
    await writeFile(join(folder, 'looks', 't2', `${id}.map`), encodeMap(stronger));
    expect(await files.readMap(id)).toBeNull();
    expect(await files.readMap('missing')).toBeNull();
  });

  it('keep the pictures that were learnt from', async () => {
    const files = openLooksFiles(folder, 't4');
    expect(await files.readSample()).toBeNull();
    const item = { hash: 'h', family: 'f', identifier: 'p', label: null, words: ['hero'] };
    await files.writeSample([item]);
    expect(await files.readSample()).toEqual([item]);
    await writeFile(join(folder, 'looks', 't4', 'sample.json'), '[{"hash":1}]');
    expect(await files.readSample()).toBeNull();
  });

  it('go with their version; maps, the sample and the latest decision stay', async () => {
    const files = openLooksFiles(folder, 't5');
    await files.keepVersions(['v1']);
    const id = await files.writeMap(map);
    for (const version of ['v1', 'v2', 'v3']) await files.writeDecision(version, decision);
    await files.writeSample([]);
    const root = join(folder, 'looks', 't5');
    for (const version of ['v1', 'v2']) await writeFile(join(root, `${version}.stability.json`), '{}');
    await files.keepVersions(['v2', 'v4']);
    expect((await readdir(root)).toSorted()).toEqual(
      [`${id}.map`, 'latest.json', 'sample.json', 'v2.json', 'v2.stability.json'].toSorted(),
    );
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
    const wider = estimateMean(values, 6);
    expect(wider.mean).toBe(0.5);
    expect(wider.low).toBeLessThan(low);
    expect(wider.high).toBeGreaterThan(high);
    expect(estimateMean([1, 1, 1])).toEqual({ mean: 1, low: 1, high: 1 });
  });
});
