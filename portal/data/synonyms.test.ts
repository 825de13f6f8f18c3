import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addSynonym } from './synonyms.ts';

describe('addSynonym', () => {
  it.each<[string, string[][], string, string, string[][]]>([
    ['makes a group', [], 'couch', 'sofa', [['sofa', 'couch']]],
    ['adds to a group of the meaning', [['sofa', 'settee']], 'couch', 'sofa', [['sofa', 'settee', 'couch']]],
    ['adds to a group of the term', [['couch', 'settee']], 'couch', 'sofa', [['couch', 'settee', 'sofa']]],
    ['knows other letter cases', [['Sofa', 'settee']], 'couch', 'sofa', [['Sofa', 'settee', 'couch']]],
    [
      'joins two groups',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      'a',
      'c',
      [['a', 'b', 'c', 'd']],
    ],
    [
      'leaves others alone',
      [['x', 'y']],
      'a',
      'b',
      [
        ['x', 'y'],
        ['b', 'a'],
      ],
    ],
    ['changes nothing that is known', [['a', 'b']], 'a', 'b', [['a', 'b']]],
  ])('%s', (_, groups, term, meaning, expected) => {
    expect(addSynonym(groups, { term, meaning })).toEqual(expected);
  });

  it('loses no word, repeats none within a group, and puts both words into one', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const groups = fc.array(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), { maxLength: 3 });
    fc.assert(
      fc.property(groups, word, word, (before, term, meaning) => {
        const after = addSynonym(before, { term, meaning });
        expect(new Set(after.flat())).toEqual(new Set([...before.flat(), term, meaning]));
        expect(after.every((group) => new Set(group).size === group.length)).toBe(true);
        expect(after.some((group) => group.includes(term) && group.includes(meaning))).toBe(true);
      }),
    );
  });
});
