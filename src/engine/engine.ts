import type { Direction } from '../domain/box.ts';
import type { Field } from '../domain/dataset.ts';
import type { FacetValue } from '../domain/facet.ts';
import type { FieldValue, Product } from '../domain/product.ts';
import type { Suggestion, WantedProduct } from '../domain/suggestion.ts';
import type { DraftProduct, Picture, ProductDraft } from './product-draft.ts';
import type { ProductRow, FamilyPage, FamilyQuery, ScanPage } from './product-rows.ts';
import type { PictureVectors, SearchQuery, SearchResult, Source } from './search-query.ts';

export { type ProductRow, type ScanPage, scanPages } from './product-rows.ts';

export type {
  Arrangement,
  SearchResult,
  Hit,
  HitParts,
  PictureVectors,
  QueryRung,
  SearchQuery,
  Seed,
  Source,
  TextQuery,
  TextTrace,
} from './search-query.ts';
export type { DraftProduct, NeighbourPlan, Picture, ProductDraft } from './product-draft.ts';
export {
  noArrangement,
  createQuery,
  createTypedQuery,
} from './search-query.ts';

/*
 * What every engine guarantees. `test/contract/engine-contract.ts` tests each of these against an implementation.
 *
 *  - A version is immutable. Nothing that is published, rolled back or discarded later changes what an open reader
 *    answers. A swap is seen by the next `products()` or `keywords()` call, never in the middle of an answer.
 *  - A version is live as a whole or not at all. After a crash at any point the last live version is served.
 *  - The same draft gives the same `checksum`, however often the build was interrupted.
 *  - A dataset that was never published has no reader (null). An unknown identifier has no source (null).
 *    Neither is an error.
 *  - Answers are deterministic: equal scores are ordered by identifier. The same question has the same answer from the same version (and the
 *    same live changes), whatever else was asked, in any order, in any thread and on any node.
 *  - The unit of an answer is the family: a product with all its variants (same group), or a product
 *    alone. A family is counted once and is in an answer once.
 *
 * How families, filters and facets work together:
 *
 *  - Restrictions apply to members. A member is eligible when it is available, agrees with the source
 *    in `same`, and passes neither `exclude` nor anything hidden. It passes a filter when it is eligible and
 *    matches the whole filter by itself: a red S and a blue M are not a red M.
 *  - S is the candidate set: the `candidates` best families, other than the source's, with a member that passes
 *    `filter` and scores at least `minimumScore`, by their best such member, which represents the family; and the
 *    pins. Scores and order of what is in the set are exact. In a large catalogue (from 16,384 pictures on in the embedded
 *    engine) the set itself is found by quantised vectors: at least .99 of the true `candidates` families, and all of the
 *    first 24 to two digits, with and without a filter (bench/filter-recall.ts). A pin passes by its own row: available, not of the source's family, neither excluded nor hidden, matching
 *    `filter`. It need not agree in `same`, look alike, or be among the best; it represents its family (of two pins
 *    in one family the first position wins).
 *  - With rungs `ahead`, S is what the first rung finds, then what the next one adds, and so on, then what the query
 *    itself adds: `candidates` families in all, each once. A family is represented and scored by the first rung that
 *    finds it. Boosts and equal sort values order within a rung. A pin belongs to the rung that found its family, or
 *    to the query itself.
 *  - A family of S carries its members that pass `filter` in its rung, if it is among the best, and its pin.
 *  - S(F), for what was chosen among the facets, is a part of S: the families that carry a member which matches the
 *    whole of F. A pin that matches F represents its family; otherwise the best of the carried members that match
 *    does. S(F) never has a family that is not in S, and F never changes which rungs answer.
 *  - `count`, pages and the `count` of each facet are of S(facetFilter). The values of a value facet are counted over
 *    S(facetFilter without the conjuncts about its field alone), each family by its carried members that match. So the
 *    number beside a value is the number of results after choosing it. Values of S, and values chosen by those
 *    conjuncts, are listed with 0 when no family has them any more: the list of values does not change while shoppers
 *    choose. A range has `min` and `max` of S, `filteredMin` and `filteredMax` of S(facetFilter).
 *  - A row passes a comparison when one of its values does; `ne` is the opposite of `eq`. Constants are converted
 *    to the type of the field. No row has a field that the version does not know.
 *  - `same`: a row agrees in a field when it has one of the source's values; of category paths only the
 *    innermost levels of the deepest paths count. A field that the source does not have requires nothing. `All`: it agrees in every
 *    field that requires something; `Any`: in at least one.
 *  - A score is rounded to whole millionths before anything is compared, so order and ties are what a caller
 *    sees. `orderBy` puts rows without a value last, then goes by score.
 */

