import type { Transition } from './transition.ts';

/**
 * What speaks for a suggestion, each 0 or more:
 *  - `session`: shoppers went from the pattern to it (or back);
 *  - `walk`: shoppers went from products of the pattern to products of the suggestion;
 *  - `clicks`: both lead to the same products;
 *  - `words`, `letters`: both are written alike;
 *  - `popularity`: many shoppers search for it.
 */
export const featureNames = ['session', 'walk', 'clicks', 'words', 'letters', 'popularity'] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

/**
 * How much each counts. A suggestion's score is the sum of feature × weight, so that every signal's share can
 * be shown. Fitted by `bench/keywords-weights.ts` on a public log of a large shop.
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
 * What a step of shoppers counts by its kind. Who adds a word, or goes back to fewer, has found the words for what
 * they want; a step to something else is more often a change of mind. A correction is no suggestion at all: it
 * tells how the pattern is spelt.
 */
export const transitionWeights: Readonly<Record<Transition, number>> = {
  specialisation: 1.2,
  generalisation: 1.1,
  parallel: 1,
  correction: 0,
};

/** Where a probability begins to count: the logarithm of what lies far below is flat. */
export const featureScale = { session: 0.5, walk: 1e-4, clicks: 1e-4, popularity: 1e-5 } as const;
