import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import type { KeywordReader } from '../../engine.ts';
import { findPattern } from '../../semantics/keywords/find-pattern.ts';
import { createSuggester } from '../../semantics/keywords/suggest.ts';
import type { LoadedVersion } from '../storage/load-version.ts';
import type { Sections } from '../storage/sections.ts';
import { readStrings } from '../storage/strings.ts';
import { keywordFile } from './keyword-writer.ts';
import { type Patterns, createRelativePopularity } from '../../semantics/keywords/patterns.ts';
import { readIndex } from './key-index.ts';
import { readTypoIndex } from './typo-index.ts';

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
