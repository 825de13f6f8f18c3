import { areNearDuplicates } from '../../../domain/near-duplicate.ts';

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

/**
 * Weight of a step by its kind. Shoppers who add or remove a word still want the same thing; a step to something
 * else is more often a change of mind. A correction counts nothing: it only shows how the pattern is spelt.
 */
export const transitionWeights: Readonly<Record<Transition, number>> = {
  specialisation: 1.2,
  generalisation: 1.1,
  parallel: 1,
  correction: 0,
};

/** Scale of log1p(value / scale): values far below the scale add almost nothing. */
export const featureScale = { session: 0.5, walk: 1e-4, clicks: 1e-4, popularity: 1e-5 } as const;

/** How the next search of a shopper relates to the one before. */
export type Transition = 'correction' | 'specialisation' | 'generalisation' | 'parallel';

/** Words in normal form. */
export const classifyTransition = (from: readonly string[], to: readonly string[]): Transition => {
  if (isProperSubset(from, to)) return 'specialisation';
  if (isProperSubset(to, from)) return 'generalisation';
  return areNearDuplicates(from.join(' '), to.join(' ')) ? 'correction' : 'parallel';
};

/** Every word of `part` is in `whole`, and `whole` has more. */
const isProperSubset = (part: readonly string[], whole: readonly string[]): boolean =>
  whole.length > part.length && part.every((word) => whole.includes(word));
