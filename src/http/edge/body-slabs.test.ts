import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodySlabs } from './body-slabs.ts';

describe('bodies in slabs', () => {
  it('are copies: what happens to the original changes nothing', () => {
    const original = Buffer.from('an answer');
    const copy = createBodySlabs().add(original);
    original.fill('x');
    expect(copy.toString()).toBe('an answer');
  });

  it('stay as they were, whatever is added behind them', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(sizes, (lengths) => {
        const slabs = createBodySlabs();
        const copies = lengths.map((length, number) => slabs.add(Buffer.alloc(length, number + 1)));
        copies.forEach((copy, number) => {
          expect(copy.equals(Buffer.alloc(lengths[number] ?? 0, number + 1))).toBe(true);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('share few pieces of memory', () => {
    const slabs = createBodySlabs();
    const copies = Array.from({ length: 1_000 }, () => slabs.add(Buffer.alloc(12_000)));
    expect(new Set(copies.map(({ buffer }) => buffer)).size).toBeLessThan(20);
  });

  it('take little more memory than they have bytes, also where there are few', () => {
    const slabs = createBodySlabs();
    const { buffer } = slabs.add(Buffer.alloc(1_000));
    expect(buffer.byteLength).toBeLessThanOrEqual(16 << 10);
  });

  it('have memory of their own when they are large', () => {
    const slabs = createBodySlabs();
    const large = slabs.add(Buffer.alloc(600_000));
    expect(large.buffer.byteLength).toBe(600_000);
    expect(slabs.add(Buffer.alloc(10)).buffer).not.toBe(large.buffer);
  });
});
