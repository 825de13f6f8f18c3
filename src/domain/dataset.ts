/** A dataset holds what was imported from a feed. It has versions; at most one of them is live. */
export const datasetKinds = ['products', 'keywords'] as const;
export type DatasetKind = (typeof datasetKinds)[number];

/**
 * `path` is a category path: a product has every level of it (`Women`, `Women/Tops`), so that
 * filtering by a level finds its whole subtree.
 */
export const fieldTypes = ['text', 'number', 'boolean', 'list', 'path'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** How one field of the feed is mapped for product records, facets, filters and sorts. */
export type Field = {
  readonly name: string;
  readonly displayName: string;
  /** The column or attribute of the feed it is read from; a path into nested values: `images[0].url`. */
  readonly from: string;
  /** Factor for a number: 0.01 where the feed counts in minor units. */
  readonly scale?: number;
  /** Text to build when the feed lacks the field, from the row's own columns: `https://shop.example/p/{id}`. */
  readonly template?: string;
  readonly type: FieldType;
  readonly facetable: boolean;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly order: number;
};

/** The operator's settings for a field; the rest is detected by inspecting the feed. */
export type FieldOverride = { readonly name: string } & Partial<Omit<Field, 'name'>>;

export type FeedSource = {
  /** Exactly one of `file` and `url`. A relative file is resolved when the declaration is read. */
  readonly file: string | null;
  readonly url: string | null;
  /** A folder in which relative image names are looked up. */
  readonly images: string | null;
  /** Cron expression, UTC. */
  readonly schedule: string | null;
  readonly auth: FeedAuth | null;
};

export type FeedAuth =
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | { readonly kind: 'header'; readonly name: string; readonly value: string };

/** How a keyword dataset learns from what shoppers do. */
export type Learning = {
  /** Events received longer ago are removed. */
  readonly retentionDays: number;
  /** Half-life of the weight of an action. */
  readonly halfLifeDays: number;
  /** Minimum number of different shoppers behind a learnt suggestion. */
  readonly shoppersAtLeast: number;
  /** Words that are never suggested, in addition to the built-in list. */
  readonly blockedWords: readonly string[];
  /** Interval between two learning runs. */
  readonly everyMinutes: number;
};

export const learningDefaults: Learning = {
  retentionDays: 400,
  halfLifeDays: 30,
  shoppersAtLeast: 2,
  blockedWords: [],
  everyMinutes: 60,
};

/** A field whose values say which products look alike, and how much it says. Only the ratio of weights matters. */
export type LabelField = { readonly field: string; readonly weight: number };

export type Dataset = {
  readonly id: number;
  readonly websiteId: number;
  /** A GUID: `dsTracker` of a suggestion, and the dataset's name inside the engine. */
  readonly tracker: string;
  readonly name: string;
  readonly kind: DatasetKind;
  readonly source: FeedSource | null;
  readonly fields: readonly FieldOverride[];
  /** For keywords: the product dataset in which every suggestion must find products. */
  readonly productsId: number | null;
  /** Model that embeds the pictures; null: the default model. */
  readonly model: string | null;
  /** Base address of relative image names; left out or undefined: they are files. */
  readonly imagesUrl?: string | undefined;
  /** For products: fields from which the comparison of pictures is learnt; left out or empty: found by inspection. */
  readonly learnFrom?: readonly LabelField[] | undefined;
  /** For keywords; what is left out has its default. */
  readonly learning?: Partial<Learning>;
};

/**
 * What a stored feed secret belongs to. It is sent to this origin only, and under this header name: whoever changes
 * one of them must give the secret again, so that nobody can have it sent to a server of their own.
 */
export const feedSecretScope = (url: string | null, kind: FeedAuth['kind'], headerName: string): string => {
  const origin = url !== null && URL.canParse(url) ? new URL(url).origin : '';
  return `${kind} ${kind === 'header' ? headerName.toLowerCase() : ''} ${origin}`;
};

/** Null when no secret is stored. */
export const storedSecretScope = ({ url, auth }: Pick<FeedSource, 'url' | 'auth'>): string | null =>
  auth && feedSecretScope(url, auth.kind, auth.kind === 'header' ? auth.name : '');
