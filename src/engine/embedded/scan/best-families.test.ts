import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateKey, rowFromKey } from '../ranking/candidate-key.ts';
import { findBestFamilies } from '../ranking/top-k.ts';

/** Looks with their families and scores; a row for each look. */
const looks = fc.array(fc.record({ family: fc.nat(12), units: fc.nat(30) }), { maxLength: 120 });

describe('the best families', () => {
  it('are those of the best looks, each once and by its best one', () => {
    fc.assert(
      fc.property(looks, fc.integer({ min: 1, max: 15 }), (drawn, wanted) => {
        const familyOf = Uint32Array.from(drawn, ({ family }) => family);
        const keys = Float64Array.from(drawn, ({ units }, row) => candidateKey(units, row));
        const { firsts, keys: all } = findBestFamilies(keys, familyOf, wanted);
        const sorted = keys.toSorted();
        const expected = new Map<number, number>();
        for (const key of sorted) {
          const family = familyOf[rowFromKey(key)] ?? 0;
          if (!expected.has(family)) expected.set(family, key);
        }
        const best = [...expected.values()].slice(0, wanted);
        expect([...firsts]).toEqual(best);
        const end = expected.size < wanted ? sorted.length : sorted.indexOf(best.at(-1) ?? 0) + 1;
        expect([...all]).toEqual([...sorted.slice(0, end)]);
      }),
    );
  });

  it('are found behind a family with very many looks', () => {
    const familyOf = Uint32Array.from({ length: 1000 }, (_, row) => Math.max(0, row - 996));
    const keys = Float64Array.from({ length: 1000 }, (_, row) => candidateKey(1000 - row, row));
    expect([...findBestFamilies(keys, familyOf, 3).firsts].map(rowFromKey)).toEqual([0, 997, 998]);
  });
});
