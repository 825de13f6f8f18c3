import type { Curation } from './curation.ts';
import type { FacetType } from './facet.ts';
import type { Filter } from './filter.ts';
import type { Strategy } from './strategy.ts';

/** How much each aspect of a picture counts. Only the ratio matters. */
export type Weights = { readonly looks: number; readonly colour: number };

type BoxBase = {
  readonly id: number;
  readonly websiteId: number;
  readonly datasetId: number;
  /** `btr`: a constant GUID and no credential. */
  readonly tracker: string;
  readonly name: string;
  /** Sent as `Cache-Control` with every answer of this box. */
  readonly cacheControl: string;
};

export type SearchBox = BoxBase & {
  readonly kind: 'search';
  readonly pageSize: number;
  readonly maximumPageSize: number;
  /** K: size of the candidate set at most. */
  readonly candidates: number;
  readonly facetType: FacetType;
  /** Configured facets, in order; empty means every facetable field in the mapping's order. */
  readonly facets: readonly string[];
  readonly sameAsSource: readonly string[];
  readonly minimumScore: number;
  readonly weights: Weights;
  /** Products this box never shows: what passes this filter is out. */
  readonly exclude: Filter | null;
  /** By rank, at least one. */
  readonly strategies: readonly Strategy[];
};

/** Refinements narrow the pattern; `next` leads elsewhere. */
export type Direction = 'refine' | 'next';

export type RelatedBox = BoxBase & {
  readonly kind: 'relatedKeywords' | 'relatedProducts';
  readonly size: number;
  /** `https://shop.example/search?q={keyword}`; null leaves `url` null. Products have their own page. */
  readonly url: string | null;
  readonly directions: readonly Direction[];
  /** Left out: nobody has laid a hand on it. */
  readonly curation?: Curation;
};

export type Box = SearchBox | RelatedBox;

export const boxDefaults = {
  cacheControl: 'private, max-age=0, must-revalidate',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: 200,
  facetType: 'basic',
  minimumScore: 0,
  weights: { looks: 1, colour: 0.3 },
  relatedSize: 10,
  directions: ['refine', 'next'],
} as const;
