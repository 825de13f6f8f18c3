import type { Direction } from '../../../domain/box.ts';
import { areNearDuplicates } from '../../../domain/edit-distance.ts';
import type { Evidence, Signal, Suggestion } from '../../../domain/suggestion.ts';
import { compareSuggestions } from '../../../domain/suggestion.ts';
import { contentWords, type Patterns } from './patterns.ts';
import { type Neighbour, neighbourDefaults } from './neighbour-patterns.ts';

/**
 * What a neighbour itself adds to a score at most (by shared words, by popularity), the share of its suggestions'
 * scores that is kept, and the share that is kept for suggestions of suggestions.
 */
const mergeWeights = { terms: 1, popularity: 0.3, list: 0.5, secondStep: 0.01 } as const;

type MergedSuggestion = { text: string; displayText: string; evidence: Map<Signal, Evidence> };

/**
 * One list of suggestions for an unknown pattern: its neighbours themselves and their suggestions, each weighted by
 * how alike the neighbour is.
 */
export const mergeSuggestions = (
  patterns: Patterns,
  form: string,
  neighbours: readonly Neighbour[],
  readList: (pattern: number) => readonly Suggestion[],
): Suggestion[] => {
  const merged = new Map<string, MergedSuggestion>();
  const add = (text: string, displayText: string, evidence: Iterable<Evidence>): void => {
    const suggestion = merged.get(text) ?? { text, displayText, evidence: new Map<Signal, Evidence>() };
    for (const each of evidence) {
      const before = suggestion.evidence.get(each.signal);
      suggestion.evidence.set(each.signal, {
        ...each,
        ...before,
        weight: each.weight + (before?.weight ?? 0),
      });
    }
    merged.set(text, suggestion);
  };
  for (const [rank, { pattern, likeness }] of neighbours.entries()) {
    if (rank >= neighbourDefaults.neighbours && merged.size >= neighbourDefaults.enoughSuggestions) break;
    if (patterns.suggestible[pattern] === 1)
      add(patterns.texts.at(pattern), patterns.displays.at(pattern), [
        { signal: 'terms', weight: mergeWeights.terms * likeness },
        { signal: 'popularity', weight: mergeWeights.popularity * patterns.relativePopularity(pattern) },
      ]);
    for (const { text, displayText, evidence } of readList(pattern))
      add(text, displayText, scaleEvidence(evidence, mergeWeights.list * likeness));
  }
  const sortedList = (): Suggestion[] =>
    withoutDuplicates(
      form,
      [...merged.values()].map((each) => toSuggestion(form, each)).sort(compareSuggestions),
    );
  const first = sortedList();
  if (first.length === 0 || first.length >= neighbourDefaults.fewSuggestions) return first;
  // Too few: add the suggestions of these suggestions.
  for (const { text } of first)
    for (const { text: other, displayText, evidence } of readList(patterns.forms.find(text)))
      if (!merged.has(other)) add(other, displayText, scaleEvidence(evidence, mergeWeights.secondStep));
  return sortedList();
};

export const scaleEvidence = (evidence: readonly Evidence[], factor: number): Evidence[] =>
  evidence.map((each) => ({ ...each, weight: each.weight * factor }));

const toSuggestion = (form: string, { text, displayText, evidence }: MergedSuggestion): Suggestion => {
  const reasons = [...evidence.values()].filter(({ weight }) => weight > 0);
  return {
    text,
    displayText,
    score: reasons.reduce((sum, { weight }) => sum + weight, 0),
    direction: chooseDirection(form, text),
    evidence: reasons.sort((a, b) => b.weight - a.weight),
  };
};

/** A refinement keeps every word of the pattern and adds to it. */
const chooseDirection = (form: string, text: string): Direction => {
  const [typed, words] = [contentWords(form), contentWords(text)];
  return words.size > typed.size && [...typed].every((word) => words.has(word)) ? 'refine' : 'next';
};

/** The largest size that a box can ask for. */
const maximumSuggestions = 100;

const withoutDuplicates = (form: string, sorted: readonly Suggestion[]): Suggestion[] => {
  const kept: Suggestion[] = [];
  for (const each of sorted) {
    if (kept.length >= maximumSuggestions) break;
    if (areNearDuplicates(form, each.text)) continue;
    if (!kept.some(({ text }) => areNearDuplicates(text, each.text))) kept.push(each);
  }
  return kept;
};
