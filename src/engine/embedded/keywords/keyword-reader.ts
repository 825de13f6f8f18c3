import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { areNearDuplicates } from '../../../domain/near-duplicate.ts';
import type { Suggestion, WantedProduct } from '../../../domain/suggestion.ts';
import { Fault } from '../../../errors.ts';
import type { KeywordAnswer, KeywordQuery, KeywordReader } from '../../engine.ts';
import type { LoadedVersion } from '../storage/load-version.ts';
import { type Sections, sectionsFromArrays } from '../storage/sections.ts';
import { readStrings } from '../storage/strings.ts';
import { mergeSuggestions, scaleEvidence } from './merge-suggestions.ts';
import { keywordFile, packKeywords } from './keyword-writer.ts';
import { type Patterns, readPatterns } from './patterns.ts';
import { findPattern } from './find-pattern.ts';
import { findClosest, createNeighbourSearch, neighbourDefaults } from './neighbour-patterns.ts';

/** Suggestions that were stored for a pattern, or merged from its neighbours. */
type PatternMatch = {
  /** -1 when no pattern is like the typed one. */
  readonly pattern: number;
  /** False when the pattern is only the most alike one. */
  readonly isExact: boolean;
  readonly suggestions: readonly Suggestion[];
};

export const createKeywordReader = ({ manifest, structure }: LoadedVersion): KeywordReader => {
  const language = readLanguage(manifest.about);
  const sections = ensureIndexes(structure(keywordFile), language);
  const patterns = readPatterns(sections, language);
  const suggestions = readStrings(sections, 'suggestions');
  const wanted = readStrings(sections, 'wanted');
  const readList = (pattern: number): Suggestion[] =>
    pattern < 0 ? [] : (JSON.parse(suggestions.at(pattern)) as Suggestion[]);
  const findNeighbours = createNeighbourSearch(patterns);

  /** A stored list that is too short is filled up with suggestions of neighbours. */
  const findSuggestions = (typed: string): PatternMatch => {
    const pattern = findPattern(patterns, typed);
    const stored = readList(pattern);
    if (stored.length >= neighbourDefaults.fewSuggestions)
      return { pattern, isExact: true, suggestions: stored };
    const form = normalForm(pattern < 0 ? typed : patterns.forms.at(pattern), patterns.language);
    const neighbours = findNeighbours(form);
    const merged = mergeSuggestions(patterns, form, neighbours, readList);
    if (pattern < 0)
      return { pattern: findClosest(patterns, neighbours), isExact: false, suggestions: merged };
    return { pattern, isExact: true, suggestions: fillUp(stored, merged) };
  };
  return {
    version: manifest.version,
    suggest: async (query) => toAnswer(patterns, query, findSuggestions(query.pattern)),
    findWantedProducts: async (typed) => {
      const pattern = findPattern(patterns, typed);
      const list = pattern < 0 ? '' : wanted.at(pattern);
      return list === '' ? [] : (JSON.parse(list) as WantedProduct[]);
    },
  };
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
  const selected = suggestions.filter(({ text, direction }) => {
    const key = wordOrderKey(text, language);
    return directions.includes(direction) && key !== typed && !(isExact && key === known);
  });
  return { understoodAs: typed === known ? null : texts.at(matched), suggestions: selected.slice(0, size) };
};

/** An older program wrote lists without indexes; these are built when such a version is opened. */
const ensureIndexes = (sections: Sections, language: string): Sections => {
  if (sections.has('suggestible')) return sections;
  const [texts, suggestions] = [readStrings(sections, 'texts'), readStrings(sections, 'suggestions')];
  const popularity = sections.get('popularity', 'f64');
  const entries = Array.from({ length: texts.size }, (_, at) => ({
    text: texts.at(at),
    displayText: texts.at(at),
    popularity: popularity[at] ?? 0,
    suggestions: JSON.parse(suggestions.at(at)) as Suggestion[],
  }));
  return sectionsFromArrays(packKeywords(language, entries).arrays);
};

const readLanguage = (about: unknown): string => {
  const known = typeof about === 'object' && about !== null && 'language' in about;
  if (!known || typeof about.language !== 'string') {
    throw new Fault('corrupted', 'The manifest does not describe a keyword version.');
  }
  return about.language;
};
