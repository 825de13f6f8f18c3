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

/** A ready list, or one that was gathered for the question. */
type Answer = {
  /** -1: none is like it. */
  readonly pattern: number;
  /** Whether the typed pattern means exactly this one. */
  readonly meant: boolean;
  readonly suggestions: readonly Suggestion[];
};

export const createKeywordReader = ({ manifest, structure }: LoadedVersion): KeywordReader => {
  const language = languageOf(manifest.about);
  const sections = withIndexes(structure(keywordFile), language);
  const patterns = readPatterns(sections, language);
  const suggestions = readStrings(sections, 'suggestions');
  const wanted = readStrings(sections, 'wanted');
  const listOf = (pattern: number): Suggestion[] =>
    pattern < 0 ? [] : (JSON.parse(suggestions.at(pattern)) as Suggestion[]);
  const walk = createNeighbourSearch(patterns);

  /** A short ready list is filled up by the walk. */
  const find = (typed: string): Answer => {
    const pattern = findPattern(patterns, typed);
    const ready = listOf(pattern);
    if (ready.length >= neighbourDefaults.fewSuggestions) return { pattern, meant: true, suggestions: ready };
    const form = normalForm(pattern < 0 ? typed : patterns.forms.at(pattern), patterns.language);
    const neighbours = walk(form);
    const gathered = mergeSuggestions(patterns, form, neighbours, listOf);
    if (pattern < 0)
      return { pattern: findClosest(patterns, neighbours), meant: false, suggestions: gathered };
    return { pattern, meant: true, suggestions: filledUp(ready, gathered) };
  };
  return {
    version: manifest.version,
    suggest: async (question) => answerOf(patterns, question, find(question.pattern)),
    wanted: async (typed) => {
      const pattern = findPattern(patterns, typed);
      const list = pattern < 0 ? '' : wanted.at(pattern);
      return list === '' ? [] : (JSON.parse(list) as WantedProduct[]);
    },
  };
};

/** What was gathered stands below what was ready. */
const filledUp = (ready: readonly Suggestion[], gathered: readonly Suggestion[]): Suggestion[] => {
  const last = ready.at(-1)?.score ?? 1;
  const factor = Math.min(1, last / (gathered[0]?.score ?? 1));
  const more = gathered
    .filter(({ text }) => !ready.some((each) => areNearDuplicates(each.text, text)))
    .slice(0, neighbourDefaults.fewSuggestions)
    .map((each) => ({ ...each, score: each.score * factor, evidence: scaleEvidence(each.evidence, factor) }));
  return [...ready, ...more];
};

const answerOf = (
  { texts, language }: Patterns,
  { pattern, size, directions }: KeywordQuery,
  { pattern: found, meant, suggestions }: Answer,
): KeywordAnswer => {
  if (found < 0) return { understoodAs: null, suggestions: [] };
  const typed = wordOrderKey(pattern, language);
  const known = wordOrderKey(texts.at(found), language);
  const asked = suggestions.filter(({ text, direction }) => {
    const key = wordOrderKey(text, language);
    return directions.includes(direction) && key !== typed && !(meant && key === known);
  });
  return { understoodAs: typed === known ? null : texts.at(found), suggestions: asked.slice(0, size) };
};

/** A version of an older program has lists and no more than that: its indexes are made anew when it is opened. */
const withIndexes = (sections: Sections, language: string): Sections => {
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

const languageOf = (about: unknown): string => {
  const known = typeof about === 'object' && about !== null && 'language' in about;
  if (!known || typeof about.language !== 'string') {
    throw new Fault('corrupted', 'The manifest does not describe a keyword version.');
  }
  return about.language;
};
