import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import { editDistance } from '../../../domain/edit-distance.ts';
import { nearTerms } from './near-terms.ts';

const createTable = (terms: readonly string[]) =>
  readStrings(sectionsFromArrays(packStrings('terms', [...new Set(terms)].sort())), 'terms');

/** Few letters, so that words are often near each other and share beginnings. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '漢', '😀'), maxLength: 7 });

describe('nearTerms', () => {
  it('finds exactly the terms that a comparison with every term finds', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, fc.constantFrom(1, 2), (terms, typed, limit) => {
        const table = createTable(terms);
        const expected = Array.from({ length: table.size }, (_, term) => {
          const text = table.at(term);
          return { term, text, distance: editDistance(typed, text, limit) };
        });
        expect(nearTerms(table, typed, limit)).toEqual(expected.filter(({ distance }) => distance <= limit));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a swap of adjacent letters as one edit, and an edit of the first letter like any other', () => {
    const near = nearTerms(createTable(['phone', 'phones', 'throne', 'zebra']), 'hpone', 1);
    expect(near.map(({ text }) => text)).toEqual(['phone']);
    expect(nearTerms(createTable(['lamp']), 'kamp', 1)).toEqual([{ term: 0, text: 'lamp', distance: 1 }]);
  });

  it('skips no term after a prefix that is too far away', () => {
    const table = createTable(['aaaaaa', 'aaaaab', 'aaaabb', 'baaaa', 'lamp', 'lamps', 'zzzz']);
    expect(nearTerms(table, 'lamp', 1).map(({ text }) => text)).toEqual(['lamp', 'lamps']);
  });
});
