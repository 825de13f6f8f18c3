import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSample, draw, pack, truth } from '../../../../test/support/looks-sample.ts';
import { averageNearest, averagePictures, findNearestRows } from './average-nearest.ts';
import { averageAspects, joinLooksParts } from '../decide/averaged-aspects.ts';
import { mapVectors } from '../report/compare-vectors.ts';
import { decideDefaults } from '../decide/decide-defaults.ts';
import { decideLooks } from '../decide/decide.ts';
import { applyMap, applyParts, type LooksMap } from './looks-map.ts';
import { decodeMap, encodeMap } from './map-codec.ts';
import { renderDecision } from '../../../../evaluate/looks/render.ts';
import { compareAspects, scoreAspects } from '../decide/similarities.ts';
import { trainMap } from '../train/train-map.ts';

const { signal } = new AbortController();
const rowOf = ({ values, size }: { values: Float32Array; size: number }, row: number): Float32Array =>
  values.slice(row * size, (row + 1) * size);
const multiply = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('the nearest of all vectors', () => {
  it('are those that a sort finds', () => {
    const number = fc.integer({ min: -5, max: 5 });
    const vectors = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(vectors, fc.integer({ min: 1, max: 4 }), (rows, count) => {
        const features = { values: Float32Array.from(rows.flat()), count: rows.length, size: 3 };
        const nearest = findNearestRows(features, count);
        const scoreOf = (a: number, b: number): number => multiply(rowOf(features, a), rowOf(features, b));
        rows.forEach((_, row) => {
          const found = [...nearest.subarray(row * count, (row + 1) * count)];
          const sorted = [...rows.keys()]
            .filter((other) => other !== row)
            .sort((a, b) => scoreOf(row, b) - scoreOf(row, a))
            .slice(0, count);
          const known = found.filter((other) => other >= 0);
          expect(known.map((other) => scoreOf(row, other))).toEqual(
            sorted.map((other) => scoreOf(row, other)),
          );
          expect(new Set(known).size).toBe(known.length);
          expect(known).not.toContain(row);
        });
      }),
    );
  });

  it('are averaged with each to unit length; a vector alone stays', () => {
    const features = pack([
      [1, 0],
      [0.8, 0.6],
      [0, 1],
    ]);
    const averaged = averageNearest(features, 1);
    expect(Math.hypot(...rowOf(averaged, 0))).toBeCloseTo(1, 6);
    // The nearest of both the first and the last is the second.
    expect(multiply(rowOf(averaged, 0), Float32Array.of(1.8, 0.6))).toBeCloseTo(Math.hypot(1.8, 0.6), 5);
    const alone = averageNearest(pack([[0.6, 0.8]]), 2);
    expect(multiply(rowOf(alone, 0), Float32Array.of(0.6, 0.8))).toBeCloseTo(1, 6);
  });
});

describe('the decision to average', () => {
  const seeds = [1, 2, 3] as const;

  it.each(seeds)('is made where it wins, and tried in a whole catalogue only (seed %i)', (seed) => {
    const sample = createSample({ seed, label: truth });
    const part = decideLooks(sample).report;
    expect(part.trials.some(({ settings }) => settings.averaged !== undefined)).toBe(false);
    const { report } = decideLooks({ ...sample, isWhole: true });
    const trial = report.trials.find(({ settings }) => settings.averaged !== undefined);
    expect(trial?.settings.averaged).toBe(decideDefaults.averaged[0]);
    expect(report.settings?.averaged).toBe(trial?.accepted === true ? trial.settings.averaged : undefined);
    expect(report.learnt?.mean).toBeGreaterThanOrEqual(part.learnt?.mean ?? 1);
    expect(renderDecision(report).join('\n')).toContain('averaged with 2 nearest');
  });

  it('is not made where labels are noise', () => {
    const noise = createSample({ seed: 5, label: (_kind, random) => draw(random) });
    expect(decideLooks({ ...noise, isWhole: true }).map).toBeNull();
  });
});

const sample = createSample({ seed: 4, label: truth }, 60);
const projection = trainMap(sample.looks, [{ labels: sample.items.map(({ label }) => label), weight: 1 }]);
if (projection === null) throw new Error('no map');
const map: LooksMap = {
  projection,
  settings: { mix: 0.7, colour: 1, words: 0, averaged: 2 },
  vocabulary: null,
};
const vectorsOf = (row: number) => ({ looks: rowOf(sample.looks, row), colour: Float32Array.of(1, 0) });

