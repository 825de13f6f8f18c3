import type { Suggestion } from '../../domain/suggestion.ts';
import { isSamePhrase } from './same-phrase.ts';
import { nthLargest } from './nth-largest.ts';
import type { Phrase } from './phrase.ts';
import { indexPhrases, type PhraseIndex } from './phrase-index.ts';
import { relateDefaults, relateWeights } from './relate-weights.ts';

/** A phrase that has to do with the pattern, by its number in the index. */
type Candidate = {
  readonly place: number;
  readonly phrase: Phrase;
  readonly terms: number;
  readonly near: number;
  readonly score: number;
};

const scored = (pattern: Phrase, index: PhraseIndex): { refine: Candidate[]; next: Candidate[] } => {
  const asked = index.query(pattern);
  const found = { refine: [] as Candidate[], next: [] as Candidate[] };
  for (const place of asked.places) {
    const phrase = index.phrases[place];
    if (phrase === undefined || phrase === pattern) continue;
    const { overlap, contains } = asked.compare(place);
    const near = asked.categoryProximity(place);
    if (overlap === 0 && near === 0) continue;
    const terms = relateWeights.terms * overlap;
    const score = terms + relateWeights.category * near + (index.baseScores[place] ?? 0);
    found[contains ? 'refine' : 'next'].push({ place, phrase, terms, near, score });
  }
  return found;
};

const bestFirst = (a: Candidate, b: Candidate): number =>
  b.score - a.score || (a.phrase.text < b.phrase.text ? -1 : 1);

/** Comparing letter by letter is left to those that can be among the chosen. */
const best = (candidates: readonly Candidate[], most: number): Candidate[] => {
  const scores = Float64Array.from(candidates, ({ score }) => score);
  const least = candidates.length > most ? nthLargest(scores, most) : 0;
  return candidates
    .filter(({ score }) => score >= least)
    .sort(bestFirst)
    .slice(0, most);
};

type Chosen = { readonly candidate: Candidate; readonly worth: number };

/** Best first, each weighed down by the new words it repeats, and nothing twice. */
const diverse = (pattern: Phrase, candidates: readonly Candidate[], size: number): Chosen[] => {
  const { repetitionFactor: repetition, candidatesPerSuggestion: lookedAt } = relateDefaults;
  const chosen: Chosen[] = [];
  const seen = new Map<string, number>();
  let rest = best(candidates, size * lookedAt)
    .filter(({ phrase }) => !isSamePhrase(pattern, phrase))
    .map((candidate) => ({
      candidate,
      newWords: candidate.phrase.words.filter((word) => !pattern.words.includes(word)),
      worth: candidate.score,
    }));
  while (chosen.length < size && rest.length > 0) {
    const first = rest.reduce((a, b) => (b.worth > a.worth ? b : a));
    chosen.push(first);
    for (const word of first.newWords) seen.set(word, (seen.get(word) ?? 0) + 1);
    rest = rest.filter(
      (other) => other !== first && !isSamePhrase(first.candidate.phrase, other.candidate.phrase),
    );
    for (const other of rest) {
      const repeats = other.newWords.reduce((most, word) => Math.max(most, seen.get(word) ?? 0), 0);
      other.worth = other.candidate.score * repetition ** repeats;
    }
  }
  return chosen;
};

const toSuggestion = (
  { candidate, worth }: Chosen,
  direction: Suggestion['direction'],
  index: PhraseIndex,
): Suggestion => {
  const { phrase, terms, near, place } = candidate;
  const { popularity, catalogue } = index.baseScoreParts(place);
  const { products } = phrase;
  const evidence: Suggestion['evidence'] = [
    { signal: 'terms', weight: terms },
    { signal: 'popularity', weight: popularity },
    {
      signal: 'catalogue',
      weight: relateWeights.category * near + catalogue,
      ...(products !== null && { products }),
    },
  ];
  return {
    text: phrase.text,
    displayText: phrase.displayText,
    score: worth,
    direction,
    evidence: evidence.filter(({ weight }) => weight > 0),
  };
};

/** A refinement and a parallel move can be typos of each other. */
const onlyOnce = (chosen: readonly Chosen[]): Chosen[] => {
  const kept: Chosen[] = [];
  for (const each of chosen) {
    const { phrase } = each.candidate;
    if (phrase.unspaced !== '' && !kept.some((other) => isSamePhrase(other.candidate.phrase, phrase)))
      kept.push(each);
  }
  return kept;
};

/** The ready list of each phrase: what narrows it and what leads elsewhere, each with its evidence. */
export const relatePhrases = (phrases: readonly Phrase[]): ((pattern: Phrase) => Suggestion[]) => {
  const index = indexPhrases(phrases);
  return (pattern) => {
    const { refine, next } = scored(pattern, index);
    const narrower = new Set(diverse(pattern, refine, relateDefaults.perDirection));
    const elsewhere = diverse(pattern, next, relateDefaults.perDirection);
    const byWorth = (a: Chosen, b: Chosen): number =>
      b.worth - a.worth || bestFirst(a.candidate, b.candidate);
    return onlyOnce([...narrower, ...elsewhere].sort(byWorth)).map((each) =>
      toSuggestion(each, narrower.has(each) ? 'refine' : 'next', index),
    );
  };
};
