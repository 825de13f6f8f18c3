import type { Direction } from '../../../domain/box.ts';
import { areNearDuplicates } from '../../../domain/near-duplicate.ts';
import {
  compareSuggestions,
  type Evidence,
  type Signal,
  type Suggestion,
} from '../../../domain/suggestion.ts';
import type { Patterns } from './patterns.ts';
import { contentWords } from './content-words.ts';
import { type Neighbour, neighbourDefaults } from './neighbour-patterns.ts';

/** What a neighbour itself can add to a score at most, what share of its list's scores is handed on,
 * and what is left of a score a step further. */
export const mergeWeights = { terms: 1, popularity: 0.3, list: 0.5, further: 0.01 } as const;

type Gathered = { text: string; displayText: string; evidence: Map<Signal, Evidence> };

/**
 * One list from the neighbours of a pattern that nobody knows: the neighbours themselves, and what is related to
 * them, in the measure in which they are alike.
 */
export const mergeSuggestions = (
  patterns: Patterns,
  form: string,
  neighbours: readonly Neighbour[],
  listOf: (pattern: number) => readonly Suggestion[],
): Suggestion[] => {
  const gathered = new Map<string, Gathered>();
  const add = (text: string, displayText: string, evidence: Iterable<Evidence>): void => {
    const known = gathered.get(text) ?? { text, displayText, evidence: new Map<Signal, Evidence>() };
    for (const each of evidence) {
      const before = known.evidence.get(each.signal);
      known.evidence.set(each.signal, { ...each, ...before, weight: each.weight + (before?.weight ?? 0) });
    }
    gathered.set(text, known);
  };
  for (const [place, { pattern, likeness }] of neighbours.entries()) {
    if (place >= neighbourDefaults.neighbours && gathered.size >= neighbourDefaults.enoughSuggestions) break;
    if (patterns.suggestible[pattern] === 1)
      add(patterns.texts.at(pattern), patterns.displays.at(pattern), [
        { signal: 'terms', weight: mergeWeights.terms * likeness },
        { signal: 'popularity', weight: mergeWeights.popularity * patterns.relativePopularity(pattern) },
      ]);
    for (const { text, displayText, evidence } of listOf(pattern))
      add(text, displayText, scaleEvidence(evidence, mergeWeights.list * likeness));
  }
  const list = (): Suggestion[] =>
    withoutDuplicates(
      form,
      [...gathered.values()].map((each) => toSuggestion(form, each)).sort(compareSuggestions),
    );
  const first = list();
  if (first.length === 0 || first.length >= neighbourDefaults.fewSuggestions) return first;
  // A step further: what is related to what was found.
  for (const { text } of first)
    for (const { text: other, displayText, evidence } of listOf(patterns.forms.find(text)))
      if (!gathered.has(other)) add(other, displayText, scaleEvidence(evidence, mergeWeights.further));
  return list();
};

export const scaleEvidence = (evidence: readonly Evidence[], factor: number): Evidence[] =>
  evidence.map((each) => ({ ...each, weight: each.weight * factor }));

const toSuggestion = (form: string, { text, displayText, evidence }: Gathered): Suggestion => {
  const reasons = [...evidence.values()].filter(({ weight }) => weight > 0);
  return {
    text,
    displayText,
    score: reasons.reduce((sum, { weight }) => sum + weight, 0),
    direction: directionOf(form, text),
    evidence: reasons.sort((a, b) => b.weight - a.weight),
  };
};

/** A refinement keeps every word of the pattern and adds to it. */
const directionOf = (form: string, text: string): Direction => {
  const [typed, words] = [contentWords(form), contentWords(text)];
  return words.size > typed.size && [...typed].every((word) => words.has(word)) ? 'refine' : 'next';
};

/** As deep as a box can ask. */
const deepest = 100;

const withoutDuplicates = (form: string, sorted: readonly Suggestion[]): Suggestion[] => {
  const chosen: Suggestion[] = [];
  for (const each of sorted) {
    if (chosen.length >= deepest) break;
    if (areNearDuplicates(form, each.text)) continue;
    if (!chosen.some(({ text }) => areNearDuplicates(text, each.text))) chosen.push(each);
  }
  return chosen;
};
