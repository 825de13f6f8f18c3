import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from '../../../domain/normal-form.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { dropPartialPhrases } from './fuse-suggestions.ts';
import { joinWithoutSpaces, type Phrase, phraseKey, isSamePhrase } from './phrase.ts';
import { indexPhrases, relateDefaults, relateWeights } from './phrase-index.ts';
import { relatePhrases } from './relate-phrases.ts';

const createPhrase = (displayText: string, more: Partial<Phrase> = {}): Phrase => {
  const words = tokenize(displayText, 'en');
  return {
    text: words.join(' '),
    displayText,
    words,
    key: phraseKey(words),
    unspaced: joinWithoutSpaces(words),
    popularity: 1,
    products: 3,
    category: null,
    ...more,
  };
};
const relate = (phrases: readonly Phrase[], pattern: Phrase | string) => {
  const wanted = typeof pattern === 'string' ? createPhrase(pattern) : pattern;
  const known = phrases.find(({ text }) => text === wanted.text) ?? wanted;
  return relatePhrases(phrases)(known);
};
const texts = (suggestions: readonly { readonly text: string }[]) => suggestions.map(({ text }) => text);

describe('isSamePhrase', () => {
  it.each([
    ['another order', 'red dress', 'dress red', true],
    ['another spacing', 't shirt', 'tshirt', true],
    ['a repeated word', 'red red dress', 'red dress', true],
    ['a typo in a long word', 'leather jacket', 'leather jackat', true],
    ['a letter more', 'leather jacket', 'leather jackett', true],
    ['a typo in a short word', 'bag', 'rag', false],
    ['another word', 'red dress', 'red lamp', false],
    ['two words that differ', 'black jacket', 'blank jackat', false],
    ['another number', 'iphone 14', 'iphone 15', false],
    ['another number in a long word', 'galaxy10', 'galaxy11', false],
    ['one word more', 'red dress', 'red long dress', false],
    ['a length of two more', 'jackets blue', 'jacketing blue', false],
  ])('%s', (_, a, b, expected) => {
    expect(isSamePhrase(createPhrase(a), createPhrase(b))).toBe(expected);
    expect(isSamePhrase(createPhrase(b), createPhrase(a))).toBe(expected);
  });
});

describe('dropPartialPhrases', () => {
  const suggestion = (text: string): Suggestion => ({
    text,
    displayText: text,
    score: 1,
    direction: 'next',
    evidence: [],
  });
  const drop = (given: readonly string[], limit = 10) =>
    texts(dropPartialPhrases(given.map(suggestion), limit));

  it.each([
    [['arch file', 'lever arch file'], ['arch file']],
    [['lever arch file', 'arch file'], ['lever arch file']],
    [['red dress', 'dress red'], ['red dress']],
    [
      ['red dress', 'red lamp'],
      ['red dress', 'red lamp'],
    ],
    [[], []],
  ])('of %j keeps %j', (given, expected) => {
    expect(drop(given)).toEqual(expected);
  });

  it('keeps at most the limit, the best ones', () => {
    expect(drop(['a b', 'c d', 'e f'], 2)).toEqual(['a b', 'c d']);
    expect(drop(['a b'], 0)).toEqual([]);
  });
});

