import type { Suggestion } from '../domain/suggestion.ts';
import type { KeywordEntry } from '../engine/engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { catalogueTerms } from './catalogue/catalogue-terms.ts';
import { fuse, fusionDefaults } from './fuse.ts';
import type { BlockedWords } from './guards/blocked-words.ts';
import type { HouseStyle } from './catalogue/house-style.ts';
import { learntTerms } from './learnt-terms.ts';
import type { LearntKeywords } from './mine/learn.ts';
import type { Phrase } from './relate/phrase.ts';
import { relateTerms } from './relate/relate-terms.ts';

type Sources = {
  readonly catalogue: Catalogue | null;
  readonly language: string;
  readonly learnt?: LearntKeywords | null;
};

type Known = {
  readonly phrases: readonly Phrase[];
  readonly suggestible: readonly Phrase[];
  readonly isBlocked: BlockedWords;
  readonly suggestionsFor: (phrase: Phrase) => readonly Suggestion[];
  readonly write: HouseStyle;
};

/**
 * Words of the catalogue and of searches that are no pattern by themselves: a way in for patterns nobody ever
 * typed. A misspelt word is none; it is understood as the right one.
 */
export const waysIn = (
  { catalogue, language, learnt = null }: Sources,
  { phrases, suggestible, isBlocked, suggestionsFor, write }: Known,
): KeywordEntry[] => {
  const known = new Set(phrases.map(({ text }) => text));
  const terms = new Set([
    ...(catalogue ? catalogueTerms(catalogue) : []),
    ...(learnt ? learntTerms(learnt).filter((word) => learnt.correctionOf(word) === null) : []),
  ]);
  const fromCatalogue = catalogue
    ? relateTerms(catalogue, { phrases: suggestible, language, listOf: suggestionsFor, write })
    : (): Suggestion[] => [];
  const listOf = (word: string): Suggestion[] =>
    learnt === null
      ? fromCatalogue(word)
      : fuse(learnt.suggest(word, { size: fusionDefaults.perDirection }), fromCatalogue(word), language);
  return [...terms]
    .filter((word) => !known.has(word) && !isBlocked(word))
    .map((text) => ({
      text,
      displayText: text,
      popularity: 0,
      suggestions: listOf(text).filter(({ displayText }) => !isBlocked(displayText)),
    }))
    .filter(({ suggestions }) => suggestions.length > 0);
};