export type VersionId = string;

/** Counts over a whole catalogue, unavailable products included. */
export type CatalogueFacts = {
  readonly rows: number;
  /** Variants of one product count once. */
  readonly families: number;
  /** Rows without a usable picture. */
  readonly withoutPicture: number;
  /** Identifiers of the first thousand of them. */
  readonly unpictured: readonly string[];
};

/** Length of `CatalogueFacts.unpictured`. */
export const unpicturedLimit = 1000;

export interface ProductReader {
  readonly version: VersionId;
  /** The mapping this version was published with. */
  readonly fields: readonly Field[];
  /**
   * Weight of the title, beside 1 for looks and colour together, unless a box says otherwise. Left out or null: titles
   * are not compared.
   */
  readonly titleWeight?: number | null;
  /** From this score on half of the look-alikes are right, by the weights that boxes have unless they say otherwise. */
  readonly minimumScore?: number | null;
  /** How pictures are compared, and why, in one sentence. Left out or null: nothing was decided. */
  readonly comparison?: string | null;
  /** Identity of the embedder that the vectors are of. */
  readonly model: string;
  /** Rows, variants included. */
  readonly size: number;
  /** The product with this identifier; else the first variant, by identifier, of the group that is called so. */
  source(identifier: string): Promise<Source | null>;
  search(query: SearchQuery): Promise<SearchResult>;
  /** Records of available products, in the order of the argument; unknown and unavailable ones are left out. */
  records(identifiers: readonly string[]): Promise<readonly ProductRow[]>;
  /** For each identifier the vectors of its picture; null: unknown, or without one. */
  pictures(identifiers: readonly string[]): Promise<readonly (PictureVectors | null)[]>;
  /** The same with unavailable products. */
  rows(identifiers: readonly string[]): Promise<readonly ProductRow[]>;
  /**
   * Up to `size` rows in the order of their identifiers, after the row `after` (null: from the first), variants and
   * unavailable ones included. Fewer than `size` at the end. `scanPages` reads the whole catalogue so.
   */
  scan(page: ScanPage): Promise<readonly ProductRow[]>;
  /** A page of the families that pass a filter, each row by its own values, unavailable ones included. */
  findFamilies(query: FamilyQuery): Promise<FamilyPage>;
  /** The first `limit` rows whose identifier starts with `prefix`, regardless of case, unavailable ones included. */
  findByPrefix(prefix: string, limit: number): Promise<readonly ProductRow[]>;
  /**
   * For each identifier the identifiers of its family, itself included, in the order of identifiers, unavailable
   * variants included. Empty for an unknown product.
   */
  families(identifiers: readonly string[]): Promise<readonly (readonly string[])[]>;
  facts(): Promise<CatalogueFacts>;
  /**
   * The values of a field with the number of rows that have them, unavailable ones included: most rows first, then by
   * name, at most `limit`. A path has a value for each level. Empty for a field the version does not know.
   */
  fieldValues(field: string, limit: number): Promise<readonly FacetValue[]>;
}

export type KeywordQuery = {
  readonly pattern: string;
  readonly size: number;
  readonly directions: readonly Direction[];
};

export type KeywordAnswer = {
  /** The known pattern that the suggestions are for, or the most alike one; null when it is the one typed. */
  readonly understoodAs: string | null;
  readonly suggestions: readonly Suggestion[];
};

export interface KeywordReader {
  readonly version: VersionId;
  suggest(query: KeywordQuery): Promise<KeywordAnswer>;
  /** Products that shoppers chose after searching for the pattern, or for the one it is a typing error of; most chosen first. */
  findWantedProducts(pattern: string): Promise<readonly WantedProduct[]>;
}

/** The part of the engine that serving code gets. */
export interface EngineReader {
  products(dataset: string): ProductReader | null;
  keywords(dataset: string): KeywordReader | null;
}

/** For a thread beside the one that has opened the engine. It looks for nothing by itself: whoever opened it calls `refresh`. */
export type ThreadReader = Pick<EngineReader, 'products' | 'keywords'> & {
  refresh(dataset: string): Promise<void>;
  refreshAll(): Promise<void>;
  /** Left out: there is nothing to close. */
  close?(): Promise<void>;
};

export type BuildOptions = {
  /**
   * The instant of the draft's data, in milliseconds since 1970. The newer one wins: of all live changes, the version has
   * those after this instant and none up to it, whenever they arrive. Left out: it has all that are stored.
   */
  readonly asOf?: number;
};

