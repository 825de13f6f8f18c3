import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidateKey, rowFromKey, unitsFromKey, worstKey } from './candidate-key.ts';
import { createTopK } from './top-k.ts';

const keys = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 });

describe('the top k of keys', () => {
  it('are the lowest ones, lowest first, in whatever order they are offered', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 20 }), (offered, size) => {
        const top = createTopK(size);
        for (const key of offered) top.offer(key);
        expect([...top.take()]).toEqual(offered.toSorted((a, b) => a - b).slice(0, size));
        expect(top.overflowed).toBe(offered.length > size);
      }),
    );
  });

  it('are the same when the limit is lowered in between', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 20 }), (offered, size) => {
        const top = createTopK(size);
        for (const key of offered) {
          top.offer(key);
          top.tighten();
        }
        const sorted = offered.toSorted((a, b) => a - b);
        expect([...top.take()]).toEqual(sorted.slice(0, size));
        expect(top.overflowed).toBe(offered.length > size);
      }),
    );
  });

  it('lower their limit when asked to, before they are full', () => {
    const top = createTopK(8);
    for (let key = 11; key >= 1; key -= 1) top.offer(key);
    expect(top.limit).toBe(worstKey);
    top.tighten();
    expect(top.limit).toBe(8);
  });

  it('never have a limit below a key that they keep', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 5 }), (offered, size) => {
        const top = createTopK(size);
        for (const [index, key] of offered.entries()) {
          top.offer(key);
          const kept = offered.slice(0, index + 1).sort((a, b) => a - b)[size - 1] ?? worstKey;
          expect(top.limit).toBeGreaterThanOrEqual(Math.min(kept, worstKey));
        }
      }),
    );
  });
});

describe('a candidate key', () => {
  const units = fc.integer({ min: 0, max: 1_000_000 });
  const row = fc.integer({ min: 0, max: 2 ** 32 - 1 });

  it('holds score and row', () => {
    fc.assert(
      fc.property(units, row, (score, of) => {
        const key = candidateKey(score, of);
        expect([unitsFromKey(key), rowFromKey(key)]).toEqual([score, of]);
        expect(key).toBeLessThan(worstKey);
      }),
    );
  });

  it('is lower for a better score, and for a lower row among equal scores', () => {
    fc.assert(
      fc.property(units, units, row, row, (a, b, x, y) => {
        const isBetter = a > b || (a === b && x < y);
        expect(candidateKey(a, x) < candidateKey(b, y)).toBe(isBetter);
      }),
    );
  });
});
