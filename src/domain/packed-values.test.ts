import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  maximumPackedCount,
  maximumPackedPlaces,
  packValue,
  placeOf,
  unpackValues,
} from './packed-values.ts';

const value = fc.tuple(
  fc.integer({ min: 1, max: maximumPackedCount }),
  fc.integer({ min: 0, max: maximumPackedPlaces - 1 }),
);

describe('a packed value', () => {
  it.each([
    [1, 0],
    [1, maximumPackedPlaces - 1],
    [maximumPackedCount, 0],
    [maximumPackedCount, maximumPackedPlaces - 1],
  ])('of count %i and place %i is one word', (count, place) => {
    const word = packValue(count, place);
    expect(new Uint32Array([word])[0]).toBe(word);
    expect([countOf(word), placeOf(word)]).toEqual([count, place]);
  });

  it('has the count and the place that were put in', () => {
    fc.assert(
      fc.property(value, ([count, place]) => {
        const word = packValue(count, place);
        expect([countOf(word), placeOf(word)]).toEqual([count, place]);
      }),
    );
  });

  it('sorts as values do: most frequent first, then by place', () => {
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const words = Uint32Array.from(values, ([count, place]) => packValue(count, place)).sort();
        const expected = values.toSorted((a, b) => b[0] - a[0] || a[1] - b[1]);
        expect(Array.from(words, (word) => [countOf(word), placeOf(word)])).toEqual(expected);
      }),
    );
  });
});

describe('unpackValues', () => {
  const list = ['blue', 'green', 'red'];
  const names = { size: list.length, at: (place: number) => list[place] ?? '' };

  it('reads the values between start and end alone', () => {
    const words = Uint32Array.from([7, packValue(3, 2), packValue(1, 0), 9]);
    expect(unpackValues({ names, words, start: 1, end: 3 })).toEqual([
      { name: 'red', count: 3 },
      { name: 'blue', count: 1 },
    ]);
    expect(unpackValues({ names, words, start: 2, end: 2 })).toEqual([]);
  });
});
