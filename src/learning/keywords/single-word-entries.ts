import { isStopWord } from '../../domain/stop-words.ts';
import type { Suggestion } from '../../domain/suggestion.ts';
import type { KeywordEntry } from '../../engine/engine.ts';
import type { ApplyCasing } from './catalogue/casing.ts';
import { listCatalogueTerms } from './catalogue/catalogue-terms.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { fuseSuggestions, fusionDefaults } from './fuse-suggestions.ts';
import type { FindUnsafe } from './guards/blocked-words.ts';
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

const learntTermDefaults = {
  /** Words kept, those of most shoppers first. */
  limit: 20_000,
  lettersAtLeast: 3,
} as const;

/**
 * Content words that enough shoppers used in any search. They get entries of their own, so that a pattern nobody
 * has searched before is answered through its words. They are never suggested.
 */
const listLearntTerms = ({ behaviour, shoppersAtLeast }: LearntKeywords): string[] =>
  [...behaviour.wordShoppers]
    .filter(([word, shoppers]) => shoppers >= shoppersAtLeast && isContentWord(word))
    .sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, learntTermDefaults.limit)
    .map(([word]) => word);

const isContentWord = (word: string): boolean =>
  word.length >= learntTermDefaults.lettersAtLeast && /^\p{L}+$/u.test(word) && !isStopWord(word);
