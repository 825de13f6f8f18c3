export type SearchMode = 'All' | 'Any';
export type FuzzySensitiveness = 'Off' | 'One' | 'Two';

/** One rung of a search box's ladder of fallbacks. The first rung with enough results answers. */
export type Strategy = {
  readonly rank: number;
  /** Where candidates come from: the picture or the words of the source product. */
  readonly from: 'looks' | 'text';
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
