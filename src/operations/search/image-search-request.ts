import type { SearchBox } from '../../domain/box.ts';
import type { Campaign } from '../../domain/campaign.ts';
import type { Filter, Sort } from '../../domain/filter.ts';
import type { TermRedirect } from '../../domain/term-redirect.ts';
import type { FilterPositions } from '../../domain/filter-text.ts';
import type { ProductReader } from '../../engine/engine.ts';
import type { Photo } from '../photo-search/photo-source.ts';

export type ImageSearchNeeds = {
  /** The live reader of a dataset, by the dataset's tracker. */
  products(dataset: string): ProductReader | null;
  readonly now: () => number;
  /** Called when a part failed and the answer was completed without it. */
  readonly report: (part: string, cause: unknown, requestId: string) => void;
  /** Called when a campaign for a share of the traffic could apply: the answer then depends on the caller. */
  readonly onShared?: () => void;
};

export type ImageSearchRequest = {
  readonly box: SearchBox;
  /** Tracker of the box's dataset. */
  readonly dataset: string;
  readonly synonyms: readonly (readonly string[])[];
  /** BCP 47 language of the website, for conditions on a text; English by default. */
  readonly language?: string;
  /** Search terms of the website that lead to another page; left out: none. */
  readonly redirects?: readonly TermRedirect[];
  /** Published campaigns of the box, by priority. */
  readonly campaigns: readonly Campaign[];
  readonly identifier: string;
  /** Searched for instead of the product `identifier`, which is empty then. */
  readonly photo?: Photo;
  readonly top: number;
  /** From 1. */
  readonly page: number;
  /** Which products are eligible. */
  readonly filter: Filter | null;
  /** What the shopper chose among the facets; left out: nothing. */
  readonly facetFilter?: Filter | null;
  /** Positions in the texts of both filters, for error messages. */
  readonly filterPositions?: FilterPositions;
  readonly facetFilterPositions?: FilterPositions;
  /** Identifiers of products that are left out of the answer with all their variants. */
  readonly exclude?: readonly string[];
  readonly orderBy: readonly Sort[];
  readonly tile: string | null;
  readonly explain: boolean;
  /** The search term that led here, where the caller passes it. */
  readonly pattern?: string | null;
  readonly requestId: string;
  /** The shopper, where the caller names one. Their share of traffic is always the same; otherwise it is drawn by request. */
  readonly shopper?: string | null;
};
