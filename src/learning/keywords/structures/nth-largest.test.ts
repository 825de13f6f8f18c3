import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nthLargest } from './nth-largest.ts';

it('is the nth value in descending order, also with ties', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 200 }),
      fc.nat(),
      (values, pick) => {
        const nth = (pick % values.length) + 1;
        const sorted = [...values].sort((a, b) => b - a);
        expect(nthLargest(Float64Array.from(values), nth)).toBe(sorted[nth - 1]);
      },
    ),
    { seed: 7 },
  );
});

it('keeps all values of the array', () => {
  const values = Float64Array.from([3, 1, 2, 3, 0]);
  nthLargest(values, 2);
  expect([...values].sort()).toEqual([0, 1, 2, 3, 3]);
});
