import { createRelativePopularity, type Patterns } from '../../semantics/keywords/patterns.ts';
import type { Sections } from '../storage/sections.ts';
import { readStrings } from '../storage/strings.ts';
import { readIndex } from './key-index.ts';
import { readTypoIndex } from './typo-index.ts';

export const readPatterns = (sections: Sections, language: string): Patterns => {
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
