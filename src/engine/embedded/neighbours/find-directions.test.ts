import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../bench/support/generated-looks.ts';
import { findDirections } from './find-directions.ts';

const length = 20;

/** Vectors around a mean that differ by up to `size` along each of the first axes. */
const drawAlongAxes = (sizes: readonly number[], count: number): Float64Array[] => {
  const draw = createRandom(11);
  return Array.from({ length: count }, () =>
    Float64Array.from({ length }, (_, axis) => axis + (sizes[axis] ?? 0) * (draw() * 2 - 1)),
  );
};

const varianceAlong = (vectors: readonly Float64Array[], direction: Float64Array): number => {
  const places = vectors.map((vector) => vector.reduce((sum, x, i) => sum + x * (direction[i] ?? 0), 0));
  const mean = places.reduce((sum, place) => sum + place, 0) / places.length;
  return places.reduce((sum, place) => sum + (place - mean) ** 2, 0) / places.length;
};

describe('directions in which vectors differ', () => {
  it('are the longest axes, the longest first, with the variance along each', () => {
    const vectors = drawAlongAxes([1, 9, 0.1, 4], 40);
    const { directions } = findDirections(vectors, length, 3);
    const axes = directions.map(({ vector }) =>
      vector.findIndex((part) => Math.abs(part) === Math.max(...vector.map(Math.abs))),
    );
    expect(axes).toEqual([1, 3, 0]);
    for (const { vector, variance } of directions) {
      expect(vector.reduce((sum, part) => sum + part * part, 0)).toBeCloseTo(1, 6);
      expect(variance).toBeCloseTo(varianceAlong(vectors, vector), 3);
    }
  });

  it('leave the rest of the variance to all others', () => {
    const vectors = drawAlongAxes([5, 0, 0, 0.5], 30);
    const { mean, directions, rest } = findDirections(vectors, length, 1);
    const total = vectors.reduce(
      (sum, vector) => sum + vector.reduce((square, x, i) => square + (x - (mean[i] ?? 0)) ** 2, 0),
      0,
    );
    const [first] = directions;
    expect(rest * length + (first?.variance ?? 0)).toBeCloseTo(total / vectors.length, 6);
  });

  it.each([
    ['no vectors', []],
    ['one vector', drawAlongAxes([1, 1], 1)],
    ['equal vectors', Array.from({ length: 5 }, () => new Float64Array(length).fill(2))],
  ])('are none for %s', (_, vectors) => {
    const { directions, rest, mean } = findDirections(vectors, length, 4);
    expect([directions, rest]).toEqual([[], 0]);
    expect(mean).toEqual(vectors[0] ?? new Float64Array(length));
  });
});
