import { tokenize, tokenizeWithSpelling } from '../../../domain/normal-form.ts';
import type { TextQuery } from '../../search-query.ts';
import { joinWords, splitWord } from './join-words.ts';
import { type TextParameters, textParameters } from './parameters.ts';
import type { FuzzySensitiveness } from '../../../domain/strategy.ts';

/** A term of the vocabulary with its edit distance to a word. */
export type NearTerm = { readonly term: number; readonly text: string; readonly distance: number };

/** The terms of a catalogue, by number, as query expansion needs them. */
export type Vocabulary = {
  readonly language: string;
  /** Rows of the catalogue, those without words included. */
  readonly size: number;
  /** Number of a term, or -1. */
  find(word: string): number;
  /** All terms within an edit distance of a word, sorted by text. */
  findNear(word: string, limit: number): readonly NearTerm[];
  /** Rows that contain all of the terms. */
  countRows(terms: readonly number[]): number;
};

/** One way to find some words of a query: rows that contain all of `terms`. `weight` is 1 for the word itself. */
export type Expansion = {
  readonly terms: readonly number[];
  readonly text: string;
  readonly weight: number;
  readonly kind: 'exact' | 'joined' | 'split' | 'synonym' | 'fuzzy';
};

/** False for a term that only the source's own family contains, so that a misspelt name still finds similar products. */
type IsKnownTerm = (term: number) => boolean;

/** `text`: as the operator wrote it, in lower case. */
type Synonym = { readonly words: readonly string[]; readonly text: string };

type Synonyms = ReturnType<typeof createSynonyms>;

/** The synonyms of a website. `longestEntry`: words of it, at least two; so many adjacent words are looked up together. */
export const createSynonyms = (groups: readonly (readonly string[])[], language: string) => {
  const others = new Map<string, Synonym[]>();
  let longestEntry = 2;
  for (const group of groups) {
    const entries = distinct(
      group
        .map((text) => ({ words: tokenize(text, language), text: text.toLocaleLowerCase(language) }))
        .filter(({ words }) => words.length > 0),
    );
    for (const entry of entries) {
      const key = entry.words.join(' ');
      others.set(key, [...(others.get(key) ?? []), ...entries.filter((other) => other !== entry)]);
      longestEntry = Math.max(longestEntry, entry.words.length);
    }
  }
  return { alternatives: (words: readonly string[]) => others.get(words.join(' ')) ?? [], longestEntry };
};

/** `sofas` and `Sofa` are one entry. */
const distinct = (entries: readonly Synonym[]): Synonym[] => [
  ...new Map(entries.map((entry) => [entry.words.join(' '), entry])).values(),
];

/** Adjacent words that are expanded together. */
type Span = {
  readonly from: number;
  readonly words: number;
  readonly expansions: readonly Expansion[];
};

export type ExpandedQuery = {
  readonly words: readonly string[];
  /** The words as they were typed, in lower case. */
  readonly typed: readonly string[];
  /** Of each word by itself; empty when no term is like it. */
  readonly expansions: readonly (readonly Expansion[])[];
  /** They never overlap; the longest and leftmost win. */
  readonly spans: readonly Span[];
};

/**
 * Query expansion: the terms that each word of the query may be found by. Split and fuzzy expansions are used only
 * when there is no other: `shirt` must not find skirts as long as there are shirts.
 */
export const expandQuery = (
  vocabulary: Vocabulary,
  query: TextQuery,
  isKnown: IsKnownTerm,
  parameters: TextParameters = textParameters,
): ExpandedQuery => {
  const typedWords = new Map<string, string>();
  for (const { token, typed } of tokenizeWithSpelling(query.text, vocabulary.language))
    if (!typedWords.has(token) && typedWords.size < parameters.maximumWords) typedWords.set(token, typed);
  const words = [...typedWords.keys()];
  let fuzzyWords = 0;
  const synonyms = createSynonyms(query.synonyms, vocabulary.language);
  const find = createFinder(vocabulary, isKnown);
  const spans = findSpans(words, synonyms, find, parameters);
  const isCovered = (at: number) => spans.some(({ from, words: count }) => at >= from && at < from + count);
  const expansions = words.map((word, at) => {
    const certain = [
      ...find([word], 1, 'exact'),
      ...synonyms
        .alternatives([word])
        .flatMap(({ words: other, text }) => find(other, parameters.synonymWeight, 'synonym', text)),
    ];
    if (certain.length > 0 || isCovered(at)) return certain;
    const split = findSplit(vocabulary, word, find, parameters);
    if ((fuzzyWords += 1) > parameters.maximumFuzzyWords) return split;
    return [...split, ...findFuzzyExpansions(vocabulary, word, query, isKnown, parameters)];
  });
  return { words, typed: [...typedWords.values()], expansions, spans };
};

