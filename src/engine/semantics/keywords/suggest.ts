import { areNearDuplicates } from '../../../domain/edit-distance.ts';
import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import type { KeywordAnswer, KeywordQuery } from '../../engine.ts';
import { findPattern } from './find-pattern.ts';
import { mergeSuggestions, scaleEvidence } from './merge-suggestions.ts';
import type { Neighbour } from './neighbour-patterns.ts';
import { createNeighbourSearch, findClosest, neighbourDefaults } from './neighbour-patterns.ts';
import { contentWords, type Patterns } from './patterns.ts';
import { resolveWord } from './query-expansion.ts';

/** Suggestions that were stored for a pattern, or merged from its neighbours. */
type PatternMatch = {
  /** -1 when no pattern is like the typed one. */
  readonly pattern: number;
  /** False when the pattern is only the most alike one. */
  readonly isExact: boolean;
  readonly suggestions: readonly Suggestion[];
};

/** Answers keyword queries. `readList` reads the stored suggestions of a pattern; none for -1. */
export const createSuggester = (
  patterns: Patterns,
  readList: (pattern: number) => readonly Suggestion[],
): ((query: KeywordQuery) => KeywordAnswer) => {
  const findNeighbours = createNeighbourSearch(patterns);
  /** A stored list that is too short is filled up with suggestions of neighbours. */
  const findSuggestions = (typed: string): PatternMatch => {
    const pattern = findPattern(patterns, typed);
    const stored = readList(pattern);
    if (stored.length >= neighbourDefaults.fewSuggestions)
      return { pattern, isExact: true, suggestions: stored };
    const form = normalForm(pattern < 0 ? typed : patterns.forms.at(pattern), patterns.language);
    const neighbours = keepNamedKind(patterns, form, findNeighbours(form));
    const merged = mergeSuggestions(patterns, form, neighbours, readList);
    if (pattern < 0)
      return { pattern: findClosest(patterns, neighbours), isExact: false, suggestions: merged };
    return { pattern, isExact: true, suggestions: fillUp(stored, merged) };
  };
  return (query) => toAnswer(patterns, query, findSuggestions(query.pattern));
};

/**
 * Where some words of the pattern are searches of their own and others are not, as in `red dress`, the former name what
 * is wanted: neighbours without any of them are left out. `red vases` is no answer.
 */
const keepNamedKind = (patterns: Patterns, form: string, neighbours: readonly Neighbour[]): Neighbour[] => {
  const isSuggested = (text: string): boolean => patterns.suggestible[patterns.forms.find(text)] === 1;
  const words = [...contentWords(form)].map((word) => resolveWord(patterns, word).word);
  const kinds = words.filter(isSuggested);
  if (kinds.length === 0 || kinds.length === words.length) return [...neighbours];
  const named = neighbours.filter(({ pattern }) => {
    const known = contentWords(patterns.forms.at(pattern));
    return kinds.some((kind) => known.has(kind));
  });
  return named.length >= neighbourDefaults.fewSuggestions ? named : [...neighbours];
};

/** Merged suggestions rank below the stored ones. */
const fillUp = (stored: readonly Suggestion[], merged: readonly Suggestion[]): Suggestion[] => {
  const last = stored.at(-1)?.score ?? 1;
  const factor = Math.min(1, last / (merged[0]?.score ?? 1));
  const more = merged
    .filter(({ text }) => !stored.some((each) => areNearDuplicates(each.text, text)))
    .slice(0, neighbourDefaults.fewSuggestions)
    .map((each) => ({ ...each, score: each.score * factor, evidence: scaleEvidence(each.evidence, factor) }));
  return [...stored, ...more];
};

const toAnswer = (
  { texts, language }: Patterns,
  { pattern, size, directions }: KeywordQuery,
  { pattern: matched, isExact, suggestions }: PatternMatch,
): KeywordAnswer => {
  if (matched < 0) return { understoodAs: null, suggestions: [] };
  const typed = wordOrderKey(pattern, language);
  const known = wordOrderKey(texts.at(matched), language);
  const selected: Suggestion[] = [];
  for (const suggestion of suggestions) {
    if (selected.length >= size) break;
    if (!directions.includes(suggestion.direction)) continue;
    const key = wordOrderKey(suggestion.text, language);
    if (key !== typed && !(isExact && key === known)) selected.push(suggestion);
  }
  return { understoodAs: typed === known ? null : texts.at(matched), suggestions: selected };
};
