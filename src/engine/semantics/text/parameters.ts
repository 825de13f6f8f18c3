/**
 * Parameters of the text rung. The first three were chosen on graded
 * searches, by cross-validation (docs/decisions/0010-text-ranking.md); the optimum is flat, so that values
 * close to them do as well. The others decide between expansions of a word, which graded searches hardly test.
 */
export const textParameters = {
  /** k1 of BM25. Low, because feeds repeat a word in name, code and description. */
  saturation: 0.3,
  /** b of BM25: how much a long text weighs less. */
  lengthPenalty: 0.6,
  /** Weight of attribute words relative to name, brand, category and description. */
  attributeWeight: 0.3,
  /** A searchable field on at least this share of the products is a primary field; others are attributes. */
  primaryShare: 0.5,
  /** `smart watch` found as `smartwatch`, and the other way round. */
  joinedWeight: 0.8,
  synonymWeight: 0.9,
  /** By edit distance, from one. */
  fuzzyWeights: [0.7, 0.5],
  /** An unknown word split into two known ones: below one edit, above two. */
  splitWeight: 0.65,
  /** Halves of a split word are at least this long, unless a number meets letters: `500gb`. */
  minimumSplitLength: 3,
  /** Fuzzy expansions of one word; the nearest, then the most common ones. */
  maximumFuzzyTerms: 8,
  /** Words of a query that are used, and of these the unknown ones that may be misspelt: a bound on the work. */
  maximumWords: 64,
  maximumFuzzyWords: 8,
} as const;

export type TextParameters = {
  readonly [Name in keyof typeof textParameters]: Name extends 'fuzzyWeights' ? readonly number[] : number;
};
