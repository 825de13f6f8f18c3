import type { Direction } from '../../domain/box.ts';
import type { Evidence, Signal, Suggestion } from '../../domain/suggestion.ts';
import {
  type NormalisedQuery,
  type Candidate,
  areSpellingsOfOne,
  minimumLetterSimilarity,
} from './candidates.ts';
import { classifyTransition } from './transition.ts';
import { type FeatureName, type Features, featureNames } from './weights.ts';

export type SuggestOptions = {
  readonly size: number;
  readonly weights: Features;
  readonly directions: readonly Direction[];
  /** Whether what is popular and nothing else may fill the list. A shop has better: its catalogue. */
  readonly fillWithPopular: boolean;
  /** Whether two spellings of one thing may stand in the list (only for measuring what merging costs). */
  readonly mergeSpellings: boolean;
};

const signalOf: Readonly<Record<FeatureName, Signal>> = {
  session: 'session',
  walk: 'clicks',
  clicks: 'clicks',
  words: 'terms',
  letters: 'terms',
  popularity: 'popularity',
};

export const computeScore = (features: Features, weights: Features): number =>
  featureNames.reduce((score, name) => score + features[name] * weights[name], 0);

/** Something besides popularity speaks for it. */
const isRelated = ({ session, walk, clicks, words, letters }: Features): boolean =>
  session > 0 || walk > 0 || clicks > 0 || words > 0 || letters >= minimumLetterSimilarity;

/** Best first, other spellings of a better one left out. */
export const rankCandidates = (
  asked: NormalisedQuery,
  candidates: readonly Candidate[],
  options: SuggestOptions,
): Suggestion[] => {
  const scored = candidates
    .filter((candidate) => options.fillWithPopular || isRelated(candidate.features))
    .map((candidate) => ({ candidate, score: computeScore(candidate.features, options.weights) }))
    .sort((a, b) => b.score - a.score || (a.candidate.pattern.text < b.candidate.pattern.text ? -1 : 1));
  const chosen: Candidate[] = [];
  const suggestions: Suggestion[] = [];
  for (const { candidate, score } of scored) {
    if (suggestions.length >= options.size) break;
    const direction = directionOf(asked, candidate);
    if (!options.directions.includes(direction)) continue;
    if (
      options.mergeSpellings &&
      chosen.some((better) => areSpellingsOfOne(better.pattern, candidate.pattern))
    )
      continue;
    chosen.push(candidate);
    suggestions.push(toSuggestion(candidate, score, direction, options.weights));
  }
  return suggestions;
};

/** A refinement keeps every word of the pattern and adds to it. */
const directionOf = (asked: NormalisedQuery, { pattern }: Candidate): Direction =>
  classifyTransition(asked.words, pattern.words) === 'specialisation' ? 'refine' : 'next';

const toSuggestion = (
  candidate: Candidate,
  score: number,
  direction: Direction,
  weights: Features,
): Suggestion => ({
  text: candidate.pattern.text,
  displayText: candidate.pattern.displayText,
  score,
  direction,
  evidence: evidenceOf(candidate, weights),
});

/** One piece of evidence for each signal that added something, strongest first. */
const evidenceOf = ({ features, pattern, session }: Candidate, weights: Features): Evidence[] => {
  const added = new Map<Signal, number>();
  for (const name of featureNames) {
    const weight = features[name] * weights[name];
    if (weight > 0) added.set(signalOf[name], (added.get(signalOf[name]) ?? 0) + weight);
  }
  return [...added]
    .sort((a, b) => b[1] - a[1])
    .map(([signal, weight]) => {
      if (signal === 'session' && session)
        return { signal, weight, shoppers: session.shoppers, lastSeen: dayOf(session.lastSeen) };
      if (signal === 'popularity')
        return { signal, weight, shoppers: pattern.shoppers, lastSeen: dayOf(pattern.lastSeen) };
      return { signal, weight };
    });
};

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
