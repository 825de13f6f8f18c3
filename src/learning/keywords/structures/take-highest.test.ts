import fc from 'fast-check';
import { expect, it } from 'vitest';
import { takeHighest } from './take-highest.ts';

it('is the beginning of the sorted list, also with ties', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 200 }),
      fc.integer({ min: 1, max: 210 }),
      (scores, limit) => {
        const items = scores.map((score, place) => ({ score, place }));
        const sorted = items.toSorted((a, b) => b.score - a.score || b.place - a.place);
        expect(takeHighest(items, limit, (a, b) => b.place - a.place)).toEqual(sorted.slice(0, limit));
      },
    ),
    { seed: 7 },
  );
});
