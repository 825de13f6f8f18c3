import type { Evidence, Signal, Suggestion } from '../../../domain/suggestion.ts';
import {
  type Candidate,
  areSpellingsOfOne,
  type FeatureName,
  type Features,
  featureNames,
  minimumLetterSimilarity,
  type NormalisedQuery,
} from './candidates.ts';

/**
 * A score is the sum of feature × weight, so that the share of each signal can be shown. Fitted by
 * `bench/keywords-weights.ts` on a public log of a large shop.
 */
export const signalWeights: Features = {
  session: 0.68,
  walk: 0.25,
  clicks: 0.02,
  words: 1.3,
  letters: 0.9,
  popularity: 0.15,
};

const signalByFeature: Readonly<Record<FeatureName, Signal>> = {
  session: 'session',
  walk: 'clicks',
  clicks: 'clicks',
  words: 'terms',
  letters: 'terms',
  popularity: 'popularity',
};

/** Whether any feature but popularity links the candidate to the query. */
const isRelated = ({ session, walk, clicks, words, letters }: Features): boolean =>
  session > 0 || walk > 0 || clicks > 0 || words > 0 || letters >= minimumLetterSimilarity;

/** Best first, without other spellings of a better suggestion and without what is only popular: the catalogue fills up better. */
export const rankCandidates = (
  query: NormalisedQuery,
  candidates: readonly Candidate[],
  size: number,
  weights: Features = signalWeights,
): Suggestion[] => {
  const scoredCandidates = candidates
    .filter(({ features }) => isRelated(features))
    .map((candidate) => ({
      candidate,
      score: featureNames.reduce((sum, name) => sum + candidate.features[name] * weights[name], 0),
    }))
    .sort((a, b) => b.score - a.score || (a.candidate.pattern.text < b.candidate.pattern.text ? -1 : 1));
  const selected: Candidate[] = [];
  const suggestions: Suggestion[] = [];
  for (const { candidate, score } of scoredCandidates) {
    if (suggestions.length >= size) break;
    const { pattern } = candidate;
    if (selected.some((better) => areSpellingsOfOne(better.pattern, pattern))) continue;
    selected.push(candidate);
    const { text, displayText, words } = pattern;
    const direction = isRefinement(query.words, words) ? 'refine' : 'next';
    suggestions.push({ text, displayText, score, direction, evidence: buildEvidence(candidate, weights) });
  }
  return suggestions;
};

/** Keeps every word of the pattern and adds to it. */
const isRefinement = (words: readonly string[], longer: readonly string[]): boolean =>
  longer.length > words.length && words.every((word) => longer.includes(word));

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
      const from = signal === 'session' ? session : signal === 'popularity' ? pattern : null;
      return from === null
        ? { signal, weight }
        : { signal, weight, shoppers: from.shoppers, lastSeen: toIsoDate(from.lastSeen) };
    });
};

const toIsoDate = (at: number): string => new Date(at).toISOString().slice(0, 10);
