import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weights } from '../../../domain/box.ts';
import { combine } from '../../semantics/search/score.ts';
import { candidateKey, rowFromKey } from '../ranking/candidate-key.ts';
import { type VectorShape, vectorStride, writeVector } from '../vectors/vector-shape.ts';
import { createComparer } from './compare-task.ts';
import type { CompareData } from './compare-types.ts';

const shape: VectorShape = { looks: 3, colour: 2, title: 2 };
const stride = vectorStride(shape);

/** Numbers whose products are exact in every arithmetic, so that sums do not depend on their order. */
const quarter = fc.constantFrom(-0.5, 0, 0.25, 0.5, 1);
const look = fc.record({
  family: fc.nat(6),
  looks: fc.tuple(quarter, quarter, quarter),
  colour: fc.tuple(quarter, quarter),
  title: fc.tuple(quarter, quarter),
});
type Look = { family: number; looks: number[]; colour: number[]; title: number[] };

const toData = (rows: readonly Look[]): CompareData => {
  const vectors = new Float32Array(rows.length * stride);
  rows.forEach(({ looks, colour, title }, row) => {
    const parts = {
      looks: Float32Array.from(looks),
      colour: Float32Array.from(colour),
      title: Float32Array.from(title),
    };
    writeVector(parts, shape, vectors, row * stride);
  });
  return {
    vectors,
    shape,
    familyOf: Uint32Array.from(rows, ({ family }) => family),
    pictureOfRow: Int32Array.from(rows, (_, row) => row),
  };
};

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0);

const plainKeys = (rows: readonly Look[], query: number, weights: Weights) => {
  const source = rows[query];
  if (!source) return [];
  return rows
    .flatMap((other, row) =>
      other.family === source.family
        ? []
        : [
            candidateKey(
              combine(
                weights,
                dot(source.looks, other.looks),
                dot(source.colour, other.colour),
                dot(source.title, other.title),
              ),
              row,
            ),
          ],
    )
    .sort((a, b) => a - b);
};

const unpack = (lists: readonly Float64Array[]): number[][] => lists.map((keys) => [...keys]);

const weights = fc.constantFrom<Weights>(
  { looks: 1, colour: 0 },
  { looks: 1, colour: 0.3 },
  { looks: 0, colour: 1 },
  { looks: 1, colour: 0.25, title: 0.5 },
  { looks: 0, colour: 0, title: 1 },
);
const rows = fc.array(look, { minLength: 1, maxLength: 90 });

describe('comparing looks', () => {
  it('gives the lists that comparing every pair in plain JavaScript gives', () => {
    fc.assert(
      fc.property(rows, weights, fc.integer({ min: 1, max: 5 }), (all, some, families) => {
        const everyRow = Uint32Array.from(all, (_, row) => row);
        const result = createComparer(toData(all))({
          weights: some,
          families,
          queries: everyRow,
          candidates: everyRow,
        });
        unpack(result).forEach((list, query) => {
          const plain = plainKeys(all, query, some);
          const seen = new Set<number | undefined>();
          const end = plain.findIndex((key) => seen.add(all[rowFromKey(key)]?.family).size === families) + 1;
          expect(list).toEqual(end === 0 ? plain : plain.slice(0, end));
        });
      }),
      { numRuns: 150 },
    );
  });

  it('finds enough families behind one with more looks than the first attempt has room for', () => {
    const many: Look[] = Array.from({ length: 300 }, (_, at) => ({
      family: at < 280 ? 1 : at,
      looks: [at < 280 ? 1 : 0.5, 0, 0],
      colour: [0, 0],
      title: [0, 0],
    }));
    const all: Look[] = [{ family: 0, looks: [1, 0, 0], colour: [0, 0], title: [0, 0] }, ...many];
    const candidates = Uint32Array.from(all, (_, row) => row);
    const task = { weights: { looks: 1, colour: 0 }, families: 3, queries: Uint32Array.of(0), candidates };
    const [list = []] = unpack(createComparer(toData(all))(task));
    expect(list).toHaveLength(282);
    expect(new Set(list.map((key) => all[rowFromKey(key)]?.family)).size).toBe(3);
  });

  it('gives empty lists without candidates', () => {
    const compare = createComparer(toData([{ family: 0, looks: [1, 0, 0], colour: [1, 0], title: [0, 0] }]));
    const lists = compare({
      weights: { looks: 1, colour: 1 },
      families: 2,
      queries: Uint32Array.of(0),
      candidates: new Uint32Array(0),
    });
    expect(lists).toEqual([new Float64Array(0)]);
  });
});
