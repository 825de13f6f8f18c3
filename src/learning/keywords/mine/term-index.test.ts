import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pattern } from './behaviour.ts';
import { createTermIndex, termIndexDefaults, toTrigrams } from './term-index.ts';

const pattern = (text: string, id: number, popularity = 10): Pattern => ({
  id,
  key: text.split(' ').sort().join(' '),
  displayText: text,
  text,
  words: text.split(' '),
  popularity,
  shoppers: 5,
  lastSeen: 0,
  clicked: true,
});
const texts = ['running shoe', 'red running shoe', 'shoe lace', 'tent', 'tent peg', 'camping stove'];
const index = createTermIndex(texts.map((text, id) => pattern(text, id, 10 - id)));
const idOf = (text: string): number => texts.indexOf(text);

describe('similarity by words', () => {
  it('is 1 for the same words and higher for more shared words', () => {
    const found = index.byWords(['running', 'shoe']);
    expect(found.get(idOf('running shoe'))).toBeCloseTo(1);
    expect(found.get(idOf('red running shoe')) ?? 0).toBeGreaterThan(found.get(idOf('shoe lace')) ?? 1);
    expect(found.has(idOf('tent'))).toBe(false);
  });

  it('counts rare words more than common ones', () => {
    const found = index.byWords(['lace', 'running']);
    expect(found.get(idOf('shoe lace')) ?? 0).toBeGreaterThan(found.get(idOf('running shoe')) ?? 1);
  });

  it('is lowered by words that no pattern has', () =>
    expect(index.byWords(['tent', 'unknown']).get(idOf('tent')) ?? 1).toBeLessThan(1));

  it('does not remember the query before', () => {
    const before = index.byWords(['tent']);
    index.byWords(['shoe', 'running']);
    expect(index.byWords(['tent'])).toEqual(before);
  });
});

describe('similarity by letters', () => {
  it('finds typos and compounds', () => {
    expect(index.byLetters('campng stove').get(idOf('camping stove')) ?? 0).toBeGreaterThan(0.5);
    expect(index.byLetters('tentpeg').get(idOf('tent peg')) ?? 0).toBeGreaterThan(0.4);
    expect(index.byLetters('zzz').size).toBe(0);
  });

  it('is the Jaccard similarity of the trigrams', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 12 }), (key) => {
        const own = toTrigrams(key);
        for (const [id, similarity] of index.byLetters(key)) {
          const other = toTrigrams(texts[id]?.split(' ').sort().join(' ') ?? '');
          expect(similarity).toBeCloseTo(own.intersection(other).size / own.union(other).size);
        }
      }),
      { seed: 3 },
    );
  });
});

it('an answer is bounded, most similar and most popular first', () => {
  const many = Array.from({ length: 400 }, (_, id) => pattern(`shoe ${id}`, id, id + 1));
  const found = createTermIndex(many).byWords(['shoe']);
  expect(found.size).toBe(termIndexDefaults.resultLimit);
  expect([...found.keys()][0]).toBe(399);
});

it('trigrams of a text have two blanks before it and one after it', () =>
  expect([...toTrigrams('ab')]).toEqual(['  a', ' ab', 'ab ']));
