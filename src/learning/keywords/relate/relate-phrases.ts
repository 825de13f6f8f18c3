import { tokenize } from '../../../domain/normal-form.ts';
import { isStopWord } from '../../../domain/stop-words.ts';
import type { Suggestion } from '../../../domain/suggestion.ts';
import { isSamePhrase, type Phrase } from './phrase.ts';
import { takeHighest } from '../words/word-index.ts';
import { indexPhrases, type PhraseIndex, relateDefaults, relateWeights } from './phrase-index.ts';

/** A phrase of the index that shares words or a category with the pattern. */
type Candidate = {
  readonly position: number;
  readonly phrase: Phrase;
  readonly terms: number;
  readonly proximity: number;
  readonly score: number;
};

const scoreCandidates = (pattern: Phrase, index: PhraseIndex, namesKind: boolean) => {
  const query = index.query(pattern);
  const candidates = { refine: [] as Candidate[], next: [] as Candidate[] };
  for (const position of query.positions) {
    const phrase = index.phrases[position];
    if (phrase === undefined || phrase === pattern) continue;
    const { overlap, contains } = query.compare(position);
    const proximity = query.categoryProximity(position);
    if (overlap === 0 && proximity === 0) continue;
    // `red dress` leads to other dresses, not to red vases.
    if (namesKind && proximity === 0 && phrase.category !== null) continue;
    const base = index.baseScore(position);
    const terms = relateWeights.terms * overlap;
    const score = terms + relateWeights.category * proximity + base.popularity + base.catalogue;
    candidates[contains ? 'refine' : 'next'].push({ position, phrase, terms, proximity, score });
  }
  return candidates;
};

const byScore = (a: Candidate, b: Candidate): number =>
  b.score - a.score || (a.phrase.text < b.phrase.text ? -1 : 1);

type SelectedCandidate = { readonly candidate: Candidate; readonly adjustedScore: number };

/** Greedy selection, best first: a candidate loses score for each new word that is already in the list. */
const diversify = (pattern: Phrase, candidates: readonly Candidate[], size: number): SelectedCandidate[] => {
  const { repetitionFactor, candidatesPerSuggestion } = relateDefaults;
  const selected: SelectedCandidate[] = [];
  const wordCounts = new Map<string, number>();
  // Comparing letter by letter is slow: only candidates that can still be selected.
  let rest = takeHighest(candidates, size * candidatesPerSuggestion, byScore)
    .filter(({ phrase }) => !isSamePhrase(pattern, phrase))
    .map((candidate) => ({
      candidate,
      newWords: candidate.phrase.words.filter((word) => !pattern.words.includes(word)),
      adjustedScore: candidate.score,
    }));
  while (selected.length < size && rest.length > 0) {
    const best = rest.reduce((a, b) => (b.adjustedScore > a.adjustedScore ? b : a));
    selected.push(best);
    for (const word of best.newWords) wordCounts.set(word, (wordCounts.get(word) ?? 0) + 1);
    rest = rest.filter(
      (other) => other !== best && !isSamePhrase(best.candidate.phrase, other.candidate.phrase),
    );
    for (const other of rest) {
      const repeats = other.newWords.reduce((most, word) => Math.max(most, wordCounts.get(word) ?? 0), 0);
      other.adjustedScore = other.candidate.score * repetitionFactor ** repeats;
    }
  }
  return selected;
};

const toSuggestion = (
  { candidate, adjustedScore }: SelectedCandidate,
  direction: Suggestion['direction'],
  index: PhraseIndex,
): Suggestion => {
  const { phrase, terms, proximity, position } = candidate;
  const { popularity, catalogue } = index.baseScore(position);
  const { text, displayText, products } = phrase;
  const ofCatalogue = relateWeights.category * proximity + catalogue;
  const evidence: Suggestion['evidence'] = [
    { signal: 'terms', weight: terms },
    { signal: 'popularity', weight: popularity },
    { signal: 'catalogue', weight: ofCatalogue, ...(products !== null && { products }) },
  ];
  const kept = evidence.filter(({ weight }) => weight > 0);
  return { text, displayText, score: adjustedScore, direction, evidence: kept };
};

/** A refinement and a next search can be typos of each other. */
const dropDuplicates = (selected: readonly SelectedCandidate[]): SelectedCandidate[] => {
  const unique: SelectedCandidate[] = [];
  for (const each of selected) {
    const { phrase } = each.candidate;
    if (phrase.unspaced !== '' && !unique.some((other) => isSamePhrase(other.candidate.phrase, phrase)))
      unique.push(each);
  }
  return unique;
};

/** Whether a word of the phrase is the kind of product it finds: `dress` of `Women/Dresses`. */
const namesOwnKind = ({ words, category }: Phrase, language: string): boolean => {
  if (category === null) return false;
  const kind = tokenize(category.slice(category.lastIndexOf('/') + 1), language);
  return kind.some((word) => words.includes(word) && !isStopWord(word));
};

/** Returns the function that lists suggestions for a phrase, refinements and next searches, with their evidence. */
export const relatePhrases = (
  phrases: readonly Phrase[],
  language = 'en',
): ((pattern: Phrase) => Suggestion[]) => {
  const index = indexPhrases(phrases);
  return (pattern) => {
    const { refine, next } = scoreCandidates(pattern, index, namesOwnKind(pattern, language));
    const refinements = new Set(diversify(pattern, refine, relateDefaults.perDirection));
    const nextSearches = diversify(pattern, next, relateDefaults.perDirection);
    const byAdjustedScore = (a: SelectedCandidate, b: SelectedCandidate): number =>
      b.adjustedScore - a.adjustedScore || byScore(a.candidate, b.candidate);
    return dropDuplicates([...refinements, ...nextSearches].sort(byAdjustedScore)).map((each) =>
      toSuggestion(each, refinements.has(each) ? 'refine' : 'next', index),
    );
  };
};
