import { wordOrderKey } from '../../../domain/normal-form.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import type { KeywordAnswer, KeywordQuestion, KeywordReader } from '../../engine.ts';
import type { LoadedVersion } from '../storage/load-version.ts';
import { readStrings } from '../storage/strings.ts';
import { keywordFile } from './keyword-writer.ts';
import { readPatterns, understand } from './understand.ts';

export const keywordReader = ({ manifest, structure }: LoadedVersion): KeywordReader => {
  const language = languageOf(manifest.about);
  const sections = structure(keywordFile);
  const patterns = readPatterns(sections, language);
  const texts = readStrings(sections, 'texts');
  const suggestions = readStrings(sections, 'suggestions');
  const answer = ({ pattern, size, directions }: KeywordQuestion): KeywordAnswer => {
    const found = understand(patterns, pattern);
    if (found < 0) return { understoodAs: null, suggestions: [] };
    const typed = wordOrderKey(pattern, language);
    const known = wordOrderKey(texts.at(found), language);
    const ready = (JSON.parse(suggestions.at(found)) as Suggestion[]).filter((suggestion) => {
      const key = wordOrderKey(suggestion.text, language);
      return directions.includes(suggestion.direction) && key !== typed && key !== known;
    });
    return { understoodAs: typed === known ? null : texts.at(found), suggestions: ready.slice(0, size) };
  };
  return { version: manifest.version, suggest: async (question) => answer(question) };
};

const languageOf = (about: unknown): string => {
  const known = typeof about === 'object' && about !== null && 'language' in about;
  if (!known || typeof about.language !== 'string') {
    throw new Fault('corrupted', 'The manifest does not describe a keyword version.');
  }
  return about.language;
};
