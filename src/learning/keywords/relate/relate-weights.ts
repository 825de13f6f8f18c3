/** The most that each signal can add to a suggestion's score. */
export const relateWeights = { terms: 0.5, category: 0.2, popularity: 0.2, catalogue: 0.1 } as const;

export const relateDefaults = {
  /** Suggestions kept in each direction. */
  perDirection: 12,
  /** Candidates compared letter by letter for each suggestion that is kept. */
  candidatesPerSuggestion: 8,
  /** Limits of the index: the most popular phrases of a word or a category. */
  perWord: 400,
  perCategory: 60,
  /** With fewer phrases in its own category, a phrase is also compared with those of the parent category. */
  enoughInCategory: 4,
  /** Proximity of a parent, child or sibling category; the same category is 1. */
  relatedCategoryShare: 0.5,
  /** Factor on the score for each earlier suggestion that adds the same new word. */
  repetitionFactor: 0.8,
} as const;
