import type { SearchBox } from '../domain/box.ts';
import type { Campaign } from '../domain/campaign.ts';
import type { Filter, Sort } from '../domain/filter.ts';
import type { FilterPositions } from '../domain/filter-text.ts';
import type { ProductReader } from '../engine/engine.ts';

export type ImageSearchNeeds = {
  /** The live reader of a dataset, by the dataset's tracker. */
  products(dataset: string): ProductReader | null;
  now(): number;
  /** A part failed and was worked around; somebody should know. */
  readonly report: (part: string, cause: unknown) => void;
};

export type ImageSearchRequest = {
  readonly box: SearchBox;
  /** Tracker of the box's dataset. */
  readonly dataset: string;
  readonly synonyms: readonly (readonly string[])[];
  /** Published campaigns of the box, by priority. */
  readonly campaigns: readonly Campaign[];
  readonly identifier: string;
  readonly top: number;
  /** From 1. */
  readonly page: number;
  readonly filter: Filter | null;
  /** Where the parts of the filter stand in the caller's text, so that a fault can say so. */
  readonly filterPositions?: FilterPositions;
  readonly orderBy: readonly Sort[];
  readonly tile: string | null;
  readonly explain: boolean;
  /** Decides which share of the traffic this request belongs to. */
  readonly requestId: string;
};
