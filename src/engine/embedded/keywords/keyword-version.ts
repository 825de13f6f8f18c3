import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { KeywordEntry, KeywordReader } from '../../engine.ts';
import {
  computeRarity,
  contentWords,
  createRelativePopularity,
  type Patterns,
  selectEntries,
} from '../../semantics/keywords/patterns.ts';
import type { SectionArray, Sections } from '../storage/sections.ts';
import { packStrings, readStrings } from '../storage/strings.ts';
import { packIndex, packTypoIndex, readIndex, readTypoIndex } from './typo-index.ts';
import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import { findPattern } from '../../semantics/keywords/find-pattern.ts';
import { createSuggester } from '../../semantics/keywords/suggest.ts';
import type { LoadedVersion } from '../storage/load-version.ts';

export const keywordFile = 'keywords.bin';

/**
 * Patterns by normal form, each with its list of suggestions, and indexes by words in any order, by single words and by
 * spelling.
 */
export const packKeywords = (
  language: string,
  entries: Iterable<KeywordEntry>,
): { arrays: Record<string, SectionArray>; size: number } => {
  const unique = selectEntries(entries, language);
  const forms = unique.map(({ form }) => form);
  const uniqueEntries = unique.map(({ entry }) => entry);
  const popularity = Float64Array.from(uniqueEntries, (entry) => entry.popularity);
  const packTexts = (name: string, textOf: (entry: KeywordEntry) => string) =>
    packStrings(name, uniqueEntries.map(textOf));
  const arrays = {
    ...packStrings('forms', forms),
    ...packTexts('texts', (entry) => entry.text),
    ...packTexts('displays', (entry) => entry.displayText),
    ...packTexts('suggestions', (entry) => JSON.stringify(entry.suggestions)),
    ...packTexts('wanted', ({ wanted = [] }) => (wanted.length === 0 ? '' : JSON.stringify(wanted))),
    popularity,
    suggestible: Uint8Array.from(uniqueEntries, ({ suggestible = false }) => (suggestible ? 1 : 0)),
    ...packIndex('orders', [...forms.keys()], (at) => [wordOrderKey(forms[at] ?? '', language)]),
    ...packTypoIndex('forms', forms),
    ...packWordIndex(forms, popularity),
  };
  return { arrays, size: uniqueEntries.length };
};

/** Patterns of each word: the most popular first, then those with fewest words. */
const packWordIndex = (forms: readonly string[], popularity: Float64Array): Record<string, SectionArray> => {
  const words = forms.map((form) => [...contentWords(form)]);
  const carriers = new Map<string, number>();
  for (const word of words.flat()) carriers.set(word, (carriers.get(word) ?? 0) + 1);
  const rank = (a: number, b: number): number =>
    (popularity[b] ?? 0) - (popularity[a] ?? 0) || (words[a]?.length ?? 0) - (words[b]?.length ?? 0) || a - b;
  const order = [...forms.keys()].sort(rank);
  const rarity = (word: string): number => computeRarity(carriers.get(word) ?? 0, forms.length);
  return {
    ...packIndex('words', order, (at) => words[at] ?? []),
    ...packTypoIndex('words', [...carriers.keys()].sort()),
    rarity: Float32Array.from(words, (own) => own.reduce((sum, word) => sum + rarity(word), 0)),
  };
};

export const createKeywordReader = ({ manifest, structure }: LoadedVersion): KeywordReader => {
  const language = readLanguage(manifest.about);
  const sections = structure(keywordFile);
  const patterns = readPatterns(sections, language);
  const suggestions = readStrings(sections, 'suggestions');
  const wanted = readStrings(sections, 'wanted');
  const readList = (pattern: number): Suggestion[] =>
    pattern < 0 ? [] : (JSON.parse(suggestions.at(pattern)) as Suggestion[]);
  const suggest = createSuggester(patterns, readList);

  return {
    version: manifest.version,
    suggest: async (query) => suggest(query),
    findWantedProducts: async (typed) => {
      const pattern = findPattern(patterns, typed);
      const list = pattern < 0 ? '' : wanted.at(pattern);
      return list === '' ? [] : (JSON.parse(list) as WantedProduct[]);
    },
  };
};

const readLanguage = (about: unknown): string => {
  const known = typeof about === 'object' && about !== null && 'language' in about;
  if (!known || typeof about.language !== 'string') {
    throw new Fault('corrupted', 'The manifest does not describe a keyword version.');
  }
  return about.language;
};

const readPatterns = (sections: Sections, language: string): Patterns => {
  const forms = readStrings(sections, 'forms');
  const words = readStrings(sections, 'words');
  const popularity = sections.get('popularity', 'f64');
  return {
    language,
    forms,
    texts: readStrings(sections, 'texts'),
    displays: readStrings(sections, 'displays'),
    popularity,
    relativePopularity: createRelativePopularity(popularity),
    suggestible: sections.get('suggestible', 'u8'),
    rarity: sections.get('rarity', 'f32'),
    byWordOrder: readIndex(sections, 'orders'),
    byWord: readIndex(sections, 'words'),
    words,
    nearestForms: readTypoIndex(sections, 'forms', forms),
    nearestWords: readTypoIndex(sections, 'words', words),
  };
};