type FindExpansion = (
  words: readonly string[],
  weight: number,
  kind: Expansion['kind'],
  text?: string,
) => Expansion[];

const createFinder =
  (vocabulary: Vocabulary, isKnown: IsKnownTerm): FindExpansion =>
  (words, weight, kind, text = words.join(' ')) => {
    const terms = words.map((word) => vocabulary.find(word));
    if (!terms.every((term) => term >= 0 && isKnown(term))) return [];
    return [{ terms, text, weight, kind }];
  };

const findSpans = (
  words: readonly string[],
  synonyms: Synonyms,
  find: FindExpansion,
  parameters: TextParameters,
): Span[] => {
  const spans: Span[] = [];
  let from = 0;
  while (from < words.length) {
    const span = findLongestSpan(words, from, synonyms, find, parameters);
    if (span) spans.push(span);
    from += span?.words ?? 1;
  }
  return spans;
};

const findLongestSpan = (
  words: readonly string[],
  from: number,
  synonyms: Synonyms,
  find: FindExpansion,
  { synonymWeight, joinedWeight }: TextParameters,
): Span | null => {
  for (let count = Math.min(synonyms.longestEntry, words.length - from); count > 1; count -= 1) {
    const phrase = words.slice(from, from + count);
    const expansions = synonyms
      .alternatives(phrase)
      .flatMap(({ words: other, text }) => find(other, synonymWeight, 'synonym', text));
    const joined = count === 2 ? joinWords(phrase[0] ?? '', phrase[1] ?? '') : null;
    if (joined !== null) expansions.push(...find([joined], joinedWeight, 'joined'));
    if (expansions.length > 0) return { from, words: count, expansions };
  }
  return null;
};

/** The pair of halves that most products contain both of. */
const findSplit = (
  vocabulary: Vocabulary,
  word: string,
  find: FindExpansion,
  { splitWeight, minimumSplitLength }: TextParameters,
): Expansion[] => {
  const found = splitWord(word, minimumSplitLength)
    .flatMap((halves) => find(halves, splitWeight, 'split'))
    .map((expansion) => ({ expansion, rows: vocabulary.countRows(expansion.terms) }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows || (a.expansion.text < b.expansion.text ? -1 : 1));
  return found.slice(0, 1).map(({ expansion }) => expansion);
};

/** Edits allowed: a letter inserted, deleted, replaced, or swapped with the next one. */
const edits: Record<FuzzySensitiveness, number> = { Off: 0, One: 1, Two: 2 };

const hasDigit = (word: string): boolean => /\p{N}/u.test(word);

/**
 * Terms within the allowed edit distance of a word. A word shorter than `minimumFuzzyTermLength` has none. Without
 * `enableFuzzyNumberMatch` numbers are left alone: a word with digits matches no other word, and a word without digits
 * matches none that has some.
 */
export const findFuzzyExpansions = (
  vocabulary: Vocabulary,
  word: string,
  query: TextQuery,
  isKnown: IsKnownTerm,
  { fuzzyWeights, maximumFuzzyTerms }: TextParameters,
): Expansion[] => {
  const limit = edits[query.fuzzySensitiveness];
  const matchesNumbers = query.enableFuzzyNumberMatch;
  if (limit === 0 || word.length < query.minimumFuzzyTermLength) return [];
  if (hasDigit(word) && !matchesNumbers) return [];
  return vocabulary
    .findNear(word, limit)
    .filter(
      ({ term, text, distance }) => distance > 0 && isKnown(term) && (matchesNumbers || !hasDigit(text)),
    )
    .sort(
      (a, b) =>
        a.distance - b.distance ||
        vocabulary.countRows([b.term]) - vocabulary.countRows([a.term]) ||
        a.term - b.term,
    )
    .slice(0, maximumFuzzyTerms)
    .map(({ term, text, distance }) => ({
      terms: [term],
      text,
      weight: fuzzyWeights[distance - 1] ?? 0,
      kind: 'fuzzy',
    }));
};
