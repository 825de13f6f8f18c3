/** What each signal can add to a suggestion's score at most. */
export const relateWeights = { terms: 0.5, category: 0.2, popularity: 0.2, catalogue: 0.1 } as const;

export const relateDefaults = {
  /** Ready suggestions in each direction. */
  perDirection: 12,
  /** So many times as many are looked at closely. */
  candidatesPerSuggestion: 8,
  /** Phrases looked at for one word or category: the most popular ones. */
  perWord: 400,
  perCategory: 60,
  /** With fewer of them in its own category, a phrase is related to those of the category above. */
  enoughInCategory: 4,
  /** What a category above counts against the own one. */
  relatedCategoryShare: 0.5,
  /** What a suggestion keeps of its score for each earlier one that brings the same new word. */
  repetitionFactor: 0.8,
} as const;
