import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from './edit-distance.ts';

/** The definition, without any shortcut: optimal string alignment over the whole table. */
const alignmentDistance = (a: string, b: string): number => {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.NaN;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const costs = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1)];
      const isSwap =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (isSwap) costs.push(at(i - 2, j - 2) + 1);
      (table[i] ?? [])[j] = Math.min(...costs);
    }
  }
  return at(a.length, b.length);
};

describe('editDistance', () => {
  it.each([
    ['', '', 0],
    ['shirt', 'shirt', 0],
    ['shirt', 'shrt', 1],
    ['shirt', 'shiirt', 1],
    ['shirt', 'short', 1],
    ['shirt', 'sihrt', 1],
    ['shirt', 'skirts', 2],
    ['', 'abc', 3],
  ])('between %j and %j is %i', (a, b, distance) => {
    expect(editDistance(a, b, 5)).toBe(distance);
    expect(editDistance(b, a, 5)).toBe(distance);
  });

  it('reports everything above the limit as limit + 1', () => {
    expect(editDistance('shirt', 'trousers', 2)).toBe(3);
    expect(editDistance('shirt', 'shirtshirt', 2)).toBe(3);
    expect(editDistance('abcdef', 'badcfe', 2)).toBe(3);
  });

  it('equals the whole table, cut at the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(limit + 1, alignmentDistance(a, b)));
      }),
      { numRuns: 2000 },
    );
  });
});
