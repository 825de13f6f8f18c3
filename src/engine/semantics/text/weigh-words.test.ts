import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../domain/edit-distance.ts';
import { createTypedQuery, type TextQuery } from '../../search-query.ts';
import { expandQuery, type Expansion, findFuzzyExpansions, type Vocabulary } from './expand-query.ts';
import { textParameters } from './parameters.ts';
import { createTrace } from './trace.ts';
import { countNeededWords, createTextScore, weighWords } from './weigh-words.ts';

const listTerms = (rows: readonly string[]) => [...new Set(rows.flatMap((row) => row.split(' ')))].sort();

/** The terms of a small catalogue, from its rows. */
const createVocabulary = (rows: readonly string[]): Vocabulary => {
  const sets = rows.map((row) => new Set(row.split(' ')));
  const terms = listTerms(rows);
  return {
    language: 'en',
    size: rows.length,
    find: (word) => terms.indexOf(word),
    findNear: (word, limit) =>
      terms
        .map((text, term) => ({ term, text, distance: editDistance(word, text, limit) }))
        .filter(({ distance }) => distance <= limit),
    countRows: (wanted) =>
      sets.filter((words) => wanted.every((term) => words.has(terms[term] ?? ''))).length,
  };
};

const rows = [
  'red shirt',
  'blue shirt',
  'red skirt',
  'smart watch',
  'smartwatch strap',
  'lamp',
  'lamp2',
  'television',
];
const vocabulary = createVocabulary(rows);
const createQuery = (text: string, more: Partial<TextQuery> = {}): TextQuery => ({
  ...createTypedQuery(text, 'All'),
  ...more,
});
const expand = (text: string, more: Partial<TextQuery> = {}) =>
  expandQuery(vocabulary, createQuery(text, more), () => true);

describe('findFuzzyExpansions', () => {
  const fuzzy = (
    word: string,
    more: Partial<TextQuery> = {},
    isKnown: (term: number) => boolean = () => true,
  ) =>
    findFuzzyExpansions(vocabulary, word, createQuery(word, more), isKnown, textParameters).map(
      ({ text, weight, kind }) => `${kind} ${text} ${weight}`,
    );

  it.each([
    ['one edit', 'shrt', {}, ['fuzzy shirt 0.7']],
    ['two edits when allowed', 'shrtt', { fuzzySensitiveness: 'Two' }, ['fuzzy shirt 0.5']],
    ['not two edits otherwise', 'shrtt', {}, []],
    ['none when off', 'shrt', { fuzzySensitiveness: 'Off' }, []],
    ['none for a short word', 'rad', {}, []],
    ['a shorter word when the minimum is lower', 'rad', { minimumFuzzyTermLength: 3 }, ['fuzzy red 0.7']],
    ['no word with a digit', 'lampe', {}, ['fuzzy lamp 0.7']],
    [
      'a word with a digit when allowed',
      'lampe',
      { enableFuzzyNumberMatch: true },
      ['fuzzy lamp 0.7', 'fuzzy lamp2 0.7'],
    ],
    ['nothing for a word with a digit', 'lamp3', {}, []],
    [
      'something for it when allowed',
      'lamp3',
      { enableFuzzyNumberMatch: true },
      ['fuzzy lamp 0.7', 'fuzzy lamp2 0.7'],
    ],
    ['never the word itself', 'shirt', {}, ['fuzzy skirt 0.7']],
  ] as const)('%s', (_, word, more, expected) => {
    expect(fuzzy(word, more)).toEqual(expected);
  });

  it('puts the nearest first, then the term of most rows', () => {
    const near = createVocabulary(['sharp', 'shard', 'shard', 'share', 'shar']);
    const found = findFuzzyExpansions(near, 'shara', createQuery('shara'), () => true, textParameters);
    expect(found.map(({ text }) => text)).toEqual(['shard', 'shar', 'share', 'sharp']);
  });

  it('is bounded, and leaves out terms that are not known', () => {
    const many = createVocabulary(
      Array.from({ length: 26 }, (_, at) => `shar${String.fromCharCode(97 + at)}`),
    );
    const found = findFuzzyExpansions(many, 'shar', createQuery('shar'), () => true, textParameters);
    expect(found).toHaveLength(textParameters.maximumFuzzyTerms);
    expect(fuzzy('shrt', {}, () => false)).toEqual([]);
  });
});

describe('weighWords', () => {
  it('weighs a rare word more than a common one, and a word without any match most', () => {
    const [common, rare, unknown] = weighWords(vocabulary, expand('shirt lamp zzzzzz'));
    expect(rare?.weight).toBeGreaterThan(common?.weight ?? 99);
    expect(unknown?.weight).toBeGreaterThan(rare?.weight ?? 99);
    expect(unknown?.expansions).toEqual([]);
  });

  it('weighs a misspelt word as the word it stands for', () => {
    const [typed] = weighWords(vocabulary, expand('telvision'));
    const [right] = weighWords(vocabulary, expand('television'));
    expect(typed?.weight).toBe(right?.weight);
  });

  it('gives the words of a span its expansions too', () => {
    const words = weighWords(vocabulary, expand('smart watch'));
    expect(words.map(({ expansions }) => expansions.map(({ text }) => text))).toEqual([
      ['smart', 'smartwatch'],
      ['watch', 'smartwatch'],
    ]);
  });

  it('never has a weight of 0 or less, also for a word in every row', () => {
    const everywhere = createVocabulary(['red', 'red', 'red']);
    const query = expandQuery(everywhere, createQuery('red'), () => true);
    expect(weighWords(everywhere, query)[0]?.weight).toBeGreaterThan(0);
  });
});

