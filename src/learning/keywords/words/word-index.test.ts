import { expect, it } from 'vitest';
import { createDictionary, takeHighest } from './word-index.ts';
import fc from 'fast-check';

it('gives each text one id, in the order of first use, and finds both ways', () => {
  const dictionary = createDictionary();
  expect(['a', 'b', 'a', '', 'b'].map((text) => dictionary.add(text))).toEqual([0, 1, 0, 2, 1]);
  expect(dictionary.size).toBe(3);
  expect(dictionary.find('b')).toBe(1);
  expect(dictionary.find('c')).toBeUndefined();
  expect(dictionary.getText(2)).toBe('');
  expect(dictionary.getText(9)).toBe('');
});

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
