import { describe, expect, it } from 'vitest';
import { createLooksModel } from '../../../../bench/support/generated-looks.ts';
import { rowFromKey } from '../ranking/candidate-key.ts';
import { colourOffset, vectorStride } from '../vectors/vector-shape.ts';
import type { CompareData } from './compare-types.ts';
import { codeCandidates } from './coded-candidates.ts';
import { openWorkerPool } from './worker-pool.ts';

const shape = { looks: 60, colour: 12 };
const size = 1500;
const families = 60;
const weights = { looks: 1, colour: 0.3 };

/** Every third product has a variant with a picture of its own. */
const familyOf = Uint32Array.from({ length: size }, (_, row) => (row % 3 === 1 ? row - 1 : row));
const everyRow = Uint32Array.from({ length: size }, (_, row) => row);
const group = { queries: everyRow, candidates: everyRow };

const draw = (seed: number, spreadOut: boolean): CompareData => {
  const stride = vectorStride(shape);
  const vectors = new Float32Array(new SharedArrayBuffer(size * stride * 4));
  const looks = createLooksModel(shape.looks, 50, seed, spreadOut);
  const colour = createLooksModel(shape.colour, 20, seed + 100, spreadOut);
  for (let row = 0; row < size; row += 1) {
    const at = row * stride;
    looks.fill(row, vectors.subarray(at, at + shape.looks));
    colour.fill(row, vectors.subarray(at + colourOffset(shape), at + colourOffset(shape) + shape.colour));
  }
  return { vectors, shape, familyOf, pictureOfRow: Int32Array.from(everyRow) };
};

const unpack = (lists: readonly Float64Array[]): number[][] => lists.map((keys) => [...keys]);

const shareFound = (found: readonly number[][], exact: readonly number[][], length: number): number => {
  let hits = 0;
  let total = 0;
  exact.forEach((keys, query) => {
    const wanted = keys.slice(0, length);
    const listed = new Set(found[query]);
    hits += wanted.filter((key) => listed.has(key)).length;
    total += wanted.length;
  });
  return hits / total;
};

const compareBoth = async (data: CompareData) => {
  const pool = openWorkerPool(async () => data, Infinity);
  const coded = await codeCandidates(pool, group, weights, families);
  const task = { weights, families, ...group };
  const [exact, found] = [await pool.compare(task), await pool.compare({ ...task, coded })];
  return { coded, exact: unpack(exact), found: unpack(found) };
};

describe('neighbours by clusters and codes', () => {
  it.each([
    { seed: 1, spreadOut: false },
    { seed: 2, spreadOut: false },
    { seed: 3, spreadOut: true },
  ])(
    'finds at least 99 % of the true ones (seed $seed, without classes: $spreadOut)',
    async ({ seed, spreadOut }) => {
      const { exact, found } = await compareBoth(draw(seed, spreadOut));
      expect(shareFound(found, exact, 24)).toBeGreaterThanOrEqual(0.99);
      expect(shareFound(found, exact, Infinity)).toBeGreaterThanOrEqual(0.99);
    },
  );

  it('finds them among those that pass a filter too', async () => {
    const { exact, found } = await compareBoth(draw(4, false));
    const passing = (lists: readonly number[][]) =>
      lists.map((keys) => keys.filter((key) => rowFromKey(key) % 5 === 0));
    expect(shareFound(passing(found), passing(exact), 24)).toBeGreaterThanOrEqual(0.99);
  });

  it('gives each neighbour the score of a comparison in full, best first, and none of the own family', async () => {
    const { exact, found } = await compareBoth(draw(5, false));
    const wrong = found.filter((keys, query) => {
      const known = new Set(exact[query]);
      const last = exact[query]?.at(-1) ?? 0;
      return keys.some(
        (key, at) =>
          key < (keys[at - 1] ?? 0) ||
          familyOf[rowFromKey(key)] === familyOf[query] ||
          (key <= last && !known.has(key)),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('compares fewer clusters where looks form classes', async () => {
    const [classes, none] = [await compareBoth(draw(6, false)), await compareBoth(draw(6, true))];
    expect(classes.coded.minimumLead).toBeGreaterThan(none.coded.minimumLead);
  });

  it('makes the same clusters every time', async () => {
    const data = draw(7, false);
    const [one, other] = [await compareBoth(data), await compareBoth(data)];
    expect(one.coded.clusterOf).toEqual(other.coded.clusterOf);
    expect(one.found).toEqual(other.found);
  });

  it('makes lists of a family with very many looks as long as wanted', async () => {
    const data = { ...draw(8, false), familyOf: everyRow.map((row) => (row < 1000 ? 0 : row)) };
    const { found } = await compareBoth(data);
    const countFamilies = (keys: readonly number[]) =>
      new Set(keys.map((key) => data.familyOf[rowFromKey(key)])).size;
    expect(found.every((keys) => countFamilies(keys) === families)).toBe(true);
  });
});
