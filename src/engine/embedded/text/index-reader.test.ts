import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProduct } from '../../../../test/support/engine/catalogue-arbitraries.ts';
import { sectionsFromArrays } from '../storage/sections.ts';
import {
  createVocabulary,
  findRarestTerm,
  impactAt,
  packStatistics,
  packTextIndex,
  readStatistics,
  readTextIndex,
} from './text-index.ts';

const openIndex = (names: readonly string[]) => {
  const products = names.map((displayText, at) => createProduct(`p${at}`, { displayText }));
  return readTextIndex(sectionsFromArrays(packTextIndex(products, [], 'en')), 'en');
};

describe('a text index', () => {
  const index = openIndex(['red lamp', 'blue lamp', 'red red sofa', '!!']);
  const vocabulary = createVocabulary(index);
  const term = (word: string) => vocabulary.find(word);

  it('knows its words, sorted, and how many rows have them', () => {
    expect(Array.from({ length: index.terms.size }, (_, at) => index.terms.at(at))).toEqual([
      'blue',
      'lamp',
      'red',
      'sofa',
    ]);
    expect(['blue', 'lamp', 'red', 'sofa'].map((word) => vocabulary.countRows([term(word)]))).toEqual([
      1, 2, 2, 1,
    ]);
    expect(vocabulary.find('green')).toBe(-1);
    expect(vocabulary.size).toBe(4);
    expect(vocabulary.language).toBe('en');
  });

  it('counts the rows that have all of several words', () => {
    expect(vocabulary.countRows([term('red'), term('lamp')])).toBe(1);
    expect(vocabulary.countRows([term('blue'), term('sofa')])).toBe(0);
  });

  it('has an impact for rows with the word, and 0 for others', () => {
    expect(impactAt(index, term('red'), 0)).toBeGreaterThan(0);
    expect(impactAt(index, term('red'), 1)).toBe(0);
    expect(impactAt(index, term('red'), 3)).toBe(0);
    expect(impactAt(index, term('lamp'), 99)).toBe(0);
    expect(impactAt(index, term('red'), 2)).not.toBe(impactAt(index, term('red'), 0));
  });

  it('starts with the rarest word', () => {
    expect(findRarestTerm(index, [term('lamp'), term('blue'), term('red')])).toBe(term('blue'));
    expect(findRarestTerm(index, [term('lamp')])).toBe(term('lamp'));
  });

  it('finds near words with their distance', () => {
    expect(vocabulary.findNear('lamb', 1)).toEqual([{ term: term('lamp'), text: 'lamp', distance: 1 }]);
    expect(vocabulary.findNear('zzzz', 1)).toEqual([]);
  });

  it('is empty without products', () => {
    const empty = openIndex([]);
    expect(empty.terms.size).toBe(0);
    expect(createVocabulary(empty).find('lamp')).toBe(-1);
  });

  it('has the same rows for each word as the names have it', () => {
    const word = fc.constantFrom('red', 'blue', 'lamp', 'sofa', 'oak');
    const name = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 8 }), (names) => {
        const own = openIndex(names);
        const find = createVocabulary(own);
        for (const each of ['red', 'blue', 'lamp', 'sofa', 'oak']) {
          const rows = names.flatMap((text, row) => (text.split(' ').includes(each) ? [row] : []));
          const number = find.find(each);
          expect(number >= 0).toBe(rows.length > 0);
          if (number < 0) continue;
          expect(find.countRows([number])).toBe(rows.length);
          names.forEach((_, row) => expect(impactAt(own, number, row) > 0).toBe(rows.includes(row)));
        }
      }),
    );
  });
});

describe('statistics of the texts', () => {
  it('are read as they were written', () => {
    const statistics = {
      primary: ['brand', 'größe'],
      wordTotals: Float64Array.of(3, 1, 0, 5),
      carrierCounts: Float64Array.of(1, 1, 0, 2),
    };
    expect(readStatistics(sectionsFromArrays(packStatistics(statistics)))).toEqual(statistics);
  });
});
