import type { Evidence, Signal, Suggestion } from '../../../domain/suggestion.ts';
import {
  type NormalisedQuery,
  type Candidate,
  areSpellingsOfOne,
  minimumLetterSimilarity,
} from './candidates.ts';
import { classifyTransition, type FeatureName, type Features, featureNames } from './weights.ts';

export type SuggestOptions = {
  readonly size: number;
  readonly weights: Features;
};

const signalByFeature: Readonly<Record<FeatureName, Signal>> = {
  session: 'session',
  walk: 'clicks',
  clicks: 'clicks',
  words: 'terms',
  letters: 'terms',
  popularity: 'popularity',
};

const computeScore = (features: Features, weights: Features): number =>
  featureNames.reduce((score, name) => score + features[name] * weights[name], 0);

/** Whether any feature but popularity links the candidate to the query. */
const isRelated = ({ session, walk, clicks, words, letters }: Features): boolean =>
  session > 0 || walk > 0 || clicks > 0 || words > 0 || letters >= minimumLetterSimilarity;

/** Best first, without other spellings of a better suggestion and without what is only popular: the catalogue fills up better. */
export const rankCandidates = (
  query: NormalisedQuery,
  candidates: readonly Candidate[],
  options: SuggestOptions,
): Suggestion[] => {
  const scoredCandidates = candidates
    .filter(({ features }) => isRelated(features))
    .map((candidate) => ({ candidate, score: computeScore(candidate.features, options.weights) }))
    .sort((a, b) => b.score - a.score || (a.candidate.pattern.text < b.candidate.pattern.text ? -1 : 1));
  const selected: Candidate[] = [];
  const suggestions: Suggestion[] = [];
  for (const { candidate, score } of scoredCandidates) {
    if (suggestions.length >= options.size) break;
    if (selected.some((better) => areSpellingsOfOne(better.pattern, candidate.pattern))) continue;
    selected.push(candidate);
    suggestions.push(toSuggestion(query, candidate, score, options.weights));
  }
  return suggestions;
};

const toSuggestion = (
  query: NormalisedQuery,
  candidate: Candidate,
  score: number,
  weights: Features,
): Suggestion => ({
  text: candidate.pattern.text,
  displayText: candidate.pattern.displayText,
  score,
  // A refinement keeps every word of the pattern and adds to it.
  direction:
    classifyTransition(query.words, candidate.pattern.words) === 'specialisation' ? 'refine' : 'next',
  evidence: buildEvidence(candidate, weights),
});

/** One piece of evidence for each signal that added to the score, strongest first. */
const buildEvidence = ({ features, pattern, session }: Candidate, weights: Features): Evidence[] => {
  const weightBySignal = new Map<Signal, number>();
  for (const name of featureNames) {
    const weight = features[name] * weights[name];
    if (weight > 0)
      weightBySignal.set(signalByFeature[name], (weightBySignal.get(signalByFeature[name]) ?? 0) + weight);
  }
  return [...weightBySignal]
    .sort((a, b) => b[1] - a[1])
    .map(([signal, weight]) => {
      if (signal === 'session' && session)
        return { signal, weight, shoppers: session.shoppers, lastSeen: toIsoDate(session.lastSeen) };
      if (signal === 'popularity')
        return { signal, weight, shoppers: pattern.shoppers, lastSeen: toIsoDate(pattern.lastSeen) };
      return { signal, weight };
    });
};

const toIsoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
