import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { areNearDuplicates } from '../../../domain/near-duplicate.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import type { Link } from './links.ts';
import { createProductWalk, type Distribution, distributeOverPatterns } from './product-walk.ts';
import type { TermIndex } from './term-index.ts';
import { classifyTransition, type Features, featureScale, transitionWeights } from './weights.ts';

/** A pattern of a request in normal form, known to the log or not. */
export type NormalisedQuery = {
  readonly key: string;
  readonly text: string;
  readonly words: readonly string[];
};

export const normaliseQuery = (pattern: string, language: string): NormalisedQuery => {
  const text = normalForm(pattern, language);
  return { key: wordOrderKey(pattern, language), text, words: text.split(' ') };
};

export type Candidate = {
  readonly pattern: Pattern;
  readonly features: Features;
  /** Evidence of the session feature; null when no shopper made this step. */
  readonly session: Pick<Link, 'shoppers' | 'lastSeen'> | null;
};

const candidateDefaults = {
  /** Number of most popular patterns that are always candidates. */
  popular: 100,
  /** Products of a pattern that the product walk starts from, strongest first. */
  walkedProducts: 30,
  /** Weight of the evidence of another spelling of the pattern. */
  otherSpellingShare: 0.9,
} as const;

/** Trigram similarity from which two patterns count as related. */
export const minimumLetterSimilarity = 0.25;

export type FindCandidates = (query: NormalisedQuery) => Candidate[];

/**
 * Trigram similarity below which two texts cannot be spellings of each other, so that the edit distance need not be
 * computed. Two edits change at most eight trigrams; added or removed spaces may change a few more.
 */
export const minimumSpellingSimilarity = (key: string): number =>
  Math.max(0.1, (key.length - 12) / (key.length + 12));

export const areSpellingsOfOne = (one: NormalisedQuery, other: NormalisedQuery): boolean =>
  areNearDuplicates(one.key, other.key) || areNearDuplicates(one.text, other.text);

/**
 * Finds all candidates for a pattern, with their features. The work is bounded for any pattern: lists of links and
 * postings were cut to the strongest when the behaviour was counted.
 */
export const createCandidateFinder = (
  behaviour: Behaviour,
  index: TermIndex,
  mayBeSuggested: (pattern: Pattern) => boolean,
  popularLimit: number = candidateDefaults.popular,
): FindCandidates => {
  const totalPopularity = behaviour.patterns.reduce((sum, pattern) => sum + pattern.popularity, 0);
  const popular = [...behaviour.patterns]
    .sort((a, b) => b.popularity - a.popularity || a.id - b.id)
    .filter(mayBeSuggested)
    .slice(0, popularLimit);
  const walkFrom = createProductWalk(behaviour);

  return (query) => {
    const letters = index.byLetters(query.key);
    const words = index.byWords(query.words);
    const spellings = findSpellings(behaviour, query, letters);
    const sources = collectSources(behaviour, query, spellings);
    const session = sumSteps(behaviour, sources);
    const products = distributeOverProducts(behaviour, sources, letters);
    const walk = walkFrom(products);
    const clicks = distributeOverPatterns(behaviour, products);
    const ids = new Set([
      ...session.keys(),
      ...walk.keys(),
      ...clicks.keys(),
      ...words.keys(),
      ...letters.keys(),
      ...popular.map(({ id }) => id),
    ]);
    const stepWeight = (pattern: Pattern, step: Step | undefined): number =>
      step === undefined
        ? 0
        : step.weight * transitionWeights[classifyTransition(query.words, pattern.words)];
    const computeFeatures = (pattern: Pattern): Features => ({
      session: logScale(stepWeight(pattern, session.get(pattern.id)), featureScale.session),
      walk: logScale(walk.get(pattern.id) ?? 0, featureScale.walk),
      clicks: logScale(clicks.get(pattern.id) ?? 0, featureScale.clicks),
      words: words.get(pattern.id) ?? 0,
      letters: letters.get(pattern.id) ?? 0,
      popularity: logScale(pattern.popularity / totalPopularity, featureScale.popularity),
    });
    const candidates: Candidate[] = [];
    for (const id of ids) {
      const pattern = behaviour.patterns[id];
      if (pattern === undefined || !mayBeSuggested(pattern) || spellings.has(pattern)) continue;
      candidates.push({ pattern, features: computeFeatures(pattern), session: session.get(id) ?? null });
    }
    return candidates;
  };
};

