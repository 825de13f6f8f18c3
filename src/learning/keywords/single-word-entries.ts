import type { Suggestion } from '../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine/engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { listCatalogueTerms } from './catalogue/catalogue-terms.ts';
import { fuseSuggestions, fusionDefaults } from './fuse-suggestions.ts';
import type { FindUnsafe } from './guards/blocked-words.ts';
import type { ApplyCasing } from './catalogue/casing.ts';
import { listLearntTerms } from './learnt-terms.ts';
import type { LearntKeywords } from './mine/learn.ts';
import type { Phrase } from './relate/phrase.ts';
import { relateTerms } from './relate/relate-terms.ts';

type Sources = {
  readonly catalogue: Catalogue | null;
  readonly language: string;
  readonly learnt?: LearntKeywords | null;
};

type BuiltPhrases = {
  readonly phrases: readonly Phrase[];
  readonly suggestible: readonly Phrase[];
  readonly findUnsafe: FindUnsafe;
  readonly suggestionsFor: (phrase: Phrase) => readonly Suggestion[];
  readonly applyCasing: ApplyCasing;
};

/**
 * Entries for single words of the catalogue and of searches that are not patterns themselves. They answer
 * patterns that nobody has searched before. Misspelt words get no entry: they are corrected first.
 */
export const buildSingleWordEntries = (
  { catalogue, language, learnt = null }: Sources,
  { phrases, suggestible, findUnsafe, suggestionsFor, applyCasing }: BuiltPhrases,
): KeywordEntry[] => {
  const known = new Set(phrases.map(({ text }) => text));
  const terms = new Set([
    ...(catalogue ? listCatalogueTerms(catalogue) : []),
    ...(learnt ? listLearntTerms(learnt).filter((word) => learnt.findCorrection(word) === null) : []),
  ]);
  const fromCatalogue = catalogue
    ? relateTerms(catalogue, { phrases: suggestible, language, suggestionsFor, applyCasing })
    : (): Suggestion[] => [];
  const buildList = (word: string): Suggestion[] =>
    learnt === null
      ? fromCatalogue(word)
      : fuseSuggestions(
          learnt.suggest(word, { size: fusionDefaults.perDirection }),
          fromCatalogue(word),
          language,
        );
  return [...terms]
    .filter((word) => !known.has(word) && findUnsafe(word) === null)
    .map((text) => ({
      text,
      displayText: text,
      popularity: 0,
      suggestions: buildList(text).filter(({ displayText }) => findUnsafe(displayText) === null),
    }))
    .filter(({ suggestions }) => suggestions.length > 0);
};
