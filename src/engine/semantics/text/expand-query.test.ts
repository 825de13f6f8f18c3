import { describe, expect, it } from 'vitest';
import { editDistance } from '../../../domain/edit-distance.ts';
import { createTypedQuery, type TextQuery } from '../../search-query.ts';
import { expandQuery, type Vocabulary } from './expand-query.ts';
import { textParameters } from './parameters.ts';

const createVocabulary = (terms: readonly string[]) => {
  const asked: string[] = [];
  const vocabulary: Vocabulary = {
    language: 'en',
    size: 10,
    find: (word) => terms.indexOf(word),
    findNear: (word, limit) => {
      asked.push(word);
      return terms
        .map((text, term) => ({ term, text, distance: editDistance(word, text, limit) }))
        .filter(({ distance }) => distance <= limit);
    },
    countRows: (numbers) => (numbers.length === 1 ? 1 : 0) + numbers.length,
  };
  return { vocabulary, asked };
};
const expand = (terms: readonly string[], text: string, more: Partial<TextQuery> = {}) => {
  const { vocabulary, asked } = createVocabulary(terms);
  const query = { ...createTypedQuery(text, 'All'), ...more };
  return { ...expandQuery(vocabulary, query, () => true), asked };
};
const texts = ({ expansions }: ReturnType<typeof expand>) =>
  expansions.map((word) => word.map(({ kind, text }) => `${kind} ${text}`));

describe('expandQuery', () => {
  it('uses a word itself, and looks for typing errors only where nothing else is found', () => {
    const expanded = expand(['shirt', 'skirt'], 'shirt skrt');
    expect(texts(expanded)).toEqual([['exact shirt'], ['fuzzy skirt']]);
    expect(expanded.asked).toEqual(['skrt']);
  });

  it('joins adjacent words, splits one word, and uses synonyms of several words', () => {
    expect(expand(['headset'], 'head set').spans).toMatchObject([
      { from: 0, words: 2, expansions: [{ kind: 'joined', text: 'headset' }] },
    ]);
    expect(texts(expand(['smart', 'watch'], 'smartwatch'))).toEqual([['split smart watch']]);
    const synonyms = [['telly', 'tv set']];
    expect(texts(expand(['telly'], 'tv set', { synonyms, fuzzySensitiveness: 'Off' }))).toEqual([[], []]);
    expect(expand(['telly'], 'tv set', { synonyms }).spans[0]?.expansions).toMatchObject([
      { kind: 'synonym', text: 'telly' },
    ]);
  });

  it('uses each word once', () => {
    expect(expand(['red'], 'red Red RED').words).toEqual(['red']);
  });

  it('is bounded: so many words, and so many of them may be misspelt', () => {
    const words = Array.from(
      { length: 200 },
      (_, number) => `unknown${'abcdefghij'.charAt(number % 10)}${'x'.repeat(number)}`,
    );
    const expanded = expand(['lamp'], words.join(' '));
    expect(expanded.words).toHaveLength(textParameters.maximumWords);
    expect(expanded.asked).toHaveLength(textParameters.maximumFuzzyWords);
  });
});