describe('averaged pictures', () => {
  const hashes = sample.items.map((_, row) => `h${row}`);
  const readVectors = (hash: string) => (hash === 'gone' ? null : vectorsOf(Number(hash.slice(1))));

  it('are compared as trials score them', async () => {
    const averaged = await averagePictures(map, hashes, readVectors, signal);
    const parts = applyParts(projection, sample.looks);
    const trial = averageAspects({ sample, parts, copyParts: null }, map.settings);
    const [aspects] = trial.ofPictures(compareAspects(sample, parts, [7]));
    if (aspects === undefined) throw new Error('no query');
    const own = averaged?.get('h7')?.looks ?? new Float32Array(0);
    scoreAspects(aspects, trial.settings).forEach((score, row) => {
      const looks = averaged?.get(`h${row}`)?.looks ?? new Float32Array(0);
      expect(score).toBeCloseTo(multiply(own, looks) + 0.3, 4);
    });
  });

  it('are marked by their nearest, each picture once, without those that are gone', async () => {
    const all = await averagePictures(map, [...hashes, ...hashes, 'gone'], readVectors, signal);
    expect([...(all?.keys() ?? [])]).toEqual(hashes);
    const again = await averagePictures(map, hashes, readVectors, signal);
    expect(again).toEqual(all);
    const fewer = await averagePictures(map, hashes.slice(0, 20), readVectors, signal);
    const changed = [...(fewer ?? [])].filter(([hash, { mark }]) => all?.get(hash)?.mark !== mark);
    expect(changed.length).toBeGreaterThan(0);
    for (const { mark } of all?.values() ?? []) expect(mark).toMatch(/^[0-9a-f]{8}$/);
  });

  it.each([
    ['nothing was learnt', null],
    ['the map does not say so', { ...map, settings: { mix: 0.7, colour: 1, words: 0 } }],
  ])('are none where %s', async (_case, other) => {
    expect(await averagePictures(other, hashes, readVectors, signal)).toBeNull();
  });

  it('stop when the import is cancelled', async () => {
    const cancelled = new AbortController();
    cancelled.abort(new Error('cancelled'));
    await expect(averagePictures(map, hashes, readVectors, cancelled.signal)).rejects.toThrow('cancelled');
  });

  it('are what a contact sheet and a comparison of versions show', async () => {
    const averaged = await averagePictures(map, hashes, readVectors, signal);
    const mapped = mapVectors(
      map,
      [],
      hashes.map((hash) => readVectors(hash) ?? vectorsOf(0)),
    );
    mapped.forEach(({ looks }, row) => {
      const own = averaged?.get(`h${row}`)?.looks ?? new Float32Array(0);
      expect(multiply(looks, own)).toBeCloseTo(1, 5);
    });
    const [alone] = mapVectors(map, [], [vectorsOf(3)]);
    expect(alone?.looks).toEqual(applyMap(map, { hash: '', ...vectorsOf(3) }, []).looks);
  });
});

describe('looks side by side', () => {
  it.each([
    ['the vectors of the model', { mix: null, colour: 1 }, sample.looks.size],
    ['the model without the mean', { mix: 0, colour: 1 }, sample.looks.size],
    ['the map alone', { mix: 1, colour: 1 }, projection.dimensions],
    ['both', { mix: 0.5, colour: 1 }, sample.looks.size + projection.dimensions],
  ])('are %s', (_case, settings, size) => {
    const joined = joinLooksParts(sample.looks, applyParts(projection, sample.looks), settings);
    expect(joined).toMatchObject({ count: 60, size });
    expect(multiply(rowOf(joined, 5), rowOf(joined, 5))).toBeCloseTo(1, 4);
  });

  it('use the map of another field where settings say so', () => {
    const other = trainMap(sample.looks, [
      { labels: sample.items.map((_, at) => `half ${at % 2}`), weight: 1 },
    ]);
    if (other === null) throw new Error('no map');
    const also = new Map([['half', applyParts(other, sample.looks).mapped]]);
    const parts = { ...applyParts(projection, sample.looks), also };
    expect(joinLooksParts(sample.looks, parts, { mix: 1, colour: 1, also: 'half' }).size).toBe(
      other.dimensions,
    );
    expect(joinLooksParts(sample.looks, parts, { mix: 1, colour: 1, also: 'gone' }).size).toBe(
      projection.dimensions,
    );
  });
});

it('a map keeps with how many it averages', () => {
  expect(decodeMap(encodeMap(map))?.settings).toEqual(map.settings);
});
