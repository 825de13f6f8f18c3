import type { Curation } from './curation.ts';
import type { FacetType } from './facet.ts';
import type { Filter } from './filter.ts';
import type { Strategy } from './strategy.ts';

/** Weights of shape, colour and the words of the title in the score. Only their ratio matters. */
export type Weights = {
  readonly looks: number;
  /** Below 0: the less alike in colour, the better ("same shape, other colour"). */
  readonly colour: number;
  /** Left out in a box: as it was decided for the catalogue. Left out in a search: titles are not compared. */
  readonly title?: number;
};

/**
 * The weights that a box has for a catalogue. `decided`: weight of its titles, beside 1 for looks and colour together;
 * null: its titles are not compared, whatever the box says.
 */
export const resolveWeights = ({ looks, colour, title }: Weights, decided: number | null): Weights => {
  const used = decided === null ? 0 : (title ?? decided * (looks + Math.abs(colour)));
  return used > 0 ? { looks, colour, title: used } : { looks, colour };
};

type BoxBase = {
  readonly id: number;
  readonly websiteId: number;
  readonly datasetId: number;
  /** `btr` on the wire: a constant GUID. It identifies the box and is no credential. */
  readonly tracker: string;
  readonly name: string;
  /** Sent as `Cache-Control` with every answer of this box. */
  readonly cacheControl: string;
};

export type SearchBox = BoxBase & {
  readonly kind: 'search';
  readonly pageSize: number;
  readonly maximumPageSize: number;
  /** K: maximum size of the candidate set. */
  readonly candidates: number;
  readonly facetType: FacetType;
  /** Configured facets, in order; empty means every facetable field in the mapping's order. */
  readonly facets: readonly string[];
  readonly sameAsSource: readonly string[];
  readonly minimumScore: number;
  readonly weights: Weights;
  /** Products that match this filter are never shown by this box. */
  readonly exclude: Filter | null;
  /** Sorted by rank; at least one. */
  readonly strategies: readonly Strategy[];
};

/** `refine`: suggestions that narrow the pattern. `next`: other searches that shoppers do next. */
export const directions = ['refine', 'next'] as const;
export type Direction = (typeof directions)[number];

export const relatedBoxKinds = ['relatedKeywords', 'relatedProducts'] as const;
export type RelatedBoxKind = (typeof relatedBoxKinds)[number];

export type RelatedBox = BoxBase & {
  readonly kind: RelatedBoxKind;
  readonly size: number;
  /**
   * Template for the `url` of a keyword: `https://shop.example/search?q={keyword}`; null leaves `url` null.
   * Products use their own page instead.
   */
  readonly url: string | null;
  readonly directions: readonly Direction[];
  /** Left out: operators have curated nothing. */
  readonly curation?: Curation;
};

export type Box = SearchBox | RelatedBox;

export const boxKinds = ['search', ...relatedBoxKinds] as const;

export const boxDefaults = {
  cacheControl: 'private, max-age=0, must-revalidate',
  pageSize: 24,
  maximumPageSize: 100,
  candidates: 200,
  facetType: 'basic',
  minimumScore: 0,
  weights: { looks: 1, colour: 0.3 },
  relatedSize: 10,
  directions,
} as const;
