import { normalForm, wordOrderKey } from '../../../domain/normal-form.ts';
import { areNearDuplicates } from '../../../domain/edit-distance.ts';
import type { Behaviour, Pattern } from './behaviour.ts';
import type { Link } from './tally.ts';
import type { TermIndex } from './term-index.ts';
import { getOrAdd, memoize } from '../../../domain/memoize.ts';

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

/**
 * The features of a suggestion, each 0 or more:
 *  - `session`: shoppers went from the pattern to it (or back);
 *  - `walk`: shoppers went from products of the pattern to products of the suggestion;
 *  - `clicks`: shoppers clicked the same products for both;
 *  - `words`, `letters`: both texts are similar, by words and by trigrams;
 *  - `popularity`: many shoppers search for it.
 */
export const featureNames = ['session', 'walk', 'clicks', 'words', 'letters', 'popularity'] as const;
export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/** Of log1p(value / scale): values far below the scale add almost nothing. */
const featureScale = { session: 0.5, walk: 1e-4, clicks: 1e-4, popularity: 1e-5 } as const;

export type Candidate = {
  readonly pattern: Pattern;
  readonly features: Features;
  /** Evidence of the session feature; null when no shopper made this step. */
  readonly session: Pick<Link, 'shoppers' | 'lastSeen'> | null;
};

const candidateDefaults = {
  /** Products of a pattern that the walk starts from, strongest first. */
  walkedProducts: 30,
  /** Patterns kept for a product of the walk, likeliest first: the bound on the work for one query. */
  patternsPerProduct: 300,
  /** Weight of the evidence of another spelling of the pattern. */
  otherSpellingShare: 0.9,
} as const;

/** Trigram similarity from which two patterns count as related. */
export const minimumLetterSimilarity = 0.25;

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
): ((query: NormalisedQuery) => Candidate[]) => {
  const totalPopularity = behaviour.patterns.reduce((sum, pattern) => sum + pattern.popularity, 0);
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
    const ids = new Set([session, walk, clicks, words, letters].flatMap((feature) => [...feature.keys()]));
    return [...ids].flatMap((id): Candidate[] => {
      const pattern = behaviour.patterns[id];
      if (pattern === undefined || !mayBeSuggested(pattern) || spellings.has(pattern)) return [];
      const step = session.get(id) ?? null;
      const features = {
        session: Math.log1p((step?.weight ?? 0) / featureScale.session),
        walk: Math.log1p((walk.get(id) ?? 0) / featureScale.walk),
        clicks: Math.log1p((clicks.get(id) ?? 0) / featureScale.clicks),
        words: words.get(id) ?? 0,
        letters: letters.get(id) ?? 0,
        popularity: Math.log1p(pattern.popularity / totalPopularity / featureScale.popularity),
      };
      return [{ pattern, features, session: step }];
    });
  };
};

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
const collectSources = (behaviour: Behaviour, query: NormalisedQuery, spellings: ReadonlySet<Pattern>) => {
  const sources = new Map<number, number>(
    [...spellings].map(({ id }) => [id, candidateDefaults.otherSpellingShare]),
  );
  const ownPattern = behaviour.find(query.key);
  if (ownPattern !== undefined && ownPattern.shoppers > 0) sources.set(ownPattern.id, 1);
  return sources;
};

type Step = { weight: number; shoppers: number; lastSeen: number };

const sumSteps = (behaviour: Behaviour, sources: ReadonlyMap<number, number>): Map<number, Step> => {
  const steps = new Map<number, Step>();
  for (const [source, share] of sources)
    for (const link of behaviour.nextPatterns.from(source)) {
      const known = getOrAdd(steps, link.to, () => ({ weight: 0, shoppers: 0, lastSeen: 0 }));
      known.weight += link.weight * share;
      known.shoppers += link.shoppers;
      known.lastSeen = Math.max(known.lastSeen, link.lastSeen);
    }
  return steps;
};

/** Ids with their shares. */
type Distribution = Map<number, number>;

const strongest = (distribution: Distribution, limit: number): [id: number, weight: number][] =>
  [...distribution].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit);

/**
 * Products that shoppers clicked for this pattern, as shares that add up to 1. A pattern without clicks takes those
 * of patterns with similar letters; the cube keeps many weak matches from outweighing a good one.
 */
const distributeOverProducts = (
  behaviour: Behaviour,
  sources: ReadonlyMap<number, number>,
  letters: ReadonlyMap<number, number>,
): Distribution => {
  const ownClicks = sumClicks(behaviour, sources);
  const similar = [...letters].filter(([, similarity]) => similarity >= minimumLetterSimilarity);
  const similarClicks = similar.map(([id, similarity]): [number, number] => [id, similarity ** 3]);
  const clicks = ownClicks.size > 0 ? ownClicks : sumClicks(behaviour, similarClicks);
  const products = strongest(clicks, candidateDefaults.walkedProducts);
  const total = products.reduce((sum, [, weight]) => sum + weight, 0);
  return new Map(products.map(([product, weight]) => [product, weight / total]));
};

const sumClicks = (behaviour: Behaviour, patterns: Iterable<readonly [id: number, share: number]>) => {
  const clicks: Distribution = new Map();
  for (const [id, share] of patterns)
    for (const { to, weight } of behaviour.patternProducts.from(id))
      clicks.set(to, (clicks.get(to) ?? 0) + weight * share);
  return clicks;
};

/** The share of each pattern among the clicks on these products. */
const distributeOverPatterns = ({ productPatterns }: Behaviour, products: Distribution): Distribution => {
  const patterns: Distribution = new Map();
  for (const [product, share] of products)
    for (const { to, weight } of productPatterns.from(product))
      patterns.set(to, (patterns.get(to) ?? 0) + (share * weight) / productPatterns.total(product));
  return patterns;
};

/**
 * A walk: pattern → its products → products clicked next → their patterns. The last two steps do not depend on the
 * pattern and are cached by product.
 */
export const createProductWalk = (behaviour: Behaviour): ((products: Distribution) => Distribution) => {
  const { nextProducts } = behaviour;
  const reachPatterns = memoize((product: number) => {
    const next = new Map(nextProducts.from(product).map(({ to, weight }) => [to, weight]));
    return strongest(distributeOverPatterns(behaviour, next), candidateDefaults.patternsPerProduct);
  });
  return (products) => {
    const distribution: Distribution = new Map();
    let total = 0;
    for (const [product, share] of products) {
      total += share * nextProducts.total(product);
      for (const [pattern, weight] of reachPatterns(product))
        distribution.set(pattern, (distribution.get(pattern) ?? 0) + share * weight);
    }
    for (const [pattern, weight] of distribution) distribution.set(pattern, weight / total);
    return distribution;
  };
};
