import { normalForm, wordOrderKey } from '../../domain/normal-form.ts';
import { areNearDuplicates } from '../../domain/near-duplicate.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import type { Link } from './links.ts';
import { createProductWalk, type Distribution, distributeOverPatterns } from './product-walk.ts';
import type { TermIndex } from './term-index.ts';
import { classifyTransition } from './transition.ts';
import { type Features, featureScale, transitionWeights } from './weights.ts';

/** A pattern as asked, known to the log or not. */
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
  /** What stands behind the session feature; null when shoppers never went there. */
  readonly session: Pick<Link, 'shoppers' | 'lastSeen'> | null;
};

export type CandidateOptions = {
  /** Most popular patterns that are always looked at. */
  readonly popular: number;
  /** Products of a pattern that are walked from, strongest first. */
  readonly walkedProducts: number;
  /** Share of the evidence of another spelling of the pattern that is taken over. */
  readonly otherSpellingShare: number;
};

export const candidateDefaults: CandidateOptions = {
  popular: 100,
  walkedProducts: 30,
  otherSpellingShare: 0.9,
};

/** Letters in common that are no accident. */
export const minimumLetterSimilarity = 0.25;

export type FindCandidates = (asked: NormalisedQuery) => Candidate[];

/**
 * Letters in common, before it is worth looking whether one is a spelling of the other. Two edits change eight
 * groups of three letters at most; blanks that come and go may change a few more.
 */
export const minimumSpellingSimilarity = (key: string): number =>
  Math.max(0.1, (key.length - 12) / (key.length + 12));

export const areSpellingsOfOne = (one: NormalisedQuery, other: NormalisedQuery): boolean =>
  areNearDuplicates(one.key, other.key) || areNearDuplicates(one.text, other.text);

/**
 * All that could be suggested for a pattern, with what speaks for each. Bounded for any pattern: lists of
 * links and postings were cut, strongest first, when the behaviour was counted.
 */
export const createCandidateFinder = (
  behaviour: Behaviour,
  index: TermIndex,
  mayBeSuggested: (pattern: Pattern) => boolean,
  options: CandidateOptions = candidateDefaults,
): FindCandidates => {
  const everything = behaviour.patterns.reduce((sum, pattern) => sum + pattern.popularity, 0);
  const popular = [...behaviour.patterns]
    .sort((a, b) => b.popularity - a.popularity || a.id - b.id)
    .filter(mayBeSuggested)
    .slice(0, options.popular);
  const walkFrom = createProductWalk(behaviour);

  return (asked) => {
    const letters = index.byLetters(asked.key);
    const words = index.byWords(asked.words);
    const spellings = spellingsOf(behaviour, asked, letters);
    const sources = sourcesOf(behaviour, asked, spellings, options.otherSpellingShare);
    const session = stepsFrom(behaviour, sources);
    const products = productsOf(behaviour, sources, letters, options.walkedProducts);
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
        : step.weight * transitionWeights[classifyTransition(asked.words, pattern.words)];
    const featuresOf = (pattern: Pattern): Features => ({
      session: logarithm(stepWeight(pattern, session.get(pattern.id)), featureScale.session),
      walk: logarithm(walk.get(pattern.id) ?? 0, featureScale.walk),
      clicks: logarithm(clicks.get(pattern.id) ?? 0, featureScale.clicks),
      words: words.get(pattern.id) ?? 0,
      letters: letters.get(pattern.id) ?? 0,
      popularity: logarithm(pattern.popularity / everything, featureScale.popularity),
    });
    const found: Candidate[] = [];
    for (const id of ids) {
      const pattern = behaviour.patterns[id];
      if (pattern === undefined || !mayBeSuggested(pattern) || spellings.has(pattern)) continue;
      found.push({ pattern, features: featuresOf(pattern), session: session.get(id) ?? null });
    }
    return found;
  };
};

const logarithm = (value: number, scale: number): number => Math.log1p(value / scale);

/** Patterns that are this one, spelt the same or almost the same. */
const spellingsOf = (
  behaviour: Behaviour,
  asked: NormalisedQuery,
  letters: ReadonlyMap<number, number>,
): Set<Pattern> => {
  const likeness = minimumSpellingSimilarity(asked.key);
  const spellings = new Set<Pattern>();
  for (const [id, similarity] of letters) {
    const pattern = behaviour.patterns[id];
    if (pattern !== undefined && similarity >= likeness && areSpellingsOfOne(asked, pattern))
      spellings.add(pattern);
  }
  return spellings;
};

/** The pattern itself and its other spellings, with the share of their evidence that counts. */
const sourcesOf = (
  behaviour: Behaviour,
  asked: NormalisedQuery,
  spellings: ReadonlySet<Pattern>,
  otherSpellingShare: number,
): Map<Pattern, number> => {
  const own = behaviour.find(asked.key);
  const sources = new Map([...spellings].map((pattern) => [pattern, otherSpellingShare]));
  if (own !== undefined && own.shoppers > 0) sources.set(own, 1);
  return sources;
};

type Step = { weight: number; shoppers: number; lastSeen: number };

const stepsFrom = (behaviour: Behaviour, sources: ReadonlyMap<Pattern, number>): Map<number, Step> => {
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
 * Products that shoppers wanted with this pattern, adding up to 1. A pattern without clicks of its own takes
 * those of patterns that are written like it: the cube keeps faint likeness from outvoting a good match.
 */
const productsOf = (
  behaviour: Behaviour,
  sources: ReadonlyMap<Pattern, number>,
  letters: ReadonlyMap<number, number>,
  most: number,
): Distribution => {
  const own = clicksOf(
    behaviour,
    [...sources].map(([pattern, share]) => [pattern.id, share]),
  );
  const clicks =
    own.size > 0
      ? own
      : clicksOf(
          behaviour,
          alike(letters).map(([id, similarity]) => [id, similarity ** 3]),
        );
  const strongest = [...clicks].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, most);
  const total = strongest.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(strongest.map(([product, weight]) => [product, weight / total]));
};

const alike = (letters: ReadonlyMap<number, number>): [id: number, likeness: number][] =>
  [...letters].filter(([, likeness]) => likeness >= minimumLetterSimilarity);

const clicksOf = (
  behaviour: Behaviour,
  patterns: readonly (readonly [id: number, share: number])[],
): Distribution => {
  const clicks: Distribution = new Map();
  for (const [id, share] of patterns)
    for (const { to, weight } of behaviour.patternProducts.from(id))
      clicks.set(to, (clicks.get(to) ?? 0) + weight * share);
  return clicks;
};
