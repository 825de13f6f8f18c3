import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSparsePart } from './sparse-part.ts';

const offset = 3;
const dimensions = 5;
const stride = offset + dimensions;
/** Numbers whose products are exact in every arithmetic. */
const number = fc.constantFrom(0, 0, 0, 0.25, 0.5, 1);
const vector = fc.array(number, { minLength: stride, maxLength: stride });

const createPart = (vectors: readonly (readonly number[])[]) => {
  const part = createSparsePart(offset, dimensions, vectors.length);
  const floats = Float32Array.from(vectors.flat());
  vectors.forEach((_, picture) => part.add(floats, picture * stride));
  return part;
};

const multiply = (a: readonly number[], b: readonly number[]): number =>
  a.slice(offset).reduce((sum, value, at) => sum + value * (b[offset + at] ?? 0), 0);

describe('a part of few numbers', () => {
  it('adds the dot products that all numbers give, times the weight', () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 12 }), fc.nat(), (vectors, seed) => {
        const query = seed % vectors.length;
        const pictures = Uint32Array.from(vectors, (_, at) => vectors.length - 1 - at);
        const scores = new Float32Array(vectors.length + 2).fill(1);
        createPart(vectors).addProducts(query, 0.5, pictures, scores, 2);
        const expected = [...pictures].map(
          (picture) => 1 + 0.5 * multiply(vectors[query] ?? [], vectors[picture] ?? []),
        );
        expect([...scores]).toEqual([1, 1, ...expected]);
      }),
    );
  });

  it.each([
    ['without a weight', 0, dimensions],
    ['without numbers', 1, 0],
  ])('adds nothing %s', (_name, weight, size) => {
    const part = createSparsePart(0, size, 2);
    part.add(new Float32Array(size).fill(1), 0);
    part.add(new Float32Array(size).fill(1), 0);
    const scores = Float32Array.of(1, 2);
    part.addProducts(0, weight, Uint32Array.of(0, 1), scores, 0);
    expect([...scores]).toEqual([1, 2]);
  });

  it('forgets the query before', () => {
    const part = createPart([
      [0, 0, 0, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 1, 0, 0, 0],
    ]);
    const scores = new Float32Array(2);
    part.addProducts(0, 1, Uint32Array.of(0, 1), scores, 0);
    part.addProducts(1, 1, Uint32Array.of(0, 1), scores, 0);
    expect([...scores]).toEqual([1, 1]);
  });
});
