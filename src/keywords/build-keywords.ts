import type { KeywordEntry } from '../engine/engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { findCombinations } from './catalogue/combinations.ts';
import { fuseSuggestions, fusionDefaults } from './fuse-suggestions.ts';
import { type IsBlocked, createBlockedWordTest } from './guards/blocked-words.ts';
import { type Refusal, findTextRefusal } from './guards/refusal.ts';
import { type ApplyCasing, createCasing } from './catalogue/casing.ts';
import type { KeywordRow } from './keyword-row.ts';
import type { LearntKeywords } from './mine/learn.ts';
import { joinWithoutSpaces, mergeSpellings, type Phrase, phraseKey, type Spelling } from './relate/phrase.ts';
import { relatePhrases } from './relate/relate-phrases.ts';
import { buildSingleWordEntries } from './single-word-entries.ts';

export type KeywordInputs = {
  readonly rows: Iterable<KeywordRow>;
  /** null where the website has no published products: then nothing is known about what finds something. */
  readonly catalogue: Catalogue | null;
  readonly language: string;
  /** What shoppers taught; null where none have been seen. */
  readonly learnt?: LearntKeywords | null;
  /** The website's own, besides those that no shop wants. */
  readonly blockedWords?: readonly string[];
};

/** These are not even patterns: to understand somebody's typing as one would show it. */
const secrets: ReadonlySet<Refusal> = new Set(['e-mail address', 'card number', 'phone number']);

/** What was searched for, by an export and by the log. */
function* searches({ rows, learnt }: KeywordInputs): Generator<Spelling> {
  for (const { keyword, count } of rows) yield { displayText: keyword, popularity: count };
  if (learnt) yield* searchedBy(learnt);
}

/** Shoppers' spelling wins where there is one. */
function* called(catalogue: Catalogue, language: string, write: ApplyCasing): Generator<Spelling> {
  for (const { name, products } of findCombinations(catalogue, language, write))
    yield { displayText: name, popularity: 0, products };
}

/** What enough shoppers searched for is known, and answered, even where it finds nothing. A misspelling is not. */
function* searchedBy(learnt: LearntKeywords): Generator<Spelling> {
  for (const { displayText, popularity, shoppers } of learnt.behaviour.patterns)
    if (shoppers >= learnt.shoppersAtLeast && learnt.findCorrection(displayText) === null)
      yield { displayText, popularity };
}

const phrasesOf = (
  spellings: Iterable<Spelling>,
  { catalogue, language }: Pick<KeywordInputs, 'catalogue' | 'language'>,
): Phrase[] =>
  mergeSpellings(spellings, language).map(({ words, best, popularity }) => {
    const found = catalogue?.find(words) ?? { products: null, category: null };
    const [key, solid] = [phraseKey(words), joinWithoutSpaces(words)];
    return { text: words.join(' '), displayText: best.displayText, words, key, solid, popularity, ...found };
  });

/**
 * Every known pattern with its ready list. A pattern that finds nothing is still a pattern, and is answered,
 * but is suggested to nobody.
 */
export const buildKeywords = (inputs: KeywordInputs): KeywordEntry[] => {
  const { catalogue, language, learnt = null, blockedWords = [] } = inputs;
  const isBlocked = createBlockedWordTest(language, blockedWords);
  const searched = [...searches(inputs)];
  const texts = searched.map(({ displayText }) => displayText);
  const write = createCasing(catalogue?.items ?? [], texts, language);
  const spellings = catalogue ? [...searched, ...called(catalogue, language, write)] : searched;
  const refusal = refusals(phrasesOf(spellings, inputs), isBlocked);
  const phrases = [...refusal.keys()];
  const maySuggest = (phrase: Phrase): boolean => refusal.get(phrase) === null && phrase.products !== 0;
  const suggestible = phrases.filter(maySuggest);
  const suggestionsFor = relatePhrases(suggestible);
  const size = 2 * fusionDefaults.perDirection;
  const listFor = (phrase: Phrase) =>
    learnt === null
      ? suggestionsFor(phrase)
      : fuseSuggestions(learnt.suggest(phrase.displayText, { size }), suggestionsFor(phrase), language);
  const entries = phrases.map((phrase) => ({
    text: phrase.text,
    displayText: phrase.displayText,
    popularity: phrase.popularity,
    suggestible: maySuggest(phrase),
    wanted: learnt?.wantedProducts(phrase.displayText) ?? [],
    suggestions: refusal.get(phrase) === 'blocked word' ? [] : listFor(phrase),
  }));
  return [
    ...entries,
    ...buildSingleWordEntries(inputs, { phrases, suggestible, isBlocked, suggestionsFor, write }),
  ].sort((a, b) => (a.text < b.text ? -1 : 1));
};

/** Which phrases are kept, and why some of them are not suggested. */
const refusals = (phrases: readonly Phrase[], isBlocked: IsBlocked): Map<Phrase, Refusal | null> => {
  const kept = new Map<Phrase, Refusal | null>();
  for (const phrase of phrases) {
    const refusal = findTextRefusal(phrase, isBlocked);
    if (refusal === null || !secrets.has(refusal)) kept.set(phrase, refusal);
  }
  return kept;
};
