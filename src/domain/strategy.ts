export const searchModes = ['All', 'Any'] as const;
export type SearchMode = (typeof searchModes)[number];

export const fuzzySensitivities = ['Off', 'One', 'Two'] as const;
export type FuzzySensitiveness = (typeof fuzzySensitivities)[number];

export const candidateSources = ['looks', 'text'] as const;
export type CandidateSource = (typeof candidateSources)[number];

/**
 * One rung of a search box's ladder of fallbacks. While there are fewer results than `minimumResults`, the next rung
 * adds its own behind them.
 */
export type Strategy = {
  readonly rank: number;
  /** Where candidates come from: the picture or the words of the source product. */
  readonly from: CandidateSource;
  /** `All`: every same-as-source field must be equal and every word must match; `Any`: at least one. */
  readonly searchMode: SearchMode;
  readonly minimumResults: number;
  readonly fuzzySensitiveness: FuzzySensitiveness;
  readonly minimumFuzzyTermLength: number;
  readonly enableFuzzyNumberMatch: boolean;
};

export const strategyDefaults = {
  minimumResults: 1,
  fuzzySensitiveness: 'Off',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
} as const satisfies Partial<Strategy>;

/** For a box without strategies: strict look-alikes, then loose ones, then matching words. */
export const ladderDefault: readonly Strategy[] = [
  { ...strategyDefaults, rank: 1, from: 'looks', searchMode: 'All', minimumResults: 12 },
  { ...strategyDefaults, rank: 2, from: 'looks', searchMode: 'Any' },
  { ...strategyDefaults, rank: 3, from: 'text', searchMode: 'Any', fuzzySensitiveness: 'One' },
];
