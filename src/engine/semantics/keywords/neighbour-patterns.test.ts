import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPatterns } from '../../../../test/support/keywords/patterns-in-memory.ts';
import { createNeighbourSearch, findClosest, neighbourDefaults } from './neighbour-patterns.ts';
import {
  computeRarity,
  createRelativePopularity,
  findMostPopular,
  selectEntries,
  typoRules,
} from './patterns.ts';

const search = (known: readonly string[], typed: string, popularity: Record<string, number> = {}) => {
  const { patterns } = createPatterns(known.map((text) => ({ text, popularity: popularity[text] ?? 1 })));
  return createNeighbourSearch(patterns)(typed).map(({ pattern, likeness }) => ({
    text: patterns.forms.at(pattern),
    likeness,
  }));
};
const texts = (found: readonly { readonly text: string }[]) => found.map(({ text }) => text);

describe('createNeighbourSearch', () => {
  it('finds the patterns that share a word, and no others', () => {
    expect(texts(search(['red dress', 'blue dress', 'lamp'], 'long dress')).sort()).toEqual([
      'blue dress',
      'red dress',
    ]);
  });

  it('ranks by the rarity of what is shared', () => {
    const known = ['silk dress', 'red dress', 'blue dress', 'silk scarf', 'red shoe', 'red lamp', 'red sofa'];
    const found = search(known, 'red silk skirt');
    expect(found[0]?.text).toMatch(/silk/);
    const silk = found.find(({ text }) => text === 'silk scarf');
    const red = found.find(({ text }) => text === 'red lamp');
    expect(silk?.likeness).toBeGreaterThan(red?.likeness ?? 1);
  });

  it('gives a pattern with all of the words the likeness 1, whatever their order', () => {
    const [first] = search(['dress red', 'red lamp'], 'red dress');
    expect(first).toEqual({ text: 'dress red', likeness: expect.closeTo(1, 5) as number });
  });

  it('puts the popular one first where patterns are equally alike', () => {
    const popularity = { 'dress blue': 1, 'dress pink': 50 };
    expect(texts(search(['dress blue', 'dress pink'], 'dress', popularity))).toEqual([
      'dress pink',
      'dress blue',
    ]);
  });

  it('ignores filler words', () => {
    expect(search(['with love', 'the end'], 'with the')).toEqual([]);
  });

  it('uses a word that does not retrieve only to score what another word retrieved', () => {
    const known = ['halo 3', 'sofa 3 seater', 'chair'];
    expect(texts(search(known, 'halo 4'))).toEqual(['halo 3']);
    expect(texts(search(known, '3'))).toEqual([]);
    expect(texts(search(known, 'halo 3 game'))).toEqual(['halo 3']);
  });

  it('completes a beginning when no word is known', () => {
    const found = search(['laptop', 'laptop bag', 'lamp', 'lapis'], 'lapt');
    expect(texts(found)).toEqual(['laptop', 'laptop bag']);
    expect(found[0]?.likeness).toBeCloseTo(4 / 6);
    expect(found[1]?.likeness).toBeCloseTo(4 / 10);
  });

  it('finds nothing for an empty text', () => {
    expect(search(['laptop'], '')).toEqual([]);
    expect(search([], 'laptop')).toEqual([]);
  });

  it('returns a bounded number, and the best of all', () => {
    const known = Array.from(
      { length: 300 },
      (_, at) => `dress ${'abcdefghij'.charAt(at % 10).repeat(2)}${at}`,
    );
    const found = search([...known, 'dress'], 'dress');
    expect(found).toHaveLength(neighbourDefaults.maximumNeighbours);
    expect(found[0]?.text).toBe('dress');
  });

  it('leaves nothing behind between two searches', () => {
    const { patterns } = createPatterns([
      { text: 'red dress' },
      { text: 'blue dress' },
      { text: 'red lamp' },
    ]);
    const find = createNeighbourSearch(patterns);
    const first = find('red skirt');
    find('blue dress');
    find('lamp');
    expect(find('red skirt')).toEqual(first);
  });

  it('has likenesses above 0 and at most 1, best first by likeness and popularity', () => {
    const word = fc.constantFrom('red', 'blue', 'dress', 'shoe', 'lamp', 'sofa', 'silk');
    const phrase = fc.uniqueArray(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.uniqueArray(phrase, { minLength: 1, maxLength: 12 }), phrase, (known, typed) => {
        const found = search(known, typed);
        for (const { likeness, text } of found) {
          expect(likeness).toBeGreaterThan(0);
          expect(likeness).toBeLessThanOrEqual(1.000001);
          expect(text.split(' ').some((each) => typed.split(' ').includes(each))).toBe(true);
        }
        const likenesses = found.map(({ likeness }) => likeness);
        expect(likenesses).toEqual(likenesses.toSorted((a, b) => b - a));
        expect(new Set(texts(found)).size).toBe(found.length);
      }),
    );
  });
});

