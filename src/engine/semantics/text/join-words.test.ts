import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinWords, splitWord } from './join-words.ts';
import { createSynonyms } from './expand-query.ts';
import { createTokenStream } from './token-stream.ts';

describe('joinWords', () => {
  it.each([
    ['wi', 'fi', 'wifi'],
    ['500', 'gb', '500gb'],
    ['usb', '3', 'usb3'],
    ['15', '6', null],
    ['a1', '2b', null],
    ['٣', '٤', null],
  ])('of %s and %s is %j', (first, second, expected) => {
    expect(joinWords(first, second)).toBe(expected);
  });
});

describe('splitWord', () => {
  it.each<[string, number, [string, string][]]>([
    ['wifi', 2, [['wi', 'fi']]],
    ['wifi', 3, []],
    [
      'sofabed',
      3,
      [
        ['sof', 'abed'],
        ['sofa', 'bed'],
      ],
    ],
    ['500gb', 3, [['500', 'gb']]],
    ['usb3', 3, [['usb', '3']]],
    ['1234', 1, []],
    ['a', 1, []],
    ['', 1, []],
  ])('of %s from %d letters is %j', (word, minimumLength, expected) => {
    expect(splitWord(word, minimumLength)).toEqual(expected);
  });

  it('is undone by joining, and never cuts a number', () => {
    const words = fc.string({ unit: fc.constantFrom('a', 'b', 'ü', '1', '2'), maxLength: 12 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 4 }), (word, minimumLength) => {
        for (const [first, second] of splitWord(word, minimumLength))
          expect(joinWords(first, second)).toBe(word);
      }),
    );
  });
});

describe('createSynonyms', () => {
  const synonyms = createSynonyms(
    [
      ['sofa', 'couch', 'Settee'],
      ['sofa', 'divan bed'],
      ['sofas', 'Sofa'],
      ['', '  '],
    ],
    'en',
  );
  const others = (...words: string[]) =>
    synonyms.alternatives(words).map(({ words: each }) => each.join(' '));

  it('are the other entries of all groups with the words', () => {
    expect(others('sofa')).toEqual(['couch', 'settee', 'divan bed']);
    expect(others('couch')).toEqual(['sofa', 'settee']);
    expect(others('divan', 'bed')).toEqual(['sofa']);
  });

  it('are none for other words, parts of an entry, and nothing', () => {
    expect([others('chair'), others('divan'), others()]).toEqual([[], [], []]);
  });

  it('know how many words belong together, and at least two', () => {
    expect(synonyms.longestEntry).toBe(2);
    expect(createSynonyms([], 'en').longestEntry).toBe(2);
    expect(createSynonyms([['a b c d', 'x']], 'en').longestEntry).toBe(4);
  });
});

describe('createTokenStream', () => {
  const read = (stream: ReturnType<typeof createTokenStream>, row: number) =>
    [...stream.fieldTokens(row)].map(({ field, length, words }) => ({
      field,
      length,
      words: [...words].map((number) => stream.wordAt(number)),
    }));

  it('gives back the words of each field, with a gap after each value', () => {
    const stream = createTokenStream('en');
    stream.addTokens(0, ['Red lamp']);
    stream.addTokens(3, ['S', 'M']);
    stream.endRow();
    stream.addTokens(0, ['Lamp']);
    stream.endRow();
    expect(stream.rowCount).toBe(2);
    expect(read(stream, 0)).toEqual([
      { field: 0, length: 2, words: ['red', 'lamp', ''] },
      { field: 3, length: 2, words: ['s', '', 'm', ''] },
    ]);
    expect(read(stream, 1)).toEqual([{ field: 0, length: 1, words: ['lamp', ''] }]);
  });

  it('leaves out fields without a word, and keeps the row', () => {
    const stream = createTokenStream('en');
    stream.addTokens(0, ['', '  ', '!?']);
    stream.addTokens(1, []);
    stream.endRow();
    expect([stream.rowCount, read(stream, 0), read(stream, 5)]).toEqual([1, [], []]);
  });

  it('numbers words from 1, each once', () => {
    const stream = createTokenStream('en');
    expect([stream.addWord('lamp'), stream.addWord('chair'), stream.addWord('lamp')]).toEqual([1, 2, 1]);
    expect([stream.findWord('chair'), stream.findWord('table'), stream.wordAt(99)]).toEqual([2, 0, '']);
  });

  it('grows beyond its first size without losing a word', () => {
    const stream = createTokenStream('en');
    const texts = Array.from({ length: 700 }, (_, index) => `w${index} x${index}`);
    for (const text of texts) {
      stream.addTokens(1, [text]);
      stream.endRow();
    }
    expect(texts.every((text, row) => read(stream, row)[0]?.words.join(' ').trim() === text)).toBe(true);
  });
});
