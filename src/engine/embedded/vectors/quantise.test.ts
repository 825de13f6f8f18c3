import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeStride, createQuantiser, offsetProduct } from './int8-codes.ts';
import { colourOffset, vectorStride } from './vector-shape.ts';

const shape = { looks: 5, colour: 3 };
const stride = vectorStride(shape);

/** A vector in the layout of a version: looks, then colour from its offset on. */
const layOut = (looks: readonly number[], colour: readonly number[]): Float32Array => {
  const vector = new Float32Array(stride);
  vector.set(looks);
  vector.set(colour, colourOffset(shape));
  return vector;
};
const numbers = (length: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length });
const weights = fc.record({ looks: fc.integer({ min: 0, max: 4 }), colour: fc.integer({ min: 0, max: 4 }) });

describe('codeStride', () => {
  it.each([
    [{ looks: 1, colour: 0 }],
    [{ looks: 16, colour: 0 }],
    [{ looks: 17, colour: 3 }],
    [{ looks: 512, colour: 180 }],
  ])('of %j is a whole number of SIMD vectors that holds the vector', (given) => {
    expect(codeStride(given) % 16).toBe(0);
    expect(codeStride(given)).toBeGreaterThanOrEqual(vectorStride(given));
    expect(codeStride(given) - vectorStride(given)).toBeLessThan(16);
  });
});

describe('createQuantiser', () => {
  it('uses the whole range of codes, whatever the size of the numbers', () => {
    const quantiser = createQuantiser(shape, { looks: 1, colour: 0 });
    for (const size of [1e-6, 1, 1e6]) {
      const vector = layOut([size, -size, size / 2, 0, 0], [9, 9, 9]);
      const [row, query] = [new Int8Array(stride), new Int8Array(stride)];
      quantiser.encodeRow(vector, 0, row, 0);
      quantiser.encodeQuery(vector, 0, query, 0);
      expect([...row.subarray(0, 5)]).toEqual([127, -127, 64, 0, 0]);
      expect([...query.subarray(0, 4)]).toEqual([127, 1, 96, 64]);
    }
  });

  it('leaves a part of weight 0 out', () => {
    const quantiser = createQuantiser(shape, { looks: 0, colour: 1 });
    const row = new Int8Array(stride);
    quantiser.encodeRow(layOut([1, 1, 1, 1, 1], [0.5, 0, -0.5]), 0, row, 0);
    expect([...row.subarray(0, 5)]).toEqual([0, 0, 0, 0, 0]);
    expect([...row.subarray(colourOffset(shape), colourOffset(shape) + 3)]).toEqual([127, 0, -127]);
  });

  it('encodes a vector of zeros, and weights of 0, as zeros', () => {
    const row = new Int8Array(stride).fill(1);
    const zero = createQuantiser(shape, { looks: 1, colour: 1 });
    expect(zero.encodeRow(new Float32Array(stride), 0, row, 0)).toBe(0);
    expect([...row]).toEqual(Array.from({ length: stride }, () => 0));
    const none = createQuantiser(shape, { looks: 0, colour: 0 });
    expect(none.encodeRow(layOut([1, 1, 1, 1, 1], [1, 1, 1]), 0, row, 0)).toBe(0);
  });

  it('writes at the given place and nowhere else', () => {
    const quantiser = createQuantiser(shape, { looks: 1, colour: 1 });
    const codes = new Int8Array(3 * stride).fill(5);
    quantiser.encodeRow(layOut([1, 0, 0, 0, 0], [1, 0, 0]), 0, codes, stride);
    expect([...codes.subarray(0, stride)]).toEqual(Array.from({ length: stride }, () => 5));
    expect([...codes.subarray(2 * stride)]).toEqual(Array.from({ length: stride }, () => 5));
  });

  it('gives the weighted product of two vectors back, within the steps of the codes', () => {
    fc.assert(
      fc.property(numbers(5), numbers(3), numbers(5), numbers(3), weights, (la, ca, lb, cb, given) => {
        const sum = given.looks + given.colour;
        if (sum === 0) return;
        const quantiser = createQuantiser(shape, given);
        const [query, row] = [new Int8Array(stride), new Int8Array(stride)];
        const queryScale = quantiser.encodeQuery(layOut(la, ca), 0, query, 0);
        const rowScale = quantiser.encodeRow(layOut(lb, cb), 0, row, 0);
        let product = 0;
        for (let at = 0; at < stride; at += 1) product += (query[at] ?? 0) * (row[at] ?? 0);
        const estimated = (product - offsetProduct(row, 0, stride)) * queryScale * rowScale;
        const dot = (a: readonly number[], b: readonly number[]) =>
          a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0);
        const exact = (given.looks * dot(la, lb) + given.colour * dot(ca, cb)) / sum;
        expect(Math.abs(estimated - exact)).toBeLessThan(0.2);
      }),
    );
  });
});