/** A pattern with its suggestions. */
export type KeywordEntry = {
  readonly text: string;
  readonly displayText: string;
  /** Decayed number of searches; decides between equals. */
  readonly popularity: number;
  readonly suggestions: readonly Suggestion[];
  /** Whether it may be suggested for an unknown pattern. Left out: it may not. */
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
  /** Computes the neighbour plans and makes everything durable. The version is complete but not live. */
  finish(progress?: Progress): Promise<VersionSummary>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/** What an update may set; null removes a field. */
export type ProductUpdate = Partial<
  Pick<Product, 'displayText' | 'url' | 'price' | 'currency' | 'images' | 'groupId' | 'available'>
> & { readonly fields?: Readonly<Record<string, FieldValue | null>> };

/**
 * A change of one product between two publishes. `at` (milliseconds since 1970) orders the changes of a product,
 * whenever they arrive; changes with equal `at` apply in the order of arrival. So an old change that arrives late never
 * wins. An update of an unknown product has no effect.
 */
export type ProductChange = {
  readonly at: number;
  /** Name of the key that made the change, for the history. */
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

/** A live change that is still stored; `merged` when the live version contains it already. */
export type RecordedChange = { readonly change: ProductChange; readonly merged: boolean };

export interface EngineWriter {
  /**
   * Live changes, stored beside the live version. Durable when it returns; seen by the next `products()` here, and
   * within a second in other processes. Every version has the changes after its `asOf`, also one that was finished before
   * them: a rollback undoes a feed, never a live change that is newer. Changes are stored while a version is kept that lacks
   * one of them, or that is older than one of them. Throws `not-found` when no product version is live.
   */
  change(dataset: string, changes: readonly ProductChange[]): Promise<void>;
  /** The last live changes that are stored, newest first. */
  changes(dataset: string, limit: number): Promise<readonly RecordedChange[]>;
  /** The current product, in stock or not, live changes included, with the first of its pictures. */
  product(dataset: string, identifier: string): Promise<Product | null>;
  buildProducts(dataset: string, draft: ProductDraft, options?: BuildOptions): Promise<ProductVersionBuilder>;
  buildKeywords(dataset: string, language: string, entries: Iterable<KeywordEntry>): Promise<VersionSummary>;
  /** Atomic swap, also to an older version. Throws `not-found` for one that is not complete. */
  makeLive(dataset: string, version: VersionId): Promise<void>;
  /** Newest first. */
  versions(dataset: string): Promise<readonly VersionSummary[]>;
  /** Never the live one: throws `conflict`. */
  discard(dataset: string, version: VersionId): Promise<void>;
  /** Checks every file of every version against its checksum; returns what is wrong, file by file. */
  verify(dataset: string): Promise<readonly { version: VersionId; file: string; problem: string }[]>;
}

/** Damage to stored data that was found while serving. The last good version serves, if there is one. */
export type EngineProblem = {
  readonly dataset: string;
  readonly version: VersionId;
  /** Null when the problem is not about one file. */
  readonly file: string | null;
  readonly message: string;
  /** When it was found, ISO 8601. */
  readonly since: string;
};

/** How an engine with a planner runs the question that most boxes ask. */
export type QuestionPlan = {
  readonly summary: string;
  /** False: it takes longer than it should. */
  readonly isIndexed: boolean;
  readonly nextStep: string | null;
  /** The plan as the database prints it. */
  readonly lines: readonly string[];
};

export interface Engine extends EngineReader, EngineWriter {
  /** Null: no product version is live. Left out: the engine has no planner. */
  plan?(dataset: string): Promise<QuestionPlan | null>;
  /** Problems that are not solved, oldest first; empty when all stored data that was needed could be read. */
  problems(): readonly EngineProblem[];
  /** False: the database that answers are read from is away, or does not answer. Left out: there is none. */
  isReachable?(): boolean;
  close(): Promise<void>;
}

/** A copied file: its path in the target, with slashes, its size and its SHA-256 (hex). */
export type BackupFile = { readonly path: string; readonly bytes: number; readonly sha256: string };

/** Backs up everything that an engine stores. The engine need not be open, and may be open in other processes. */
export interface EngineBackup {
  /**
   * Copies a state of every dataset that was live and complete at one moment to an empty or new folder, durably, while
   * publishing goes on. To restore it, copy the files back: an engine that is opened on them serves this state. Throws
   * `conflict` when versions keep changing for too long.
   */
  copyTo(
    target: string,
    options?: { readonly signal?: AbortSignal | undefined; readonly progress?: Progress | undefined },
  ): Promise<readonly BackupFile[]>;
}
