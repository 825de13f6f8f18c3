import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareLists,
  readBlockedWords,
  readRedirects,
  readSynonyms,
  type WordList,
  writeList,
} from './word-lists.ts';

describe('readSynonyms', () => {
  it.each<[string, string, WordList]>([
    [
      'a group in each line',
      'sofa, couch\ntv,television',
      [
        ['sofa', 'couch'],
        ['tv', 'television'],
      ],
    ],
    ['semicolons of a spreadsheet', 'sofa;couch;settee', [['sofa', 'couch', 'settee']]],
    ['quotes', '"sofa, two seats","a ""good"" couch"', [['sofa, two seats', 'a "good" couch']]],
    [
      'empty lines, spaces and a byte order mark',
      '\uFEFF\n  sofa ,  big   couch \r\n\r\n',
      [['sofa', 'big couch']],
    ],
    ['empty cells', 'sofa,,couch,', [['sofa', 'couch']]],
    ['an apostrophe of a spreadsheet', "'-40 cm, forty", [['-40 cm', 'forty']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, expected) => {
    expect(readSynonyms(text)).toEqual({ list: expected, faults: [] });
  });

  it('names each faulty line and keeps the others', () => {
    const long = Array.from({ length: 51 }, (_, index) => `w${index}`).join(',');
    expect(readSynonyms(`sofa\n"open, quote\na,b\nB,a\n${long}\nc,d`)).toEqual({
      list: [
        ['a', 'b'],
        ['c', 'd'],
      ],
      faults: [
        { line: 1, fault: 'too-few' },
        { line: 2, fault: 'quote' },
        { line: 4, fault: 'repeated' },
        { line: 5, fault: 'too-many' },
      ],
    });
  });
});

describe('readBlockedWords', () => {
  it('reads one word or phrase in each line', () => {
    expect(readBlockedWords('damn\nbad  word\n')).toEqual({ list: [['damn'], ['bad word']], faults: [] });
  });

  it('refuses several in one line, and the same twice', () => {
    expect(readBlockedWords('a, b\nc\nC').faults).toEqual([
      { line: 1, fault: 'several' },
      { line: 3, fault: 'repeated' },
    ]);
  });
});

describe('readRedirects', () => {
  it.each<[string, string, WordList]>([
    ['a term and its address', 'returns, https://a.example/r', [['returns', 'https://a.example/r']]],
    ['semicolons', 'gift cards;http://a.example', [['gift cards', 'http://a.example']]],
    [
      'an address with a comma, in quotes',
      'sale,"https://a.example/?f=1,2"',
      [['sale', 'https://a.example/?f=1,2']],
    ],
  ])('reads %s', (_, text, expected) => {
    expect(readRedirects(text)).toEqual({ list: expected, faults: [] });
    expect(readRedirects(writeList(expected))).toEqual({ list: expected, faults: [] });
  });

  it.each<[string, string, string]>([
    ['a term alone', 'returns', 'pair'],
    ['a third cell', 'returns, https://a.example, x', 'pair'],
    ['an address with a comma', 'sale, https://a.example/?f=1,2', 'pair'],
    ['a script', 'sale, javascript:alert(1)', 'address'],
    ['data', 'sale, data:text/html', 'address'],
    ['a path', 'sale, /sale', 'address'],
    ['a quote that is not closed', '"sale, https://a.example', 'quote'],
  ])('refuses %s', (_, text, fault) => {
    expect(readRedirects(text)).toEqual({ list: [], faults: [{ line: 1, fault }] });
  });

  it('refuses a second address of the same term', () => {
    const { list, faults } = readRedirects('Sale, https://a.example/1\nsale, https://a.example/2');
    expect([list.length, faults]).toEqual([1, [{ line: 2, fault: 'repeated' }]]);
  });
});

describe('writeList', () => {
  it('writes what a spreadsheet does not run', () => {
    expect(
      writeList([
        ['=1+1', 'two'],
        ['a, b', 'c "d"'],
      ]),
    ).toBe('\'=1+1, two\n"a, b", "c ""d"""\n');
  });

  it('is read back as it was', () => {
    const word = fc
      .string({ unit: fc.constantFrom('a', 'b', 'ü', ' ', ',', ';', '"', '=', '-', "'", '@'), minLength: 1 })
      .map((text) => text.trim().replaceAll(/\s+/g, ' '))
      .filter((text) => text !== '' && !/^'[=+\-@]/.test(text));
    const group = fc.uniqueArray(word, {
      minLength: 2,
      maxLength: 5,
      selector: (text) => text.toLowerCase(),
    });
    const key = (cells: readonly string[]) =>
      cells
        .map((cell) => cell.toLowerCase())
        .toSorted()
        .join('\n');
    fc.assert(
      fc.property(fc.uniqueArray(group, { maxLength: 8, selector: key }), (list) => {
        expect(readSynonyms(writeList(list))).toEqual({ list, faults: [] });
      }),
    );
  });
});

describe('compareLists', () => {
  it.each<[string, WordList, WordList, string[], string[]]>([
    ['the same', [['a', 'b']], [['a', 'b']], [], []],
    [
      'another order of lines',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
      [],
      [],
    ],
    ['a new line', [], [['a', 'b']], ['a, b'], []],
    ['a removed line', [['a', 'b']], [], [], ['a, b']],
    ['a changed line', [['a', 'b']], [['a', 'b', 'c']], ['a, b, c'], ['a, b']],
  ])('of %s', (_, before, after, added, removed) => {
    expect(compareLists(before, after)).toEqual({ added, removed });
  });
});
