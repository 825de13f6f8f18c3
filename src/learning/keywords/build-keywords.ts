import type { KeywordEntry } from '../../engine/engine.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { findCombinations } from './catalogue/combinations.ts';
import { fuseSuggestions, fusionDefaults, createBrandLimit } from './relate/fuse-suggestions.ts';
import { createSafetyTest, type FindUnsafe } from './guards/blocked-words.ts';
import { type Refusal, findTextRefusal } from './guards/refusal.ts';
import { type ApplyCasing, createCasing } from './catalogue/casing.ts';
import type { WithheldKeyword } from './withheld.ts';
import type { KeywordRow } from './keyword-row.ts';
import { type LearntKeywords, readCatalogueWords } from './mine/learn.ts';
import { joinWithoutSpaces, mergeSpellings, type Phrase, phraseKey, type Spelling } from './relate/phrase.ts';
import { relatePhrases } from './relate/relate-phrases.ts';
import { buildSingleWordEntries } from './single-word-entries.ts';

export type KeywordInputs = {
  readonly rows: Iterable<KeywordRow>;
  /** null where the website has no published products: then it is not known which keywords find products. */
  readonly catalogue: Catalogue | null;
  readonly language: string;
  /** Learnt from behaviour; null where there are no events. */
  readonly learnt?: LearntKeywords | null;
  /** The website's own, in addition to the built-in lists. */
  readonly blockedWords?: readonly string[];
  /** Called for every keyword that is withheld as unsafe. Keywords of too few shoppers are never reported. */
  readonly onWithheld?: (withheld: WithheldKeyword) => void;
};

const neverShown: readonly Refusal[] = ['web address', 'sexual content about minors', 'abuse', 'self-harm'];

/**
 * Keywords with personal data, and those that are never suggested, are not kept as patterns either: a correction to one
 * would show it to others.
 */
const droppedRefusals: ReadonlySet<Refusal> = new Set([
  ...neverShown,
  ...(['e-mail address', 'card number', 'phone number', 'bank account', 'street address'] as const),
]);

const safetyRefusals: ReadonlySet<Refusal> = new Set([
  ...neverShown,
  ...(['blocked word', 'offensive word', 'drugs', 'weapons'] as const),
]);

/**
 * Searches of the keyword feed and of the behaviour log: of the log those of enough shoppers, even where they find no products,
 * without misspellings.
 */
function* searchSpellings({ rows, learnt }: KeywordInputs): Generator<Spelling> {
  for (const { keyword, count } of rows) yield { displayText: keyword, popularity: count };
  if (!learnt) return;
  for (const { displayText, popularity, shoppers } of learnt.behaviour.patterns)
    if (shoppers >= learnt.shoppersAtLeast && learnt.findCorrection(displayText) === null)
      yield { displayText, popularity };
}

/** Popularity 0: the spelling of shoppers wins where there is one. */
const catalogueSpellings = (catalogue: Catalogue, language: string, applyCasing: ApplyCasing): Spelling[] =>
  findCombinations(catalogue, language, applyCasing).map(({ name, products }) => ({
    displayText: name,
    popularity: 0,
    products,
  }));

const toPhrases = (
  spellings: Iterable<Spelling>,
  { catalogue, language }: Pick<KeywordInputs, 'catalogue' | 'language'>,
): Phrase[] =>
  mergeSpellings(spellings, language).map(({ words, best, popularity }) => {
    const matches = catalogue?.find(words) ?? { products: null, category: null };
    const [key, unspaced] = [phraseKey(words), joinWithoutSpaces(words)];
    const { displayText } = best;
    return { text: words.join(' '), displayText, words, key, unspaced, popularity, ...matches };
  });

/**
 * Every known pattern with its list of suggestions. A pattern that finds no products gets a list too, but is
 * never suggested; where the list is empty the pattern is left out.
 */
export const buildKeywords = (inputs: KeywordInputs): KeywordEntry[] => {
  const { catalogue, language, learnt = null, blockedWords = [] } = inputs;
  const findUnsafe = createSafetyTest({ language, blockedWords, ...readCatalogueWords(catalogue, language) });
  const searched = [...searchSpellings(inputs)];
  const texts = searched.map(({ displayText }) => displayText);
  const applyCasing = createCasing(catalogue?.items ?? [], texts, language);
  const spellings = catalogue
    ? [...searched, ...catalogueSpellings(catalogue, language, applyCasing)]
    : searched;
  const refusal = classifyPhrases(toPhrases(spellings, inputs), findUnsafe, inputs.onWithheld);
  const phrases = [...refusal.keys()];
  const maySuggest = (phrase: Phrase): boolean => refusal.get(phrase) === null && phrase.products !== 0;
  const suggestible = phrases.filter(maySuggest);
  const relate = relatePhrases(suggestible, language);
  const { keepOneBrand } = createBrandLimit(catalogue, language);
  const suggestionsFor = (phrase: Phrase) => keepOneBrand(relate(phrase));
  const size = 2 * fusionDefaults.perDirection;
  const buildList = (phrase: Phrase) =>
    learnt === null
      ? suggestionsFor(phrase)
      : fuseSuggestions(learnt.suggest(phrase.displayText, size), suggestionsFor(phrase), language);
  const entries = phrases.flatMap((phrase) => {
    const { text, displayText, popularity } = phrase;
    const suggestible = maySuggest(phrase);
    const wanted = learnt?.wantedProducts(displayText) ?? [];
    const suggestions = refusal.get(phrase) === 'blocked word' ? [] : buildList(phrase);
    const leadsNowhere = !suggestible && wanted.length + suggestions.length === 0;
    // A searched term that leads nowhere would hide what it is a misspelling of.
    return leadsNowhere && refusal.get(phrase) === null
      ? []
      : [{ text, displayText, popularity, suggestible, wanted, suggestions }];
  });
  const built = { phrases, suggestible, findUnsafe, suggestionsFor, applyCasing };
  return [...entries, ...buildSingleWordEntries(inputs, built)].sort((a, b) => (a.text < b.text ? -1 : 1));
};

const classifyPhrases = (
  phrases: readonly Phrase[],
  findUnsafe: FindUnsafe,
  onWithheld: KeywordInputs['onWithheld'],
): Map<Phrase, Refusal | null> => {
  const kept = new Map<Phrase, Refusal | null>();
  for (const phrase of phrases) {
    const reason = findTextRefusal(phrase, findUnsafe);
    if (reason !== null && safetyRefusals.has(reason))
      onWithheld?.({ keyword: phrase.displayText, reason, popularity: phrase.popularity });
    if (reason === null || !droppedRefusals.has(reason)) kept.set(phrase, reason);
  }
  return kept;
};
