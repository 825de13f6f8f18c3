import type { Direction, Weights } from '../domain/box.ts';
import type { Field } from '../domain/dataset.ts';
import type { Filter } from '../domain/filter.ts';
import type { FieldValue, Product } from '../domain/product.ts';
import type { SearchMode } from '../domain/strategy.ts';
import type { Suggestion, WantedProduct } from '../domain/suggestion.ts';
import type { SearchResult, SearchQuery, Source } from './search-query.ts';

export type {
  Arrangement,
  SearchResult,
  Hit,
  HitParts,
  SearchQuery,
  Seed,
  Source,
  TextQuery,
  TextTrace,
} from './search-query.ts';
export {
  noArrangement,
  createQuery,
  createTypedQuery,
} from './search-query.ts';

/*
 * What every engine promises. `engine.contract.ts` holds each of these against an implementation.
 *
 *  - A version is immutable. Once a reader is handed out, nothing that is published, rolled back or
 *    discarded later changes what that reader answers. A swap is seen by the next `products()` or
 *    `keywords()` call, never in the middle of an answer.
 *  - A version is live whole or not at all. A crash at any point leaves the last live version serving.
 *  - The same draft gives the same `checksum`, however often the building was interrupted.
 *  - A dataset nobody published has no reader (null). An identifier nobody sells has no source (null).
 *    Neither is an error.
 *  - Answers are deterministic: equal scores are ordered by identifier.
 *  - The unit of an answer is the family: a product with all its variants (same group), or a product
 *    alone. A family is counted once and stands in an answer once.
 *
 * How families, filters and facets go together:
 *
 *  - Restrictions are asked of members. A member is eligible when it is available, agrees with the source
 *    in `same`, and passes neither `exclude` nor anything hidden. It passes a filter when it is eligible and
 *    holds the whole filter by itself: a red S and a blue M are no red M.
 *  - S(F) is the candidate set under a filter F: the `candidates` best families, other than the source's,
 *    with a member that passes F and scores at least `minimumScore`, by their best such member, which stands
 *    for the family; and the pins that pass F. A pin passes by its own row: available, not of the source's
 *    family, neither excluded nor hidden, holding F. It need not agree in `same`, look alike, or be among the
 *    best; it stands for its family (of two pins in one family the first position wins).
 *  - A family of S(F) carries the values of its members that pass F, and of its pin. So every colour and the
 *    whole price range of its variants count, and choosing a value leads to what its count says.
 *  - `count`, pages and the `count` of each facet are of S(filter). The values of a value facet are counted
 *    over S(filter without the conjuncts that speak of its field alone). Values of S(null), and values chosen
 *    by those conjuncts, are listed with 0 when nothing carries them any more: what a caller can choose does
 *    not come and go while filters are set. A range has `min` and `max` of S(null), `filteredMin` and
 *    `filteredMax` of S(filter).
 *  - A comparison holds when one of a row's values holds it; `ne` is the opposite of `eq`. Constants are read
 *    in the field's own type. A field the version does not know is carried by nobody.
 *  - `same`: a row agrees in a field when it carries one of the source's values; of a category path only the
 *    innermost levels count. A field the source does not carry demands nothing. `All`: it agrees in every
 *    field that demands something; `Any`: in at least one.
 *  - A score is rounded to whole millionths before anything is compared, so order and ties are what a caller
 *    sees. `orderBy` puts rows without a value last, then goes by score.
 */

export type VersionId = string;

export interface ProductReader {
  readonly version: VersionId;
  /** The mapping this version was published with. */
  readonly fields: readonly Field[];
  /** Rows, variants included. */
  readonly size: number;
  source(identifier: string): Promise<Source | null>;
  search(question: SearchQuery): Promise<SearchResult>;
  /** Records of available products, in the order asked; unknown and unavailable ones are left out. */
  records(identifiers: readonly string[]): Promise<readonly { identifier: string; record: Uint8Array }[]>;
  /** Every row, variants and unavailable ones included, for what reads the whole catalogue (diff, keywords). */
  scan(): Iterable<{ identifier: string; record: Uint8Array }>;
}

export type KeywordQuery = {
  readonly pattern: string;
  readonly size: number;
  readonly directions: readonly Direction[];
};

export type KeywordAnswer = {
  /** The known pattern that was answered for, or that is most like it, when it is not the one typed. */
  readonly understoodAs: string | null;
  readonly suggestions: readonly Suggestion[];
};

export interface KeywordReader {
  readonly version: VersionId;
  suggest(question: KeywordQuery): Promise<KeywordAnswer>;
  /** Products that shoppers wanted with the pattern, or with the one it is a misspelling of; most wanted first. */
  wanted(pattern: string): Promise<readonly WantedProduct[]>;
}

/** All that serving code gets. */
export interface EngineReader {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
}

/**
 * Look-alikes that are worth knowing before they are asked for: one plan for each looks rung of each
 * box. A question that no plan covers is answered all the same, by an exact scan.
 */
