import type { Strategy } from '../contract/box.ts';
import type { fuzzySensitivities, searchModes } from './settings/choices.ts';

export type { Strategy };

export type SearchMode = (typeof searchModes)[number];
export type FuzzySensitiveness = (typeof fuzzySensitivities)[number];

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
