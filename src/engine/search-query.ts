import type { Weights } from '../domain/box.ts';
import type { FacetCount } from '../domain/facet.ts';
import type { Filter, Scalar, Sort } from '../domain/filter.ts';
import type { FuzzySensitiveness, SearchMode } from '../domain/strategy.ts';
import type { Picture } from './product-draft.ts';

/* A search of a product reader and its result. engine.ts defines what they mean. */

/** What is compared of a picture: vectors of the same model and map as those of the version. */
export type PictureVectors = Pick<Picture, 'looks' | 'colour' | 'title'>;

/** The product that similar ones are searched for, or a picture that is not in the catalogue. */
export type Source = {
  /** Empty for a picture that is not in the catalogue. */
  readonly identifier: string;
  /** Of a picture that is not in the catalogue. Need not be of unit length. Left out: those of the product. */
  readonly vectors?: PictureVectors;
  /** False when no usable picture was found at publish time. */
  readonly hasLooks: boolean;
  /** All values of a field, category levels included; empty when it has none. */
  readonly values: (field: string) => readonly Scalar[];
  /** Its words, for the text rung. `All`: few that say what it is; `Any`: name, brand, category, attributes. */
  text(mode: SearchMode): string;
};

export type TextQuery = {
  readonly text: string;
  readonly searchMode: SearchMode;
  readonly fuzzySensitiveness: FuzzySensitiveness;
  readonly minimumFuzzyTermLength: number;
  readonly enableFuzzyNumberMatch: boolean;
  readonly synonyms: readonly (readonly string[])[];
  /** Rows with a lower score do not match. Left out: every row that has the words does. */
  readonly minimumScore?: number;
};

/** A query for typed text: one typing error is allowed, except in short words. */
export const createTypedQuery = (text: string, searchMode: SearchMode): TextQuery => ({
  text,
  searchMode,
  fuzzySensitiveness: 'One',
  minimumFuzzyTermLength: 4,
  enableFuzzyNumberMatch: false,
  synonyms: [],
});

/** What candidates are compared with: the looks of the source, or words. */
export type Seed =
  | {
      readonly kind: 'looks';
      readonly source: Source;
      readonly weights: Weights;
    }
  | {
      readonly kind: 'text';
      readonly source: Source | null;
      readonly query: TextQuery;
    };

/** What campaigns do to the order of a candidate set. */
export type Arrangement = {
  /** Removed before the search. */
  readonly hidden: readonly Filter[];
  readonly hiddenIdentifiers: readonly string[];
  /**
   * Added to the set when in stock and passing the filter, at this position (from 1) unless `orderBy` is given. Of
   * several pins of one family the first in the list that passes is added, whatever the positions.
   */
  readonly pins: readonly {
    readonly identifier: string;
    readonly position: number;
  }[];
  /** Multiplies the score for the order within the set; the reported score stays the organic one. */
  readonly boosts: readonly {
    readonly identifiers: readonly string[];
    readonly filter: Filter | null;
    readonly factor: number;
  }[];
};

export const noArrangement: Arrangement = {
  hidden: [],
  hiddenIdentifiers: [],
  pins: [],
  boosts: [],
};

/** What one rung of a ladder compares with, where its candidates must agree with the source, and their least score. */
export type QueryRung = Pick<SearchQuery, 'seed' | 'same'> & Partial<Pick<SearchQuery, 'minimumScore'>>;

/**
 * One query, one candidate set. The set is: the `candidates` best families that pass `same`,
 * `exclude`, stock, `filter` and `minimumScore`, without the source's own family, plus the pins that
 * pass. These restrictions apply before the search, so a narrow filter loses nothing. `facetFilter` then chooses among
 * the families of the set.
 */
export type SearchQuery = {
  readonly seed: Seed;
  /** Fields that must agree with the source; ignored for a seed without one. */
  readonly same: {
    readonly fields: readonly string[];
    readonly mode: SearchMode;
  };
  /**
   * Rungs whose families stay in front of those of the query itself, in this order; all other settings are shared.
   * Left out: none.
   */
  readonly ahead?: readonly QueryRung[];
  readonly exclude: Filter | null;
  /** Which products are eligible: applied before the search. */
  readonly filter: Filter | null;
  /** What was chosen among the facets: applied to the set. Left out: nothing. */
  readonly facetFilter?: Filter | null;
  readonly minimumScore: number;
  /** 0: only pins, and nothing is compared. */
  readonly candidates: number;
  readonly arrangement: Arrangement;
  /** Empty: best first. */
  readonly orderBy: readonly Sort[];
  readonly page: { readonly skip: number; readonly take: number };
  /** Fields to count facets for. */
  readonly facets: readonly string[];
  /** Adds `parts` to each hit. */
  readonly explain: boolean;
};

/** A query for the best `take` of a seed, without restrictions. */
export const createQuery = (seed: Seed, take: number): SearchQuery => ({
  seed,
  same: { fields: [], mode: 'All' },
  exclude: null,
  filter: null,
  minimumScore: 0,
  candidates: take,
  arrangement: noArrangement,
  orderBy: [],
  page: { skip: 0, take },
  facets: [],
  explain: false,
});

export type Hit = {
  readonly identifier: string;
  /** 0 to 1. */
  readonly score: number;
  /** The product record as UTF-8 JSON, ready to be spliced into an answer. */
  readonly record: Uint8Array;
  readonly parts: HitParts | null;
};

export type HitParts = {
  readonly looks: number | null;
  readonly colour: number | null;
  /** Null where titles are not compared. */
  readonly title: number | null;
  readonly text: number | null;
  /** Product of the factors that apply. */
  readonly boost: number;
  /** Which of `Arrangement.boosts` apply, by their index. */
  readonly boosts: readonly number[];
  readonly pinned: boolean;
  /**
   * Position of its family, from 1, among the best families by score alone: before boosts, pins and sorts.
   * null for a pin that is not among them.
   */
  readonly organicPosition: number | null;
  /** The rung that found it: its index in `ahead`. Left out for the query itself. */
  readonly rung?: number;
};

/** What the text search did with the words. */
export type TextTrace = {
  readonly originalQuery: string;
  readonly alteredQuery: string;
  /** Each changed term and what it became. */
  readonly changedTerms: Readonly<Record<string, readonly string[]>>;
  /** Whether a fuzzy match contributed to the set. */
  readonly fuzzied: boolean;
};

export type SearchResult = {
  /** Families of the set that pass `facetFilter`; pages are of exactly these. */
  readonly count: number;
  /** Families that were found by score: before `facetFilter`, and without those that are there only by a pin. */
  readonly organic: number;
  readonly hits: readonly Hit[];
  /** In the order of `SearchQuery.facets`; a field without values to list, or without bounds, is left out. */
  readonly facets: readonly FacetCount[];
  readonly text: TextTrace | null;
};