describe('findClosest', () => {
  const { patterns } = createPatterns([
    { text: 'a lamp', popularity: 1 },
    { text: 'b lamp', popularity: 9 },
    { text: 'c lamp', popularity: 5 },
  ]);

  it('is the most alike, and of several the most popular', () => {
    expect(findClosest(patterns, [])).toBe(-1);
    expect(
      findClosest(patterns, [
        { pattern: 0, likeness: 0.5 },
        { pattern: 1, likeness: 0.4 },
      ]),
    ).toBe(0);
    expect(
      findClosest(patterns, [
        { pattern: 0, likeness: 0.5 },
        { pattern: 1, likeness: 0.5 },
        { pattern: 2, likeness: 0.5 },
      ]),
    ).toBe(1);
  });

  it('findMostPopular keeps the first of equally popular ones', () => {
    const equal = createPatterns([{ text: 'lamp' }, { text: 'sofa' }]).patterns;
    expect(findMostPopular(equal, [1, 0])).toBe(1);
    expect(findMostPopular(equal, [])).toBe(-1);
  });
});

describe('weights', () => {
  it('relative popularity is 0 for none and 1 for the most popular', () => {
    const relative = createRelativePopularity([0, 10, 1000]);
    expect(relative(0)).toBe(0);
    expect(relative(2)).toBe(1);
    expect(relative(1)).toBeGreaterThan(0.3);
    expect(relative(1)).toBeLessThan(0.5);
    expect(relative(99)).toBe(0);
  });

  it('relative popularity of patterns that nobody searched for is 0, not a division by zero', () => {
    expect(createRelativePopularity([0, 0])(1)).toBe(0);
    expect(createRelativePopularity([])(0)).toBe(0);
  });

  it('rarity falls with the number of patterns that contain a word, and stays above 0', () => {
    const rarities = [0, 1, 5, 50, 100].map((carriers) => computeRarity(carriers, 100));
    expect(rarities).toEqual(rarities.toSorted((a, b) => b - a));
    expect(Math.min(...rarities)).toBeGreaterThan(0);
  });

  it.each([
    [1, 0],
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
    [30, 2],
  ])('a text of %i letters may have %i typing errors', (length, edits) => {
    expect(typoRules.toleratedEdits(length)).toBe(edits);
  });
});

describe('selectEntries', () => {
  it('keeps the most popular of each normal form, sorted by form', () => {
    const selected = selectEntries(
      [
        { text: 'Sofas', popularity: 2 },
        { text: 'sofa', popularity: 5 },
        { text: 'SOFA', popularity: 5 },
        { text: 'Bed', popularity: 1 },
        { text: '!!', popularity: 99 },
      ],
      'en',
    );
    expect(selected).toEqual([
      { form: 'bed', entry: { text: 'Bed', popularity: 1 } },
      { form: 'sofa', entry: { text: 'sofa', popularity: 5 } },
    ]);
  });

  it('sorts by code units, as a text table is searched', () => {
    const forms = selectEntries(
      ['zebra', 'apple', 'éclair', 'Äpfel', '1 kg', 'a b', 'ab'].map((text) => ({ text, popularity: 0 })),
      'de',
    ).map(({ form }) => form);
    expect(forms).toEqual(forms.toSorted((a, b) => (a < b ? -1 : 1)));
    expect(forms[0]).toBe('1 kg');
  });
});
