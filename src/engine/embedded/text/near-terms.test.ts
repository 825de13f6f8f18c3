import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sectionsFromArrays } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import { editDistance } from '../../../domain/edit-distance.ts';
import { nearTerms } from './near-terms.ts';

const tableOf = (terms: readonly string[]) =>
  readStrings(sectionsFromArrays(packStrings('terms', [...new Set(terms)].sort())), 'terms');

/** Few letters, so that words are often near each other and share beginnings. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '漢', '😀'), maxLength: 7 });

describe('terms near a word', () => {
  it('are exactly those that a comparison with every term finds', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), word, fc.constantFrom(1, 2), (terms, asked, limit) => {
        const table = tableOf(terms);
        const plain = Array.from({ length: table.size }, (_, term) => {
          const text = table.at(term);
          return { term, text, distance: editDistance(asked, text, limit) };
        });
        expect(nearTerms(table, asked, limit)).toEqual(plain.filter(({ distance }) => distance <= limit));
      }),
      { numRuns: 500 },
    );
  });

  it('count a swap of neighbours as one error, and an error in the first letter like any other', () => {
    const found = nearTerms(tableOf(['phone', 'phones', 'throne', 'zebra']), 'hpone', 1);
    expect(found.map(({ text }) => text)).toEqual(['phone']);
    expect(nearTerms(tableOf(['lamp']), 'kamp', 1)).toEqual([{ term: 0, text: 'lamp', distance: 1 }]);
  });

  it('skip nothing behind a beginning that led nowhere', () => {
    const table = tableOf(['aaaaaa', 'aaaaab', 'aaaabb', 'baaaa', 'lamp', 'lamps', 'zzzz']);
    expect(nearTerms(table, 'lamp', 1).map(({ text }) => text)).toEqual(['lamp', 'lamps']);
  });
});
