import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addHistogram, createHistogram, fromBytes, observe, quantile, toBytes } from './histogram.ts';

const latency = fc.double({ min: 0.02, max: 100_000, noNaN: true });

const fill = (values: readonly number[]) => {
  const histogram = createHistogram();
  for (const value of values) observe(histogram, value);
  return histogram;
};

describe('histogram of latencies', () => {
  it('knows no quantile without values', () => {
    expect(quantile(createHistogram(), 0.5)).toBeNull();
  });

  it('computes every quantile to within a tenth', () => {
    fc.assert(
      fc.property(
        fc.array(latency, { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 0.99),
        (values, share) => {
          const sorted = values.toSorted((a, b) => a - b);
          const exact = sorted[Math.ceil(values.length * share) - 1] ?? 0;
          const computed = quantile(fill(values), share) ?? 0;
          expect(Math.abs(computed - exact) / exact).toBeLessThan(0.1);
        },
      ),
      { verbose: true },
    );
  });

  it('adds up: two halves give what the whole gives', () => {
    fc.assert(
      fc.property(fc.array(latency), fc.array(latency), (left, right) => {
        const sum = fill(left);
        addHistogram(sum, fill(right));
        expect(sum).toEqual(fill([...left, ...right]));
      }),
      { verbose: true },
    );
  });

  it('survives being written as bytes', () => {
    const histogram = fill([0.1, 3, 3, 5000]);
    expect(fromBytes(toBytes(histogram))).toEqual(histogram);
  });

  it('counts what lies outside its range at its ends', () => {
    const histogram = fill([0, 1e9]);
    expect(histogram.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(histogram[0]).toBe(1);
    expect(histogram.at(-1)).toBe(1);
  });
});