describe('countNeededWords', () => {
  it.each([
    ['All', 'red shirt lamp', 3],
    ['All', 'red', 1],
    ['All', '', 1],
    ['Any', 'red shirt lamp', 1],
    ['Any', '', 1],
  ] as const)('%s of "%s" is %i', (searchMode, text, expected) => {
    expect(countNeededWords(createQuery(text, { searchMode }), expand(text))).toBe(expected);
  });
});

describe('createTextScore', () => {
  it('is the share of the weight that is reached, in millionths', () => {
    const score = createTextScore([
      { expansions: [], weight: 3 },
      { expansions: [], weight: 1 },
    ]);
    expect(score(0)).toBe(0);
    expect(score(1)).toBe(250_000);
    expect(score(4)).toBe(1_000_000);
    expect(score(9)).toBe(1_000_000);
  });

  it('grows with the sum', () => {
    const weights = fc.array(fc.double({ min: 0.1, max: 5, noNaN: true }), { minLength: 1, maxLength: 5 });
    const sum = fc.double({ min: 0, max: 30, noNaN: true });
    fc.assert(
      fc.property(weights, sum, sum, (all, a, b) => {
        const score = createTextScore(all.map((weight) => ({ expansions: [], weight })));
        expect(score(Math.max(a, b))).toBeGreaterThanOrEqual(score(Math.min(a, b)));
      }),
    );
  });
});

describe('createTrace', () => {
  const trace = (text: string, more: Partial<TextQuery> = {}) => createTrace(text, expand(text, more), spell);
  const spelt = new Map([['shirt', 'T-Shirt']]);
  const spell = (term: number) => spelt.get(listTerms(rows)[term] ?? '') ?? listTerms(rows)[term] ?? '';

  it('leaves a query without changes as it was typed', () => {
    expect(trace('Red  SHIRTS!')).toEqual({
      originalQuery: 'Red  SHIRTS!',
      alteredQuery: 'Red  SHIRTS!',
      changedTerms: {},
    });
  });

  it('shows a correction as products spell it', () => {
    expect(trace('red shrit')).toEqual({
      originalQuery: 'red shrit',
      alteredQuery: 'red T-Shirt',
      changedTerms: { shrit: ['T-Shirt'] },
    });
  });

  it('shows several corrections as alternatives', () => {
    expect(trace('skhirt').alteredQuery).toBe('(T-Shirt | skirt)');
  });

  it('shows words found as one, and one word found as two', () => {
    expect(trace('smart watch')).toMatchObject({
      alteredQuery: '(smart watch | smartwatch)',
      changedTerms: { 'smart watch': ['smartwatch'] },
    });
    expect(trace('redshirt')).toMatchObject({
      alteredQuery: 'red T-Shirt',
      changedTerms: { redshirt: ['red T-Shirt'] },
    });
  });

  it('shows synonyms beside the word as it was typed', () => {
    expect(trace('Lamps red', { synonyms: [['lamp', 'television']] })).toMatchObject({
      alteredQuery: '(lamps | television) red',
      changedTerms: { lamps: ['lamps', 'television'] },
    });
  });

  it('keeps a word without any match in the query', () => {
    expect(trace('red zzzzzz shrit').alteredQuery).toBe('red zzzzzz T-Shirt');
  });

  it('has nothing to say about an empty query', () => {
    expect(trace('')).toEqual({ originalQuery: '', alteredQuery: '', changedTerms: {} });
  });
});

describe('expandQuery, for any text', () => {
  const word = fc.constantFrom(
    'red',
    'shirt',
    'shrit',
    'smart',
    'watch',
    'smartwatch',
    'lamp3',
    'zzzz',
    'redshirt',
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const synonyms = fc.constantFrom<readonly (readonly string[])[]>(
    [],
    [['watch', 'lamp']],
    [['red shirt', 'lamp']],
  );

  it('has one list of expansions for each word, and spans that do not overlap', () => {
    fc.assert(
      fc.property(text, synonyms, (typed, groups) => {
        const { words, typed: spelt, expansions, spans } = expand(typed, { synonyms: groups });
        expect(expansions).toHaveLength(words.length);
        expect(spelt).toHaveLength(words.length);
        let end = 0;
        for (const { from, words: count, expansions: together } of spans) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(together.length).toBeGreaterThan(0);
          end = from + count;
        }
        expect(end).toBeLessThanOrEqual(words.length);
      }),
    );
  });

  it('never uses a term that is not known, and weighs nothing above the word itself', () => {
    fc.assert(
      fc.property(text, fc.nat(12), (typed, hidden) => {
        const { expansions, spans } = expandQuery(vocabulary, createQuery(typed), (term) => term !== hidden);
        const all: Expansion[] = [...expansions.flat(), ...spans.flatMap((span) => span.expansions)];
        for (const { terms, weight, kind } of all) {
          expect(terms).not.toContain(hidden);
          expect(weight).toBeLessThanOrEqual(1);
          expect(weight === 1).toBe(kind === 'exact');
        }
      }),
    );
  });
});
