import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsFromArrays } from '../storage/sections.ts';
import { collectSparsePart, multiplySparse, packSparsePart, readSparsePart } from './code-query.ts';

const offset = 3;
const dimensions = 5;
const stride = offset + dimensions;
/** Numbers whose products are exact in every arithmetic. */
const number = fc.constantFrom(0, 0, 0, 0.25, 0.5, 1);
const vector = fc.array(number, { minLength: stride, maxLength: stride });

const multiply = (a: readonly number[], b: readonly number[]): number =>
  a.slice(offset).reduce((sum, value, at) => sum + value * (b[offset + at] ?? 0), 0);

describe('a part of few numbers', () => {
  it('gives the dot products that all numbers give, also when it was stored', () => {
    fc.assert(
      fc.property(fc.array(vector, { minLength: 1, maxLength: 12 }), vector, (vectors, query) => {
        const collected = collectSparsePart(offset, dimensions, vectors.length);
        const floats = Float32Array.from(vectors.flat());
        vectors.forEach((_, picture) => collected.add(floats, picture * stride));
        const part = collected.finish();
        const stored = readSparsePart(sectionsFromArrays(packSparsePart(part)));
        const words = Float32Array.from(query.slice(offset));
        vectors.forEach((own, picture) => {
          expect(multiplySparse(part, words, picture)).toBe(multiply(query, own));
          expect(multiplySparse(stored, words, picture)).toBe(multiply(query, own));
        });
      }),
    );
  });

  it('is 0 without numbers', () => {
    const collected = collectSparsePart(0, 0, 2);
    collected.add(new Float32Array(4), 0);
    expect(multiplySparse(collected.finish(), new Float32Array(0), 0)).toBe(0);
  });
});
