import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateKey, rowFromKey, worstKey } from '../ranking/candidate-key.ts';
import { createFamilyPrefixFinder } from './family-prefix.ts';
import { mergeList } from './previous-lists.ts';

/** Twelve rows in families of two: 0 0 1 1 2 2 … */
const familyOf = Uint32Array.from({ length: 12 }, (_, row) => row >> 1);
const findPrefix = createFamilyPrefixFinder(familyOf);
const key = (score: number, row: number) => candidateKey(score, row);

describe('the prefix with a number of families', () => {
  it('ends with the first look of the last family', () => {
    const keys = Float64Array.of(key(9, 0), key(8, 1), key(7, 2), key(6, 3), key(5, 4));
    expect(findPrefix(keys, 1)).toEqual({ length: 1, families: 1 });
    expect(findPrefix(keys, 2)).toEqual({ length: 3, families: 2 });
    expect(findPrefix(keys, 3)).toEqual({ length: 5, families: 3 });
  });

  it('is everything when there are fewer families, and nothing for none', () => {
    const keys = Float64Array.of(key(9, 0), key(8, 1));
    expect(findPrefix(keys, 5)).toEqual({ length: 2, families: 1 });
    expect(findPrefix(keys, 0)).toEqual({ length: 0, families: 0 });
    expect(findPrefix(new Float64Array(0), 3)).toEqual({ length: 0, families: 0 });
  });

  it('forgets the families of the list before', () => {
    const keys = Float64Array.of(key(9, 0), key(8, 2));
    for (let round = 0; round < 3; round += 1) expect(findPrefix(keys, 2).families).toBe(2);
  });
});

describe('merging a known list with new candidates', () => {
  const depth = { list: 2, withReserve: 3 };

  it('inserts new candidates in their order', () => {
    const known = { keys: Float64Array.of(key(9, 0), key(5, 4)), keyLimit: worstKey };
    const merged = mergeList(known, Float64Array.of(key(7, 2)), 3, depth, findPrefix);
    expect([...(merged ?? [])].map(rowFromKey)).toEqual([0, 2, 4]);
  });

  it('is null when fewer families are left than the list needs, though there are more candidates', () => {
    const known = { keys: Float64Array.of(key(9, 0), key(8, 1)), keyLimit: key(8, 1) + 1 };
    expect(mergeList(known, new Float64Array(0), 6, depth, findPrefix)).toBeNull();
  });

  it('is complete when it has all candidates, however few families they are', () => {
    const known = { keys: Float64Array.of(key(9, 0), key(8, 1)), keyLimit: worstKey };
    expect(mergeList(known, new Float64Array(0), 2, depth, findPrefix)).toEqual(known.keys);
  });

  it('equals the list of all candidates compared at once, or is null', () => {
    const candidate = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(11));
    const candidates = fc.uniqueArray(candidate, { selector: ([, row]) => row, maxLength: 12 });
    fc.assert(
      fc.property(
        candidates,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        fc.nat(4),
        (all, isKnown, cut) => {
          const sorted = (rows: typeof all) =>
            Float64Array.from(rows, ([score, row]) => key(score, row)).sort();
          const old = sorted(all.filter((_, index) => isKnown[index]));
          const isCut = cut < old.length;
          const knownKeys = isCut ? old.slice(0, cut) : old;
          const keyLimit = isCut ? (knownKeys.at(-1) ?? -1) + 1 : worstKey;
          const fresh = sorted(all.filter((_, index) => !isKnown[index])).filter((one) => one < keyLimit);
          const merged = mergeList({ keys: knownKeys, keyLimit }, fresh, all.length, depth, findPrefix);
          if (merged === null) return;
          const everything = sorted(all);
          expect([...merged]).toEqual([...everything.slice(0, merged.length)]);
          const needed = findPrefix(everything, depth.list).length;
          expect(merged.length).toBeGreaterThanOrEqual(needed);
        },
      ),
      { numRuns: 500 },
    );
  });
});
