import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSetStore } from './set-store.ts';

const toResult = (words: readonly number[]) => ({ words: Uint32Array.from(words), length: words.length });

const megabyte = 1 << 20;

describe('stored results', () => {
  it('are found as they were added, whatever their lengths', () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 30_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(lengths, (drawn) => {
        const store = createSetStore(drawn.length, { bytes: 8 * megabyte });
        const fill = (row: number) => Array.from({ length: drawn[row] ?? 0 }, (_, at) => row * 100_000 + at);
        for (const row of drawn.keys()) expect(store.add(row, toResult(fill(row)))).toBe(true);
        for (const row of drawn.keys()) {
          const { words, start } = store.find(row) ?? { words: new Uint32Array(), start: -1 };
          expect(Array.from(words.subarray(start, start + (drawn[row] ?? 0)))).toEqual(fill(row));
        }
      }),
      { numRuns: 30 },
    );
  });

  it('do not share memory with the writer', () => {
    const store = createSetStore(2, { bytes: megabyte });
    const result = toResult([1, 2, 3]);
    store.add(1, result);
    result.words.fill(9);
    const found = store.find(1);
    expect(Array.from(found?.words.subarray(found.start, found.start + 3) ?? [])).toEqual([1, 2, 3]);
  });

  it('of rows that were not added, or do not exist, are not found', () => {
    const store = createSetStore(3, { bytes: megabyte });
    expect(store.find(0)).toBeNull();
    store.add(1, toResult([5]));
    expect([store.find(0), store.find(2), store.find(3), store.find(-1)]).toEqual([null, null, null, null]);
  });

  it('end where the budget ends, which several stores can share', () => {
    const budget = { bytes: megabyte };
    const [first, second] = [createSetStore(10, budget), createSetStore(10, budget)];
    const large = toResult(Array.from({ length: 60_000 }, () => 1));
    const added = [0, 1, 2].map((row) => first.add(row, large));
    expect([...added, second.add(0, large), second.add(1, large)]).toEqual([true, true, true, true, false]);
    expect(second.find(1)).toBeNull();
    expect(budget.bytes).toBeLessThan(megabyte / 4);
    // What fits into the last piece still has room.
    expect(first.add(3, toResult([1, 2]))).toBe(true);
  });

  it('that are longer than a piece of memory are left out', () => {
    const store = createSetStore(1, { bytes: 8 * megabyte });
    expect(store.add(0, toResult(Array.from({ length: 70_000 }, () => 1)))).toBe(true);
    expect(store.find(0)).toBeNull();
  });
});