const logScale = (value: number, scale: number): number => Math.log1p(value / scale);

/** Patterns with the same or almost the same spelling. */
const findSpellings = (
  behaviour: Behaviour,
  query: NormalisedQuery,
  letters: ReadonlyMap<number, number>,
): Set<Pattern> => {
  const minimumSimilarity = minimumSpellingSimilarity(query.key);
  const spellings = new Set<Pattern>();
  for (const [id, similarity] of letters) {
    const pattern = behaviour.patterns[id];
    if (pattern !== undefined && similarity >= minimumSimilarity && areSpellingsOfOne(query, pattern))
      spellings.add(pattern);
  }
  return spellings;
};

/** The pattern itself and its other spellings, with the weight of their evidence. */
const collectSources = (
  behaviour: Behaviour,
  query: NormalisedQuery,
  spellings: ReadonlySet<Pattern>,
): Map<Pattern, number> => {
  const ownPattern = behaviour.find(query.key);
  const sources = new Map<Pattern, number>(
    [...spellings].map((pattern) => [pattern, candidateDefaults.otherSpellingShare]),
  );
  if (ownPattern !== undefined && ownPattern.shoppers > 0) sources.set(ownPattern, 1);
  return sources;
};

type Step = { weight: number; shoppers: number; lastSeen: number };

const sumSteps = (behaviour: Behaviour, sources: ReadonlyMap<Pattern, number>): Map<number, Step> => {
  const steps = new Map<number, Step>();
  for (const [source, share] of sources)
    for (const link of behaviour.nextPatterns.from(source.id)) {
      const known = steps.get(link.to) ?? { weight: 0, shoppers: 0, lastSeen: 0 };
      known.weight += link.weight * share;
      known.shoppers += link.shoppers;
      known.lastSeen = Math.max(known.lastSeen, link.lastSeen);
      steps.set(link.to, known);
    }
  return steps;
};

/**
 * Products that shoppers clicked for this pattern, as shares that add up to 1. A pattern without clicks takes those
 * of patterns with similar letters; the cube keeps many weak matches from outweighing a good one.
 */
const distributeOverProducts = (
  behaviour: Behaviour,
  sources: ReadonlyMap<Pattern, number>,
  letters: ReadonlyMap<number, number>,
): Distribution => {
  const ownClicks = sumClicks(
    behaviour,
    [...sources].map(([pattern, share]) => [pattern.id, share]),
  );
  const clicks =
    ownClicks.size > 0
      ? ownClicks
      : sumClicks(
          behaviour,
          filterSimilar(letters).map(([id, similarity]) => [id, similarity ** 3]),
        );
  const strongest = [...clicks]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, candidateDefaults.walkedProducts);
  const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(strongest.map(([product, weight]) => [product, weight / total]));
};

const filterSimilar = (letters: ReadonlyMap<number, number>): [id: number, similarity: number][] =>
  [...letters].filter(([, similarity]) => similarity >= minimumLetterSimilarity);

const sumClicks = (
  behaviour: Behaviour,
  patterns: readonly (readonly [id: number, share: number])[],
): Distribution => {
  const clicks: Distribution = new Map();
  for (const [id, share] of patterns)
    for (const { to, weight } of behaviour.patternProducts.from(id))
      clicks.set(to, (clicks.get(to) ?? 0) + weight * share);
  return clicks;
};