export type NeighbourPlan = {
  readonly weights: Weights;
  readonly same: {
    readonly fields: readonly string[];
    readonly mode: SearchMode;
  };
  readonly exclude: Filter | null;
  readonly candidates: number;
};

export type Picture = {
  /** SHA-256 of the picture's bytes, hex. */
  readonly hash: string;
  /** Both of unit length: their products are cosines. */
  readonly looks: Float32Array;
  readonly colour: Float32Array;
};

export type DraftProduct = {
  readonly product: Product;
  readonly picture: Picture | null;
};

export type ProductDraft = {
  readonly fields: readonly Field[];
  readonly language: string;
  /** Identity of the embedder: vectors of another model are not comparable. */
  readonly model: string;
  readonly plans: readonly NeighbourPlan[];
};

export type BuildOptions = {
  /**
   * When what the draft says was true, in milliseconds since 1970. Live changes up to then are in it already
   * and are not applied again; those after it are. Left out: all live changes that no version holds yet are.
   */
  readonly asOf?: number;
};

/** A pattern with its ready list. */
export type KeywordEntry = {
  readonly text: string;
  readonly displayText: string;
  /** Decayed number of searches; orders what is otherwise equal. */
  readonly popularity: number;
  readonly suggestions: readonly Suggestion[];
  /** Whether it may be suggested for a pattern that nobody knows. Left out: it may not. */
  readonly suggestible?: boolean;
  /** Most wanted first. Left out: none. */
  readonly wanted?: readonly WantedProduct[];
};

export type VersionSummary = {
  readonly version: VersionId;
  readonly checksum: string;
  /** Rows of a product version, patterns of a keyword version. */
  readonly size: number;
  readonly live: boolean;
  /** ISO 8601. */
  readonly builtAt: string;
  readonly bytes: number;
};

/** Progress of long work: `done` of `total` (null while unknown). */
export type Progress = (step: string, done: number, total: number | null) => void;

export interface ProductVersionBuilder {
  add(product: DraftProduct): Promise<void>;
  /** Computes what is asked often, makes everything durable. The version is complete but not live. */
  finish(progress?: Progress): Promise<VersionSummary>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** What an update may set; a field set to null is carried no more. */
export type ProductUpdate = Partial<
  Pick<Product, 'displayText' | 'url' | 'price' | 'currency' | 'images' | 'groupId' | 'available'>
> & { readonly fields?: Readonly<Record<string, FieldValue | null>> };

/**
 * One product, changed between two publishes. `at` (milliseconds since 1970) orders the changes of a product,
 * whenever they arrive: the answer is as if they had come in that order, those of one instant as they came.
 * So a late old change never wins. An update of a product nobody sells is without effect.
 */
export type ProductChange = {
  readonly at: number;
  /** Who said it, for whoever looks later: the name of a key. */
  readonly by?: string;
} & (
  | { readonly kind: 'put'; readonly product: Product; readonly picture: Picture | null }
  | {
      readonly kind: 'update';
      readonly identifier: string;
      readonly set: ProductUpdate;
      /** Left out: stays as it is. */
      readonly picture?: Picture | null;
    }
  | { readonly kind: 'remove'; readonly identifier: string }
);

/** A live change that is still kept; `merged` when the live version holds it already. */
export type RecordedChange = { readonly change: ProductChange; readonly merged: boolean };

export interface EngineWriter {
  /**
   * Live changes, kept beside the live version. Durable when it returns; seen by the next `products()` here,
   * and within a second in other processes. A version that is finished later holds them; one that was finished
   * before, and is made live again, has them on top: rolling back takes back what a feed did, never what was
   * said live. Throws `not-found` when no product version is live.
   */
  change(dataset: string, changes: readonly ProductChange[]): Promise<void>;
  /** The last live changes that are kept, newest first. Those that every version holds are kept no longer. */
  changes(dataset: string, limit: number): Promise<readonly RecordedChange[]>;
  /** A product as it is now, in stock or not, live changes included; of its pictures the first. */
  product(dataset: string, identifier: string): Promise<Product | null>;
  buildProducts(dataset: string, draft: ProductDraft, options?: BuildOptions): Promise<ProductVersionBuilder>;
  buildKeywords(dataset: string, language: string, entries: Iterable<KeywordEntry>): Promise<VersionSummary>;
  /** Atomic swap; also the way back to an older version. Throws `not-found` for one that is not complete. */
  makeLive(dataset: string, version: VersionId): Promise<void>;
  /** Newest first. */
  versions(dataset: string): Promise<readonly VersionSummary[]>;
  /** Never the live one: throws `conflict`. */
  discard(dataset: string, version: VersionId): Promise<void>;
  /** Checks every file of every version against its checksum; returns what is wrong, file by file. */
  verify(dataset: string): Promise<readonly { version: VersionId; file: string; problem: string }[]>;
}

export interface Engine extends EngineReader, EngineWriter {
  close(): Promise<void>;
}
