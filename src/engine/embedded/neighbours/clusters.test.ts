import { describe, expect, it } from 'vitest';
import { vectorStride } from '../vectors/vector-shape.ts';
import { findClusters, spread } from './coded-candidates.ts';
import type { CompareData } from './compare-types.ts';

describe('spread', () => {
  it.each([
    [[1, 2, 3], 5, [1, 2, 3]],
    [[1, 2, 3, 4], 2, [1, 3]],
    [[1, 2, 3, 4, 5], 3, [1, 2, 4]],
    [[], 3, []],
    [[7], 1, [7]],
  ])('%j to %i is %j', (numbers, count, expected) => {
    expect([...spread(Uint32Array.from(numbers), count)]).toEqual(expected);
  });
});

describe('clusters', () => {
  const shape = { looks: 16, colour: 0 };
  const stride = vectorStride(shape);
  /** Unit vectors near one of four axes. */
  const pictures = Array.from({ length: 80 }, (_, at) => {
    const vector = new Float32Array(16);
    vector[Math.floor(at / 20)] = 1;
    vector[4 + (at % 7)] = 0.1;
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  const vectors = new Float32Array(new SharedArrayBuffer(pictures.length * stride * 4));
  pictures.forEach((vector, at) => vectors.set(vector, at * stride));
  const all = Uint32Array.from(pictures, (_, at) => at);
  const data: CompareData = { vectors, shape, familyOf: all, pictureOfRow: Int32Array.from(all) };
  const find = () => findClusters(data, { looks: 1, colour: 0 }, all, 4);

  it('are shared by the pictures of one kind', async () => {
    const { nearest } = await find();
    for (let kind = 0; kind < 4; kind += 1) {
      const own = new Set([...nearest].filter((_, at) => Math.floor(at / 20) === kind));
      expect(own.size).toBe(1);
    }
    expect(new Set(nearest).size).toBe(4);
  });

  it('are the same for the same pictures', async () => {
    expect(await find()).toEqual(await find());
  });
});
