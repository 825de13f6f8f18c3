import { tokenize } from '../../../domain/normal-form.ts';
import type { TextQuery } from '../../engine.ts';
import { findFuzzyExpansions } from './fuzzy-expansions.ts';
import { impactAt, countRows, type TextIndex } from './index-reader.ts';
import { splitWord, joinWords } from './join-words.ts';
import { type TextParameters, textParameters } from './parameters.ts';
import type { IsKnownTerm, Expansion } from './expansion.ts';
import { type Synonyms, createSynonyms } from './synonyms.ts';

/** Neighbouring words that are read together. */
export type Span = {
  readonly from: number;
  readonly words: number;
  readonly expansions: readonly Expansion[];
};

export type ExpandedQuery = {
  readonly words: readonly string[];
  /** Of each word by itself; empty where nothing like it is known. */
  readonly expansions: readonly (readonly Expansion[])[];
  /** They never overlap; the longest and leftmost win. */
  readonly spans: readonly Span[];
};

/**
 * How each word of the query may be found. Split and fuzzy readings are looked for only where a word is found
 * in no other way: `shirt` must not find skirts as long as there are shirts.
 */
export const expandQuery = (
  index: TextIndex,
  query: TextQuery,
  known: IsKnownTerm,
  parameters: TextParameters = textParameters,
): ExpandedQuery => {
  const words = [...new Set(tokenize(query.text, index.language))];
  const meant = createSynonyms(query.synonyms, index.language);
  const find = finder(index, known);
  const spans = spansOf(words, meant, find, parameters);
  const isCovered = (at: number) => spans.some(({ from, words: count }) => at >= from && at < from + count);
  const readings = words.map((word, at) => {
    const certain = [
      ...find([word], 1, 'exact'),
      ...meant.alternatives([word]).flatMap((other) => find(other, parameters.synonymWeight, 'synonym')),
    ];
    if (certain.length > 0 || isCovered(at)) return certain;
    return [
      ...splitReading(index, word, find, parameters),
      ...findFuzzyExpansions(index, word, query, known, parameters),
    ];
  });
  return { words, expansions: readings, spans };
};

type Find = (words: readonly string[], weight: number, kind: Expansion['kind']) => Expansion[];

const finder =
  (index: TextIndex, known: IsKnownTerm): Find =>
  (words, weight, kind) => {
    const terms = words.map((word) => index.terms.find(word));
    if (!terms.every((term) => term >= 0 && known(term))) return [];
    return [{ terms, text: words.join(' '), weight, kind }];
  };

const spansOf = (
  words: readonly string[],
  meant: Synonyms,
  find: Find,
  parameters: TextParameters,
): Span[] => {
  const spans: Span[] = [];
  let from = 0;
  while (from < words.length) {
    const span = longestSpan(words, from, meant, find, parameters);
    if (span) spans.push(span);
    from += span?.words ?? 1;
  }
  return spans;
};

const longestSpan = (
  words: readonly string[],
  from: number,
  meant: Synonyms,
  find: Find,
  { synonymWeight, joinedWeight }: TextParameters,
): Span | null => {
  for (let count = Math.min(meant.longestEntry, words.length - from); count > 1; count -= 1) {
    const said = words.slice(from, from + count);
    const readings = meant.alternatives(said).flatMap((other) => find(other, synonymWeight, 'synonym'));
    const joined = count === 2 ? joinWords(said[0] ?? '', said[1] ?? '') : null;
    if (joined !== null) readings.push(...find([joined], joinedWeight, 'joined'));
    if (readings.length > 0) return { from, words: count, expansions: readings };
  }
  return null;
};

/** The two halves that are said most, by products that say both. */
const splitReading = (
  index: TextIndex,
  word: string,
  find: Find,
  { splitWeight, minimumSplitLength }: TextParameters,
): Expansion[] => {
  const found = splitWord(word, minimumSplitLength)
    .flatMap((halves) => find(halves, splitWeight, 'split'))
    .map((reading) => ({ reading, rows: countRowsWithAll(index, reading.terms) }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows || (a.reading.text < b.reading.text ? -1 : 1));
  return found.slice(0, 1).map(({ reading }) => reading);
};

/** The rarest term decides how much there is to look at. */
export const findRarestTerm = (index: TextIndex, terms: readonly number[]): number =>
  terms.reduce(
    (rarest, term) => (countRows(index, term) < countRows(index, rarest) ? term : rarest),
    terms[0] ?? 0,
  );

export const countRowsWithAll = (index: TextIndex, terms: readonly number[]): number => {
  if (terms.length === 1) return countRows(index, terms[0] ?? 0);
  const rarest = findRarestTerm(index, terms);
  let count = 0;
  for (let at = index.offsets[rarest] ?? 0; at < (index.offsets[rarest + 1] ?? 0); at += 1) {
    const row = index.rows[at] ?? 0;
    if (terms.every((term) => impactAt(index, term, row) > 0)) count += 1;
  }
  return count;
};
