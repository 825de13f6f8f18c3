import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../../test/support/engine/catalogue-history.ts';
import { encodePlanes, planesBytes, scaleOfPlanes } from './bit-query.ts';

const dimensions = 200;
const bitAt = (bytes: Uint8Array, at: number, i: number): number =>
  ((bytes[at + (i >> 3)] ?? 0) >> (i & 7)) & 1;

/** What the planes say of number `i`. */
const levelAt = (planes: Uint8Array, i: number): number => {
  const step = Math.floor(i / 128) * 48;
  return [0, 1, 2].reduce((sum, plane) => sum + bitAt(planes, step + plane * 16, i % 128) * 2 ** plane, 0);
};

describe('the planes of a query', () => {
  const random = createRandom(11);
  const draw = () => Float32Array.from({ length: dimensions }, () => random() + random() - 1);
  const [query, mean] = [draw(), Float64Array.from(draw(), (value) => value / 4)];
  const planes = new Uint8Array(planesBytes(dimensions)).fill(255);
  const level = encodePlanes(query, 0, mean, planes, 0);

  it('say about how large each number is, less the average', () => {
    for (let i = 0; i < dimensions; i += 1) {
      const difference = (query[i] ?? 0) - (mean[i] ?? 0);
      const limited = Math.max(-3.5 * level, Math.min(3.5 * level, difference));
      expect(Math.abs((levelAt(planes, i) - 3.5) * level - limited)).toBeLessThanOrEqual(0.5001 * level);
    }
  });

  it('have no bits after the last number: there they are like every row', () => {
    for (let i = dimensions; i < 256; i += 1) expect(levelAt(planes, i)).toBe(0);
  });

  it('give the product with the signs of a row by counting bits that differ', () => {
    const row = Array.from({ length: dimensions }, () => (random() < 0.5 ? 0 : 1));
    let [product, differing] = [0, 0];
    row.forEach((bit, i) => {
      const c = levelAt(planes, i);
      product += (bit === 1 ? 1 : -1) * (c - 3.5);
      for (const plane of [0, 1, 2]) differing += 2 ** plane * (((c >> plane) & 1) ^ bit);
    });
    const { ones, each } = scaleOfPlanes(dimensions);
    expect(ones - each * differing).toBeCloseTo(each * product, 9);
  });

  it('are worth nothing for a query that is the average', () => {
    expect(encodePlanes(Float32Array.of(0.5, 0.25), 0, Float64Array.of(0.5, 0.25), planes, 0)).toBe(0);
  });
});
