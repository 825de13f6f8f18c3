/**
 * Everything about the text rung that is a choice and not a definition. The first three were chosen on graded
 * searches, by cross-validation (docs/decisions/0010-text-ranking.md); they lie on a flat top, so that a neighbour
 * of each would do as well. The others decide between readings of a word, which graded searches hardly test.
 */
export const textParameters = {
  /** k1 of BM25. Low: that a feed repeats a word in name, code and description says little more than once. */
  saturation: 0.3,
  /** b of BM25. A word among few says more than a word among many. */
  lengthPenalty: 0.6,
  /** Words of attributes against those of name, brand, category and description. */
  attributeWeight: 0.3,
  /** A searchable text that so many products carry presents the product; what fewer carry is an attribute. */
  primaryShare: 0.5,
  /** `smart watch` found as `smartwatch`, and the other way round. */
  joinedWeight: 0.8,
  synonymWeight: 0.9,
  /** By edit distance, from one. */
  fuzzyWeights: [0.7, 0.5],
  /** A word nobody says, read as two that are said: after a small typing error, before a large one. */
  splitWeight: 0.65,
  /** Shorter halves are no words, unless a number meets letters: `500gb`. */
  minimumSplitLength: 3,
  /** Terms that one misspelt word may be read as; the nearest, then the most common ones. */
  maximumFuzzyTerms: 8,
} as const;

export type TextParameters = {
  readonly [Name in keyof typeof textParameters]: Name extends 'fuzzyWeights' ? readonly number[] : number;
};