describe('indexPhrases', () => {
  const phrases = [
    createPhrase('red dress', { popularity: 5, category: 'Women/Dresses' }),
    createPhrase('blue dress', { popularity: 9, category: 'Women/Dresses' }),
    createPhrase('summer skirt', { popularity: 1, category: 'Women/Skirts' }),
    createPhrase('garment', { popularity: 1, category: 'Women' }),
    createPhrase('red vase', { popularity: 2, category: 'Home/Vases' }),
    createPhrase('gone', { popularity: 99, products: 0 }),
  ];
  const index = indexPhrases(phrases);
  const at = (text: string) => index.phrases.findIndex((phrase) => phrase.text === text);

  it('leaves out phrases that find nothing, and puts the most searched first', () => {
    expect(texts(index.phrases)).toEqual(['blue dress', 'red dress', 'red vase', 'garment', 'summer skirt']);
    expect(indexPhrases([createPhrase('unknown', { products: null })]).phrases).toHaveLength(1);
  });

  it('finds phrases that share a word or a category', () => {
    const { positions } = index.query(createPhrase('red dress', { category: 'Women/Dresses' }));
    expect([...positions].map((position) => index.phrases[position]?.text).sort()).toEqual([
      'blue dress',
      // The own category has few phrases, so those of the parent are added.
      'garment',
      'red dress',
      'red vase',
      'summer skirt',
    ]);
    expect(index.query(createPhrase('mug')).positions.size).toBe(0);
  });

  it.each([
    ['Women/Dresses', 'blue dress', 1],
    ['Women/Dresses', 'summer skirt', relateDefaults.relatedCategoryShare],
    ['Women/Dresses', 'garment', relateDefaults.relatedCategoryShare],
    ['Women', 'blue dress', relateDefaults.relatedCategoryShare],
    ['Women/Dresses', 'red vase', 0],
    ['Women/Dress', 'blue dress', relateDefaults.relatedCategoryShare],
    ['Wom', 'garment', 0],
    [null, 'blue dress', 0],
  ])('a pattern of %s has to "%s" the proximity %d', (category, other, expected) => {
    expect(index.query(createPhrase('x', { category })).categoryProximity(at(other))).toBe(expected);
  });

  it('compares by shared words, the rare ones more', () => {
    const query = index.query(createPhrase('red dress'));
    expect(query.compare(at('red dress')).overlap).toBeCloseTo(1);
    expect(query.compare(at('summer skirt')).overlap).toBe(0);
    const skirt = index.query(createPhrase('red skirt'));
    expect(skirt.compare(at('summer skirt')).overlap).toBeGreaterThan(skirt.compare(at('red vase')).overlap);
  });

  it('says whether a phrase is the pattern and more', () => {
    const query = index.query(createPhrase('dress'));
    expect(query.compare(at('red dress')).contains).toBe(true);
    expect(query.compare(at('red vase')).contains).toBe(false);
    expect(index.query(createPhrase('red dress')).compare(at('red dress')).contains).toBe(false);
    expect(index.query(createPhrase('dress unknown')).compare(at('red dress')).contains).toBe(false);
  });

  it('gives the most popular phrase the whole weight of popularity, and others a share', () => {
    const first = index.baseScore(0);
    expect(first.popularity).toBeCloseTo(relateWeights.popularity);
    expect(first.catalogue).toBeCloseTo(relateWeights.catalogue);
    expect(index.baseScore(1).popularity).toBeLessThan(first.popularity);
    expect(index.baseScore(99)).toEqual({ popularity: 0, catalogue: 0 });
  });

  it('is empty without phrases', () => {
    const empty = indexPhrases([]);
    expect(empty.phrases).toEqual([]);
    expect(empty.query(createPhrase('red')).positions.size).toBe(0);
  });
});

describe('relatePhrases', () => {
  const dresses = 'Women/Dresses';
  const phrases = [
    createPhrase('dress', { popularity: 50, category: dresses, products: 40 }),
    createPhrase('red dress', { popularity: 20, category: dresses, products: 9 }),
    createPhrase('blue dress', { popularity: 10, category: dresses, products: 8 }),
    createPhrase('summer dress', { popularity: 15, category: dresses, products: 12 }),
    createPhrase('red vase', { popularity: 30, category: 'Home/Vases' }),
    createPhrase('evening gown', { popularity: 3, category: dresses }),
    createPhrase('skirt', { popularity: 12, category: 'Women/Skirts' }),
    createPhrase('gift card', { popularity: 99 }),
  ];

  it('lists refinements with all words of the pattern, and other searches as next', () => {
    const list = relate(phrases, 'dress');
    const directions = Object.fromEntries(list.map(({ text, direction }) => [text, direction]));
    expect(directions).toMatchObject({
      'red dress': 'refine',
      'summer dress': 'refine',
      'evening gown': 'next',
    });
    expect(texts(list)).not.toContain('dress');
  });

  it('stays with the kind that the pattern names: red dress leads to dresses, not to red vases', () => {
    expect(texts(relate(phrases, 'red dress'))).not.toContain('red vase');
    expect(texts(relate(phrases, 'red dress'))).toContain('blue dress');
    expect(texts(relate(phrases, createPhrase('red', { category: null })))).toContain('red vase');
  });

  it('leaves out what shares neither a word nor a category', () => {
    expect(texts(relate(phrases, 'red dress'))).not.toContain('gift card');
    expect(relate(phrases, 'piano')).toEqual([]);
  });

  it('is ordered by score, and the evidence adds up to no less', () => {
    const list = relate(phrases, 'dress');
    const scores = list.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    for (const { score, evidence } of list) {
      const sum = evidence.reduce((total, { weight }) => total + weight, 0);
      expect(score).toBeLessThanOrEqual(sum + 1e-9);
      expect(evidence.every(({ weight }) => weight > 0)).toBe(true);
    }
  });

  it('names the products behind a suggestion', () => {
    const red = relate(phrases, 'dress').find(({ text }) => text === 'red dress');
    expect(red?.evidence.find(({ signal }) => signal === 'catalogue')?.products).toBe(9);
    expect(red?.evidence.map(({ signal }) => signal)).toEqual(['terms', 'popularity', 'catalogue']);
  });

  it('moves repeats of the same new word down', () => {
    const many = [
      createPhrase('lamp', { popularity: 50 }),
      createPhrase('brass lamp', { popularity: 40 }),
      createPhrase('brass floor lamp', { popularity: 39 }),
      createPhrase('glass lamp', { popularity: 30 }),
    ];
    const list = relate(many, 'lamp');
    expect(texts(list)[0]).toBe('brass lamp');
    const floor = list.find(({ text }) => text === 'brass floor lamp');
    const sum = floor?.evidence.reduce((total, { weight }) => total + weight, 0) ?? 0;
    expect(floor?.score).toBeCloseTo(sum * relateDefaults.repetitionFactor);
  });

  it('shows one spelling of a search', () => {
    const spelt = [
      createPhrase('jacket', { popularity: 5 }),
      createPhrase('leather jacket', { popularity: 5 }),
      createPhrase('leathers jacket', { popularity: 4 }),
      createPhrase('leatherjacket jacket', { popularity: 3 }),
      createPhrase('jacket leather', { popularity: 2 }),
    ];
    const list = texts(relate(spelt, 'jacket'));
    expect(list.filter((text) => text === 'leather jacket' || text === 'jacket leather')).toHaveLength(1);
  });

  it('keeps at most so many in each direction', () => {
    const names = Array.from(
      { length: 60 },
      (_, at) => `${String.fromCharCode(97 + (at % 26)).repeat(4 + (at % 7))}${at}`,
    );
    const many = [createPhrase('lamp'), ...names.map((name) => createPhrase(`lamp ${name}`))];
    const list = relate(many, 'lamp');
    expect(list).toHaveLength(relateDefaults.perDirection);
  });

  const word = fc.constantFrom('red', 'blue', 'dress', 'skirt', 'lamp', 'linen', 'jacket', 'jackat');
  const phrase = fc
    .record({
      words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      popularity: fc.nat(50),
      products: fc.option(fc.nat(9), { nil: null }),
      category: fc.option(fc.constantFrom('A', 'A/B', 'A/C', 'D/Dresses'), { nil: null }),
    })
    .map(({ words, ...more }) => createPhrase(words.join(' '), more));

  it('for any phrases: no repeats, nothing without products, the same whatever the order', () => {
    const list = fc.uniqueArray(phrase, { minLength: 2, maxLength: 14, selector: ({ text }) => text });
    fc.assert(
      fc.property(list, (given) => {
        const pattern = given[0] ?? createPhrase('red');
        const found = relatePhrases(given)(pattern);
        for (const [at, { text }] of found.entries()) {
          const own = given.find((each) => each.text === text);
          expect(own?.products).not.toBe(0);
          expect(isSamePhrase(own ?? pattern, pattern)).toBe(false);
          const earlier = found.slice(0, at).map((each) => createPhrase(each.text));
          expect(earlier.some((each) => isSamePhrase(each, createPhrase(text)))).toBe(false);
        }
        expect(relatePhrases(given.toReversed())(pattern)).toEqual(found);
      }),
    );
  });
});
